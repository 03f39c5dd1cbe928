/* SPDX-License-Identifier: MIT */
/*
 * The measures of the algorithms against those in metrics.txt. A question is what it asks for, an
 * algorithm, a primitive, a shape (n: the count), and further words; then the counts, of
 * which 4..1024 are those from 4 on that double:
 *
 *   work       combinations and steps of each count
 *   run        all measures but the time
 *   time       of so many processors, for each count of them, and whether cost is optimal
 *   conflicts  of a tile in banks, padded and unpadded
 *   optimal    the algorithms (of exclusive scans with a ') that are not work-optimal; not
 *              cost-optimal; that take more steps than they have work
 *   kernels    those without a cost
 */
#include <inttypes.h>
#include <stdlib.h>

#include "golden.h"
#include "resolve.h"
#include "theory/metrics.h"

#define COUNTS_MAX 16

struct question {
    const struct algorithm *algorithm;
    vkscan_plan_params params;
    struct op op;
    struct shape shape;
    uint32_t divisor; /* of the count, to give the workgroup's size; 0: the shape has it */
    struct caps caps;
    uint64_t processors, counts[COUNTS_MAX];
    uint32_t count;
};

static const struct caps gpu = {
    .capabilities = VKSCAN_CAPABILITY_SUBGROUPS_BIT | VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL_BIT |
                    VKSCAN_CAPABILITY_INT64_ATOMICS_BIT,
    .subgroup_size = 32,
    .max_subgroups = 64,
    .max_workgroup_size = 1024,
    .max_workgroup_count = 65535,
    .shared_memory = 49152,
    .max_range = UINT32_MAX,
    .range_alignment = 16,
};

static char *text; /* the answer so far */

/* ---- questions ---- */

#define TAKE_NAMED(word, member, first, name_of)                                                   \
    for (uint32_t value = first; name_of(value); value++)                                          \
        if (strcmp(word, name_of(value)) == 0) {                                                   \
            member = value;                                                                        \
            return true;                                                                           \
        }

static bool take_counts(struct question *q, const char *word)
{
    uint64_t first, last;
    const int found = sscanf(word, "%" SCNu64 "..%" SCNu64, &first, &last);

    for (last = found == 2 ? last : first; found > 0 && first < last; first *= 2)
        q->counts[q->count++] = first;
    if (found > 0)
        q->counts[q->count++] = last;
    return found > 0;
}

static bool take_word(struct question *q, const char *word)
{
    if (strchr(word, 'x') &&
        (sscanf(word, "n/%ux%u", &q->divisor, &q->shape.items) == 2 ||
         sscanf(word, "%ux%u", &q->shape.workgroup_size, &q->shape.items) == 2))
        return true;
    if (sscanf(word, "lanes=%u", &q->caps.subgroup_size) == 1 ||
        sscanf(word, "groups=%u", &q->caps.max_workgroup_count) == 1 ||
        sscanf(word, "p=%" SCNu64, &q->processors) == 1 || take_counts(q, word))
        return true;
    if (strcmp(word, "ordered") == 0) {
        q->op.commutative = false;
        return true;
    }
    TAKE_NAMED(word, q->params.algorithm, 0, vkscan_algorithm_name)
    TAKE_NAMED(word, q->params.primitive, 0, vkscan_primitive_name)
    TAKE_NAMED(word, q->params.type, VKSCAN_TYPE_U32, vkscan_type_name)
    return false;
}

static void print_refusal(void *user, VkResult result, const char *message)
{
    (void)user;
    (void)result;
    fprintf(stderr, "%s\n", message);
}

static struct plan resolve(const struct question *q, uint64_t count)
{
    const struct report errors = {print_refusal, NULL};
    vkscan_plan_params params = q->params;
    struct shape shape = q->shape;
    struct plan plan;

    params.capacity = count ? count : 1;
    if (q->divisor)
        shape.workgroup_size = (uint32_t)count / q->divisor;
    if (vks_plan_resolve_with(&q->caps, &params, &q->op, shape.items ? &shape : NULL, &errors,
                              &plan) != VK_SUCCESS)
        exit(2);
    return plan;
}

static struct metrics compute(const struct question *q, const struct plan *plan, uint64_t count,
                              uint64_t processors)
{
    struct metrics metrics;

    metrics_compute(plan, q->caps.subgroup_size, count, processors, &metrics);
    return metrics;
}

/* ---- answers ---- */

static void answer_work(const struct question *q, uint64_t count)
{
    const struct plan plan = resolve(q, count);
    const struct metrics m = compute(q, &plan, count, 1);

    PRINT(text, " %" PRIu64 "/%" PRIu64, m.work, m.steps);
}

static void answer_run(const struct question *q, uint64_t count)
{
    const struct plan plan = resolve(q, count);
    const struct metrics m = compute(q, &plan, count, q->processors);

    PRINT(text, " T=%" PRIu64 " W=%" PRIu64 " barriers=%" PRIu64 " path=%" PRIu64, m.steps, m.work,
          m.barriers, m.path_barriers);
    PRINT(text,
          " dispatches=%" PRIu64 "/%" PRIu64 " read=%" PRIu64 " written=%" PRIu64
          " shared=%" PRIu64,
          m.dispatches, m.pipeline_barriers, m.bytes_read, m.bytes_written, m.shared_bytes);
}

