/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "failure.h"
#include "primitive.h"
#include "session.h"
#include "steps.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

struct theory {
    struct session *s;
    struct processors processors;
    cJSON *table;
};

/* ---- steps ---- */

/* What is told of each step, in order. */
struct figures {
    uint32_t of[STEPS_MAX];
    uint32_t count;
};

enum figure { PADDED, UNPADDED, ACTIVE, DIVERGED, SECTORS };

static const struct {
    const char *name;  /* of the member in JSON */
    const char *label; /* in a line of text; NULL: there is none */
    const char *title; /* of the lines; NULL: they have none of their own */
} figure_rows[] = {
    [PADDED] = {"conflicts_padded", "padded", "Lanes of 32 that meet in one bank"},
    [UNPADDED] = {"conflicts_unpadded", "unpadded", NULL},
    [ACTIVE] = {"active", NULL, NULL},
    [DIVERGED] = {"diverged", "", "Subgroups of 32 lanes that diverge"},
    [SECTORS] = {"sectors", "", "Sectors of 32 bytes that an access of 32 lanes touches"},
};

/* Tells whether a step has the figure. */
static bool has(enum figure figure, const struct step *step)
{
    const bool shared = step->memory != STEP_DEVICE;

    if (!step_has_pairs(step))
        return false;
    switch (figure) {
    case PADDED:
    case UNPADDED:
        return step->memory == STEP_PADDED;
    case DIVERGED:
        return shared;
    case SECTORS:
        return !shared;
    case ACTIVE:
        break;
    }
    return true;
}

static uint32_t find_figure(enum figure figure, const struct step *step, const struct plan *plan)
{
    switch (figure) {
    case PADDED:
        return step_conflict(step, CONFLICT_LANES, SHAPE_BANKS);
    case UNPADDED:
        return step_conflict(step, CONFLICT_LANES, SHAPE_NO_PADDING);
    case DIVERGED:
        return (uint32_t)step_diverged(step, CONFLICT_LANES);
    case SECTORS:
        return step_sectors(step, CONFLICT_LANES, plan->type->size);
    case ACTIVE:
        break;
    }
    return (uint32_t)(step->end - step->first);
}

static struct figures find_figures(const struct theory *t, enum figure figure,
                                   const struct plan *plan)
{
    struct step steps[STEPS_MAX];
    struct figures out = {.count = 0};
    const uint32_t count = metrics_steps(plan, t->s->caps.subgroup_size, steps);

    for (uint32_t i = 0; i < count; i++)
        if (has(figure, &steps[i]))
            out.of[out.count++] = find_figure(figure, &steps[i], plan);
    return out;
}

static void print_figures(FILE *to, const char *name, const char *label,
                          const struct figures *figures)
{
    fprintf(to, "  %-19s  %-8s ", name, label);
    for (uint32_t i = 0; i < figures->count; i++)
        fprintf(to, " %" PRIu32, figures->of[i]);
    fputc('\n', to);
}

static void add_figures(const struct theory *t, const struct plan *plan, cJSON *object)
{
    for (enum figure k = 0; k < COUNT_OF(figure_rows); k++) {
        const struct figures of = find_figures(t, k, plan);
        cJSON *array = cJSON_AddArrayToObject(object, figure_rows[k].name);
        for (uint32_t i = 0; i < of.count; i++)
            cJSON_AddItemToArray(array, cJSON_CreateNumber(of.of[i]));
    }
}

/* ---- a row ---- */

struct row {
    const char *primitive, *algorithm, *type, *op;
    uint64_t count, processors;
    struct metrics metrics;
    const char *work, *steps; /* formulas */
};

#define OF_ROW(member) offsetof(struct row, member)

