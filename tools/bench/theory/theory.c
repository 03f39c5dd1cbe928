/* SPDX-License-Identifier: MIT */
#include <inttypes.h>

#include "failure.h"
#include "metrics.h"
#include "primitive.h"
#include "session.h"

struct theory {
    struct session *s;
    struct processors processors;
    cJSON *table;
};

/* The number of lanes that meet in a bank, for each step over a strided array. */
struct conflicts {
    uint32_t padded[STEPS_MAX], unpadded[STEPS_MAX];
    uint32_t count;
};

static struct conflicts find_conflicts(const struct theory *t, const struct plan *plan)
{
    const uint32_t lanes = t->s->caps.subgroup_size;
    struct conflicts conflicts;

    conflicts.count = metrics_conflicts(plan, lanes, SHAPE_BANKS, conflicts.padded);
    metrics_conflicts(plan, lanes, SHAPE_NO_PADDING, conflicts.unpadded);
    return conflicts;
}

static void print_conflicts(FILE *to, const char *name, const char *kind, const uint32_t *conflicts,
                            uint32_t count)
{
    fprintf(to, "  %-19s  %-8s ", name, kind);
    for (uint32_t i = 0; i < count; i++)
        fprintf(to, " %" PRIu32, conflicts[i]);
    fputc('\n', to);
}

static void add_conflicts(cJSON *object, const char *name, const uint32_t *conflicts,
                          uint32_t count)
{
    cJSON *array = cJSON_AddArrayToObject(object, name);

    for (uint32_t i = 0; i < count; i++)
        cJSON_AddItemToArray(array, cJSON_CreateNumber(conflicts[i]));
}

/* ---- a row ---- */

struct row {
    const char *primitive, *algorithm, *type, *op;
    uint64_t count, processors;
    struct metrics metrics;
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
    {"time", FIELD_COUNT, OF_ROW(metrics.time)},
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

/* A table of 100 columns. */
#define TITLES                                                                                     \
    "                                 steps     combi-   p T(n,p) --optimal    dis-  bar-       "  \
    "MB"                                                                                           \
    "  bytes\n"                                                                                    \
    "algorithm             elements    T(n)  nations W   = C(n,p) work cost patches riers    "     \
    "moved"                                                                                        \
    " shared\n"
#define ROW                                                                                        \
    "%-19s %10s %7" PRIu64 " %10s %10s %4s %4s %7" PRIu64 " %5" PRIu64 " %8.*f %6" PRIu64 "\n"

/* Formats a number exactly up to ten digits. */
static void format_number(uint64_t number, char text[24])
{
    if (number < 10000000000u)
        snprintf(text, 24, "%" PRIu64, number);
    else
        snprintf(text, 24, "%.4e", (double)number);
}

static void print_row(FILE *to, const struct row *row)
{
    const struct metrics *m = &row->metrics;
    const double megabytes = (double)(m->bytes_read + m->bytes_written) / 1e6;
    char elements[BENCH_COUNT_SIZE], work[24], cost[24];

    bench_format_count(row->count, elements);
    format_number(m->work, work);
    format_number(m->cost, cost);
    fprintf(to, ROW, row->algorithm, elements, m->steps, work, cost, m->work_optimal ? "yes" : "no",
            m->cost_optimal ? "yes" : "no", m->dispatches, m->path_barriers,
            megabytes < 1000 ? 3 : 0, megabytes, m->shared_bytes);
}

static void report_row(const struct theory *t, const vkscan_plan_params *params,
                       const struct plan *plan)
{
    const struct conflicts conflicts = find_conflicts(t, plan);
    cJSON *object = cJSON_CreateObject();
    struct row row = {
        .primitive = vkscan_primitive_name(plan->primitive),
        .algorithm = vkscan_algorithm_name(params->algorithm),
        .type = plan->type->name,
        .op = plan->op->name,
        .count = plan->capacity,
        .processors = t->processors.count,
    };

    metrics_compute(plan, t->s->caps.subgroup_size, row.count, row.processors, &row.metrics);
    print_row(t->s->report.text, &row);
    fields_add(object, fields, &row);
    add_conflicts(object, "conflicts_padded", conflicts.padded, conflicts.count);
    add_conflicts(object, "conflicts_unpadded", conflicts.unpadded, conflicts.count);
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
static int report_count(struct theory *t, vkscan_plan_params params)
{
    const struct bench_options *options = t->s->options;
    uint32_t rows = 0;

    for (uint32_t i = 0; i < options->algorithm_count; i++) {
        struct plan plan;
        params.algorithm = options->algorithms[i];
        if (!bench_options_want(options, params.algorithm, params.primitive))
            continue;
        if (resolve(t, &params, &plan)) {
            report_row(t, &params, &plan);
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

/* Reports the bank conflicts, in which the capacity plays no part. */
static void report_conflicts(struct theory *t, vkscan_plan_params params)
{
    const struct bench_options *options = t->s->options;
    FILE *to = t->s->report.text;
    bool titled = false;

    params.capacity = 0;
    for (uint32_t i = 0; i < options->algorithm_count; i++) {
        struct plan plan;
        struct conflicts conflicts = {.count = 0};
        params.algorithm = options->algorithms[i];
        if (resolve(t, &params, &plan))
            conflicts = find_conflicts(t, &plan);
        if (conflicts.count == 0)
            continue;
        if (!titled)
            fprintf(to, "Lanes of %d that meet in one bank, step by step:\n\n", CONFLICT_LANES);
        titled = true;
        print_conflicts(to, vkscan_algorithm_name(params.algorithm), "padded", conflicts.padded,
                        conflicts.count);
        print_conflicts(to, "", "unpadded", conflicts.unpadded, conflicts.count);
    }
    if (titled)
        fprintf(to, "\n");
}

static int report_primitive(struct theory *t, vkscan_plan_params params)
{
    const struct bench_options *options = t->s->options;
    int status = 0;

    fprintf(t->s->report.text,
            "%s, %s, %s: in theory, with p = %" PRIu64 " processors (%s)\n\n" TITLES,
            vkscan_primitive_name(params.primitive), vkscan_op_name(params.op),
            vkscan_type_name(params.type), t->processors.count, t->processors.origin);
    for (uint32_t i = 0; i < options->sizes.count && !status; i++) {
        bench_options_set_size(t->s->options, options->sizes.list[i], &params);
        status = report_count(t, params);
    }
    if (!status)
        report_conflicts(t, params);
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