static void answer_time(const struct question *q, uint64_t processors)
{
    const uint64_t count = 1024;
    const struct plan plan = resolve(q, count);
    const struct metrics m = compute(q, &plan, count, processors);

    PRINT(text, " %" PRIu64 "%s", m.time, m.cost_optimal ? "" : "-");
    if (m.cost != processors * m.time)
        PRINT(text, " cost=%" PRIu64, m.cost);
}

static void print_conflicts(const struct question *q, const struct plan *plan, uint32_t banks)
{
    uint32_t conflicts[CONFLICT_STEPS];
    const uint32_t count = metrics_conflicts(plan, q->caps.subgroup_size, banks, conflicts);

    for (uint32_t i = 0; i < count; i++)
        PRINT(text, " %u", conflicts[i]);
}

static void answer_conflicts(const struct question *q, uint64_t count)
{
    const struct plan plan = resolve(q, count);

    print_conflicts(q, &plan, SHAPE_BANKS);
    PRINT(text, " |");
    print_conflicts(q, &plan, SHAPE_NO_PADDING);
}

/* ---- of every algorithm that reduces or scans ---- */

/* In the question's shape, as far as the algorithm's can be. */
static struct plan resolve_entry(const struct question *q, const struct algorithm *row,
                                 vkscan_primitive primitive, uint64_t count)
{
    struct question each = *q;

    each.params.primitive = primitive;
    each.params.algorithm = row->id;
    each.shape.items = 0;
    struct plan plan = resolve(&each, count);
    if (q->shape.items) {
        plan.shape.workgroup_size = q->shape.workgroup_size;
        if (row->arrangement->least_items < row->arrangement->most_items)
            plan.shape.items = q->shape.items;
        plan.tile_size = vks_shape_tile_size(&plan.shape, row->arrangement, sizeof(uint32_t));
    }
    return plan;
}

static void answer_optimal(const struct question *q, uint64_t count)
{
    const struct algorithm *row;

    for (int flaw = 0; flaw < 3; flaw++) {
        PRINT(text, "%s", flaw ? " |" : "");
        for (uint32_t i = 0; (row = vks_catalogue_entry(i)); i++)
            for (vkscan_primitive p = 0; p <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN; p++) {
                if (!(row->primitives & 1u << p))
                    continue;
                const struct plan plan = resolve_entry(q, row, p, count);
                const struct metrics m = compute(q, &plan, count, q->processors);
                const bool flaws[] = {!m.work_optimal, !m.cost_optimal, m.work < m.steps};
                if (flaws[flaw])
                    PRINT(text, " %s%s", row->name,
                          p == VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN ? "'" : "");
            }
    }
}

static void print_kernel(const struct plan *tree, const struct algorithm *row, uint32_t stage)
{
    const struct pass pass = {.stage = stage, .count = 1, .groups = 1};
    struct plan plan = *tree;
    struct kernel_cost cost;

    plan.algorithm = row;
    if (!kernel_cost_find(&plan, &pass, 32, &cost) ||
        strcmp(cost.kernel, row->stages[stage].kernel) != 0)
        PRINT(text, " %s", row->stages[stage].kernel);
}

static void answer_kernels(const struct question *q, uint64_t count)
{
    const struct plan tree = resolve(q, count);
    const struct algorithm *row;
    struct algorithm none = *vks_catalogue_entry(0);

    for (uint32_t i = 0; (row = vks_catalogue_entry(i)); i++)
        for (uint32_t s = 0; s < ALGORITHM_MAX_STAGES && row->stages[s].kernel; s++)
            if (row->primitives & (PRIMITIVES_REDUCE | PRIMITIVES_SCAN))
                print_kernel(&tree, row, s);
    none.stages[0].kernel = "no_such_kernel";
    print_kernel(&tree, &none, 0);
}

static const struct {
    const char *what;
    void (*answer)(const struct question *q, uint64_t count);
} answers[] = {
    {"work", answer_work},           {"run", answer_run},         {"time", answer_time},
    {"conflicts", answer_conflicts}, {"optimal", answer_optimal}, {"kernels", answer_kernels},
};

void golden_answer(char *words, char answer[GOLDEN_SIZE])
{
    struct question q = {.caps = gpu, .op = *vks_element_op(VKSCAN_OP_ADD), .processors = 1};
    const char *what = strtok(words, " ");

    text = answer;
    for (const char *word; (word = strtok(NULL, " "));)
        if (!take_word(&q, word))
            PRINT(text, " what is %s?", word);
    for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++)
        for (uint32_t k = 0; k < q.count && strcmp(what, answers[i].what) == 0; k++)
            answers[i].answer(&q, q.counts[k]);
}