static const struct field fields[] = {
    {"primitive", FIELD_TEXT, OF_ROW(primitive)},
    {"algorithm", FIELD_TEXT, OF_ROW(algorithm)},
    {"type", FIELD_TEXT, OF_ROW(type)},
    {"op", FIELD_TEXT, OF_ROW(op)},
    {"n", FIELD_COUNT, OF_ROW(count)},
    {"processors", FIELD_COUNT, OF_ROW(processors)},
    {"steps", FIELD_COUNT, OF_ROW(metrics.steps)},
    {"work", FIELD_COUNT, OF_ROW(metrics.work)},
    {"work_formula", FIELD_TEXT, OF_ROW(work)},
    {"steps_formula", FIELD_TEXT, OF_ROW(steps)},
    {"time", FIELD_COUNT, OF_ROW(metrics.time)},
    {"speedup", FIELD_NUMBER, OF_ROW(metrics.speedup)},
    {"cost", FIELD_COUNT, OF_ROW(metrics.cost)},
    {"work_optimal", FIELD_FLAG, OF_ROW(metrics.work_optimal)},
    {"cost_optimal", FIELD_FLAG, OF_ROW(metrics.cost_optimal)},
    {"dispatches", FIELD_COUNT, OF_ROW(metrics.dispatches)},
    {"pipeline_barriers", FIELD_COUNT, OF_ROW(metrics.pipeline_barriers)},
    {"path_barriers", FIELD_COUNT, OF_ROW(metrics.path_barriers)},
    {"barriers", FIELD_COUNT, OF_ROW(metrics.barriers)},
    {"bytes_read", FIELD_COUNT, OF_ROW(metrics.bytes_read)},
    {"bytes_written", FIELD_COUNT, OF_ROW(metrics.bytes_written)},
    {"shared_bytes", FIELD_COUNT, OF_ROW(metrics.shared_bytes)},
    {NULL, 0, 0},
};

/* Two tables of at most 100 columns. */
enum table { TABLE_STEPS, TABLE_MOVES, TABLES };

static const char *const titles[TABLES] = {
    [TABLE_STEPS] = "                               steps     combi-    by the te"
                    "xts                     p T(n,p) optimal\n"
                    "algorithm            elements   T(n)  nations W     in one t"
                    "ile   T(n,p)  speedup   = C(n,p)   W   C\n",
    [TABLE_MOVES] = "                                  dis-  bar-       MB  bytes\n"
                    "algorithm            elements  patches riers    moved shared\n",
};

/* Formats a number exactly up to so many digits, at least 8. */
static const char *format_number(uint64_t number, int digits, char text[24])
{
    snprintf(text, 24, "%" PRIu64, number);
    if ((int)strlen(text) > digits)
        snprintf(text, 24, "%.*e", digits - 6, (double)number);
    return text;
}

static void print_steps(FILE *to, const struct row *row, const char *elements)
{
    const struct metrics *m = &row->metrics;
    char work[24], time[24], cost[24];

    fprintf(to, "%-19s %9s %6" PRIu64 " %10s %15s %8s %8.*f %10s %3s %3s\n", row->algorithm,
            elements, m->steps, format_number(m->work, 10, work), row->work,
            format_number(m->time, 8, time), m->speedup < 1000 ? 2 : 0, m->speedup,
            format_number(m->cost, 10, cost), m->work_optimal ? "yes" : "no",
            m->cost_optimal ? "yes" : "no");
}

static void print_moves(FILE *to, const struct row *row, const char *elements)
{
    const struct metrics *m = &row->metrics;
    const double megabytes = (double)(m->bytes_read + m->bytes_written) / 1e6;

    fprintf(to, "%-19s %9s %8" PRIu64 " %5" PRIu64 " %8.*f %6" PRIu64 "\n", row->algorithm,
            elements, m->dispatches, m->path_barriers, megabytes < 1000 ? 3 : 0, megabytes,
            m->shared_bytes);
}

static void report_row(const struct theory *t, enum table table, const vkscan_plan_params *params,
                       const struct plan *whole)
{
    struct plan plan = *whole;
    const struct formulas formulas = metrics_formulas(&plan);
    char elements[BENCH_COUNT_SIZE];
    struct row row = {
        .primitive = vkscan_primitive_name(plan.primitive),
        .algorithm = vkscan_algorithm_name(params->algorithm),
        .type = plan.type->name,
        .op = plan.op->name,
        .count = plan.capacity,
        .processors = t->processors.count,
        .work = formulas.work ? formulas.work : "-",
        .steps = formulas.steps ? formulas.steps : "-",
    };

    metrics_fit_tile(&plan, plan.shape.workgroup_size);
    metrics_compute(&plan, t->s->caps.subgroup_size, row.count, row.processors, &row.metrics);
    bench_format_count(row.count, elements);
    if (table == TABLE_MOVES) {
        print_moves(t->s->report.text, &row, elements);
        return;
    }
    cJSON *object = cJSON_CreateObject();
    print_steps(t->s->report.text, &row, elements);
    fields_add(object, fields, &row);
    add_figures(t, &plan, object);
    cJSON_AddItemToArray(t->table, object);
}

