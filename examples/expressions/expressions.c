/* SPDX-License-Identifier: MIT */
/*
 * Evaluates an expression: its tree, by the nearest operators that bind less, is contracted to one
 * number. Abrahamson, Dadoun, Kirkpatrick and Przytycka, A simple parallel tree contraction
 * algorithm, 1989. Read record_value() first.
 */
#include "compute.h"
#include "expression.h"
#include "interface.h"
#include "levels.h"
#include "lowest.h"
#include "parents.h"
#include "rake.h"
#include "timer.h"
#include "tokens.h"

struct tree {
    struct parameters parameters;
    struct buffer text, levels, lowest, nodes;
    const struct kernel *make_nodes, *find_lowest, *find_parents, *rake;
    const struct run *find_levels;
};

static void record_value(struct compute *c, void *user)
{
    const struct tree *t = user;
    struct parameters p = t->parameters;

    compute_run(c, t->find_levels, p.count, NULL);
    compute_fill(c, &t->lowest, UINT32_MAX);
    compute_dispatch(c, t->make_nodes, p.count, &p,
                     BUFFERS(&t->text, &t->levels, &t->lowest, &t->nodes));
    for (p.round = 1; p.room >> p.round; p.round++)
        compute_dispatch(c, t->find_lowest, p.room >> p.round, &p, BUFFERS(&t->lowest));
    compute_dispatch(c, t->find_parents, 2 * p.operators + 1, &p, BUFFERS(&t->lowest, &t->nodes));
    for (p.round = 0; p.operators >> p.round; p.round++)
        for (p.side = 0; p.side < 2; p.side++)
            compute_dispatch(c, t->rake, (p.operators >> p.round) / 2 + 1, &p, BUFFERS(&t->nodes));
}

static void create(struct compute *c, struct tree *t, const struct expression *e)
{
    const vkscan_plan_params params = {.struct_size = sizeof(params),
                                       .primitive = VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN,
                                       .user_operator = &levels,
                                       .capacity = e->count};
    struct parameters *p = &t->parameters;

    *p = (struct parameters){.count = e->count, .operators = e->operators, .room = 1};
    while (p->room < e->operators)
        p->room *= 2;
    t->text = compute_upload(c, e->text, e->count * sizeof(*e->text));
    t->levels = compute_array(c, (VkDeviceSize)e->count * 2 * sizeof(uint32_t));
    t->lowest = compute_array(c, (VkDeviceSize)p->room * 2 * sizeof(uint32_t));
    t->nodes = compute_array(c, ((VkDeviceSize)e->operators * 2 + 1) * sizeof(struct node));
    t->make_nodes = compute_kernel(c, tokens_spirv, sizeof(tokens_spirv), 4, sizeof(*p));
    t->find_lowest = compute_kernel(c, lowest_spirv, sizeof(lowest_spirv), 1, sizeof(*p));
    t->find_parents = compute_kernel(c, parents_spirv, sizeof(parents_spirv), 2, sizeof(*p));
    t->rake = compute_kernel(c, rake_spirv, sizeof(rake_spirv), 1, sizeof(*p));
    t->find_levels =
        compute_plan(c, &params, PORTS(PORT(SOURCE, &t->text), PORT(DESTINATION, &t->levels)));
}

static bool run(struct compute *c, const struct expression *e, uint32_t expected, double host)
{
    struct tree t;
    struct node last;

    create(c, &t, e);
    const double device = compute_time(c, record_value, &t);
    compute_read(c, &t.nodes, &last, sizeof(last));
    const uint32_t value = last.a * last.token + last.b;
    const bool right = compute_equal("expressions: value", &value, &expected, 1);
    if (right) {
        printf("%u operators: %u is right\n", e->operators, value);
        compute_report(c, device, "a loop with a stack", host, 0);
    }
    return right;
}

int main(int argc, char **argv)
{
    const char *in = NULL;
    uint64_t size = 1 << 16;
    const struct argument arguments[] = {
        {"--in", ARGUMENT_TEXT, &in, .help = "a file: numbers, +, -, * and brackets"},
        {"--size", ARGUMENT_NUMBER, &size, "a generated text's characters (65536)", 1, 1 << 24,
         NULL}};
    struct compute c;

    compute_arguments(&c, "expressions", "Evaluates an expression modulo 2^32.", arguments,
                      sizeof(arguments) / sizeof(*arguments), argc, argv);
    struct expression e = in ? expression_read(in) : expression_make((uint32_t)size);
    const double start = timer_now();
    const uint32_t expected = expression_evaluate(&e);
    const double host = timer_now() - start;
    compute_open(&c);
    const bool right = run(&c, &e, expected, host);
    free(e.text);
    return compute_close(&c, right);
}