/* ---- all rows ---- */

static bool resolve(struct theory *t, const vkscan_plan_params *params, struct plan *plan)
{
    const struct report errors = {.message = t->s->context.message, .user = t->s};

    return vks_plan_resolve(&t->s->caps, params, &errors, plan) == VK_SUCCESS;
}

/* Reports a count. What the device or the algorithm refuses is left out with `all`, and a failure
 * otherwise. */
static int report_count(struct theory *t, enum table table, vkscan_plan_params params)
{
    const struct bench_options *options = t->s->options;
    uint32_t rows = 0;

    for (uint32_t i = 0; i < options->algorithm_count; i++) {
        struct plan plan;
        params.algorithm = options->algorithms[i];
        if (!bench_options_want(options, params.algorithm, params.primitive))
            continue;
        if (resolve(t, &params, &plan)) {
            report_row(t, table, &params, &plan);
            rows++;
        } else if (!options->all_algorithms) {
            return failed("%s", t->s->message);
        }
    }
    if (rows == 0)
        return failed("%s", t->s->message);
    fprintf(t->s->report.text, "\n");
    return 0;
}

/* Reports a figure of each step: of a tile, in which the capacity plays no part, or of a run of the
 * capacity in device memory. */
static void report_figure(struct theory *t, enum figure figure, vkscan_plan_params params)
{
    const struct bench_options *options = t->s->options;
    FILE *to = t->s->report.text;
    bool titled = false;

    for (uint32_t i = 0; i < options->algorithm_count; i++) {
        struct plan plan;
        struct figures of = {.count = 0};
        params.algorithm = options->algorithms[i];
        if (resolve(t, &params, &plan))
            of = find_figures(t, figure, &plan);
        if (of.count == 0)
            continue;
        if (!titled)
            fprintf(to, "%s, step by step:\n\n", figure_rows[figure].title);
        titled = true;
        print_figures(to, vkscan_algorithm_name(params.algorithm), figure_rows[figure].label, &of);
        if (figure == PADDED) {
            of = find_figures(t, UNPADDED, &plan);
            print_figures(to, "", figure_rows[UNPADDED].label, &of);
        }
    }
    if (titled)
        fprintf(to, "\n");
}

static int report_table(struct theory *t, enum table table, vkscan_plan_params *params)
{
    const struct bench_options *options = t->s->options;
    int status = 0;

    fputs(titles[table], t->s->report.text);
    for (uint32_t i = 0; i < options->sizes.count && !status; i++) {
        bench_options_set_size(t->s->options, options->sizes.list[i], params);
        status = report_count(t, table, *params);
    }
    return status;
}

static int report_primitive(struct theory *t, vkscan_plan_params params)
{
    int status = 0;

    fprintf(t->s->report.text, "%s, %s, %s: in theory, with p = %" PRIu64 " processors (%s)\n\n",
            vkscan_primitive_name(params.primitive), vkscan_op_name(params.op),
            vkscan_type_name(params.type), t->processors.count, t->processors.origin);
    for (enum table table = 0; table < TABLES && !status; table++)
        status = report_table(t, table, &params);
    for (enum figure k = 0; k < COUNT_OF(figure_rows) && !status; k++)
        if (figure_rows[k].title)
            report_figure(t, k, params);
    return status;
}

int bench_metrics(struct session *s)
{
    const struct bench_options *options = s->options;
    struct theory t = {.s = s};

    int status = bench_report_open(&s->report, &s->gpu, NULL, options);
    if (status)
        return status;
    t.processors = options->processors ? (struct processors){options->processors, "as asked for"}
                                       : bench_find_processors(&s->gpu);
    t.table = bench_report_add_table(&s->report, "metrics");
    for (uint32_t p = 0; p < options->primitive_count && !status; p++)
        status =
            report_primitive(&t, (vkscan_plan_params){.struct_size = sizeof(vkscan_plan_params),
                                                      .primitive = options->primitives[p],
                                                      .op = options->subject.op,
                                                      .type = options->type});
    if (!status)
        status = bench_report_write(&s->report);
    bench_report_close(&s->report);
    return status;
}
