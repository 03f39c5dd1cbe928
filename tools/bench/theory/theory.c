/* SPDX-License-Identifier: MIT */
#include "theory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <cjson/cJSON.h>

#include "report/files.h"
#include "report/json.h"
#include "report/table.h"
#include "device_caps.h"
#include "failure.h"
#include "metrics.h"
#include "processors.h"
#include "resolve.h"

struct session {
    const struct bench_options *options;
    struct caps caps;
    struct processors processors;
    FILE *table;
    cJSON *json;
    uint32_t rows;
    char message[512]; /* why the last plan was refused */
};

/* ---- bank conflicts ---- */

/* Lanes that meet in a bank, in each step over a strided array. */
struct conflicts {
    uint32_t padded[CONFLICT_STEPS], unpadded[CONFLICT_STEPS];
    uint32_t count;
};

static void find_conflicts(const struct session *s, const struct plan *plan,
                           struct conflicts *conflicts)
{
    const uint32_t lanes = s->caps.subgroup_size;

    conflicts->count = metrics_conflicts(plan, lanes, SHAPE_BANKS, conflicts->padded);
    metrics_conflicts(plan, lanes, SHAPE_NO_PADDING, conflicts->unpadded);
}

static void print_conflict_line(FILE *to, const char *name, const char *kind,
                                const uint32_t *conflicts, uint32_t count)
{
    fprintf(to, "  %-19s  %-8s ", name, kind);
    for (uint32_t i = 0; i < count; i++)
        fprintf(to, " %" PRIu32, conflicts[i]);
    fputc('\n', to);
}

static void print_conflicts(FILE *to, const char *name, const struct conflicts *conflicts)
{
    print_conflict_line(to, name, "padded", conflicts->padded, conflicts->count);
    print_conflict_line(to, "", "unpadded", conflicts->unpadded, conflicts->count);
}

static void add_numbers(cJSON *object, const char *name, const uint32_t *numbers, uint32_t count)
{
    cJSON *array = cJSON_AddArrayToObject(object, name);

    for (uint32_t i = 0; i < count; i++)
        cJSON_AddItemToArray(array, cJSON_CreateNumber(numbers[i]));
}

/* ---- a row ---- */

/* In 100 columns. */
#define TITLES                                                                                     \
    "                                 steps     combi-   p T(n,p) --optimal    dis-  bar-       "  \
    "MB"                                                                                           \
    "  bytes\n"                                                                                    \
    "algorithm             elements    T(n)  nations W   = C(n,p) work cost patches riers    "     \
    "moved"                                                                                        \
    " shared\n"
#define ROW "%-19s %10s %7" PRIu64 " %10s %10s %4s %4s %7" PRIu64 " %5" PRIu64 " %8s %6" PRIu64 "\n"

static void print_titles(const struct session *s, const vkscan_plan_params *params)
{
    fprintf(s->table, "%s, %s, %s: in theory, with p = %" PRIu64 " processors (%s)\n\n",
            vkscan_primitive_name(params->primitive), vkscan_op_name(params->op),
            vkscan_type_name(params->type), s->processors.count, s->processors.origin);
    fputs(TITLES, s->table);
}

/* Exact up to ten digits. */
static void format_number(uint64_t number, char text[24])
{
    if (number < 10000000000u)
        snprintf(text, 24, "%" PRIu64, number);
    else
        snprintf(text, 24, "%.4e", (double)number);
}

static void format_megabytes(uint64_t bytes, char text[24])
{
    const double megabytes = (double)bytes / 1e6;

    snprintf(text, 24, "%.*f", megabytes < 1000 ? 3 : 0, megabytes);
}

static const char *yes_or_no(bool yes)
{
    return yes ? "yes" : "no";
}

static void print_row(FILE *to, const char *name, uint64_t count, const struct metrics *m)
{
    char elements[BENCH_COUNT_SIZE], work[24], cost[24], megabytes[24];

    bench_format_count(count, elements);
    format_number(m->work, work);
    format_number(m->cost, cost);
    format_megabytes(m->bytes_read + m->bytes_written, megabytes);
    fprintf(to, ROW, name, elements, m->steps, work, cost, yes_or_no(m->work_optimal),
            yes_or_no(m->cost_optimal), m->dispatches, m->path_barriers, megabytes,
            m->shared_bytes);
}

static void add_row(const struct session *s, const struct plan *plan, const char *name,
                    const struct metrics *m)
{
    struct conflicts conflicts;
    cJSON *object = cJSON_CreateObject();

    cJSON_AddStringToObject(object, "primitive", vkscan_primitive_name(plan->primitive));
    cJSON_AddStringToObject(object, "algorithm", name);
    cJSON_AddStringToObject(object, "type", plan->type->name);
    cJSON_AddStringToObject(object, "op", plan->op->name);
    cJSON_AddNumberToObject(object, "n", (double)plan->capacity);
    cJSON_AddNumberToObject(object, "processors", (double)s->processors.count);
    cJSON_AddNumberToObject(object, "steps", (double)m->steps);
    cJSON_AddNumberToObject(object, "work", (double)m->work);
    cJSON_AddNumberToObject(object, "time", (double)m->time);
    cJSON_AddNumberToObject(object, "cost", (double)m->cost);
    cJSON_AddBoolToObject(object, "work_optimal", m->work_optimal);
    cJSON_AddBoolToObject(object, "cost_optimal", m->cost_optimal);
    cJSON_AddNumberToObject(object, "dispatches", (double)m->dispatches);
    cJSON_AddNumberToObject(object, "pipeline_barriers", (double)m->pipeline_barriers);
    cJSON_AddNumberToObject(object, "path_barriers", (double)m->path_barriers);
    cJSON_AddNumberToObject(object, "barriers", (double)m->barriers);
    cJSON_AddNumberToObject(object, "bytes_read", (double)m->bytes_read);
    cJSON_AddNumberToObject(object, "bytes_written", (double)m->bytes_written);
    cJSON_AddNumberToObject(object, "shared_bytes", (double)m->shared_bytes);
    find_conflicts(s, plan, &conflicts);
    add_numbers(object, "conflicts_padded", conflicts.padded, conflicts.count);
    add_numbers(object, "conflicts_unpadded", conflicts.unpadded, conflicts.count);
    cJSON_AddItemToArray(s->json, object);
}

/* ---- all rows ---- */

static void keep_message(void *user, VkResult result, const char *message)
{
    struct session *s = user;

    (void)result;
    snprintf(s->message, sizeof(s->message), "%s", message);
}

static bool resolve(struct session *s, const vkscan_plan_params *params, struct plan *plan)
{
    const struct report errors = {keep_message, s};

    return vks_plan_resolve(&s->caps, params, &errors, plan) == VK_SUCCESS;
}

static void report_row(struct session *s, const vkscan_plan_params *params, const struct plan *plan)
{
    const char *name = vkscan_algorithm_name(params->algorithm);
    struct metrics metrics;

    metrics_compute(plan, s->caps.subgroup_size, params->capacity, s->processors.count, &metrics);
    print_row(s->table, name, params->capacity, &metrics);
    add_row(s, plan, name, &metrics);
    s->rows++;
}

/* What the device or the algorithm refuses is left out of `all`, and else a failure. */
static int report_count(struct session *s, vkscan_plan_params params)
{
    const struct bench_options *options = s->options;
    const uint32_t rows_before = s->rows;

    for (uint32_t i = 0; i < options->algorithm_count; i++) {
        struct plan plan;
        params.algorithm = options->algorithms[i];
        if (!bench_options_want(options, params.algorithm, params.primitive))
            continue;
        if (resolve(s, &params, &plan))
            report_row(s, &params, &plan);
        else if (!options->all_algorithms)
            return failed("%s", s->message);
    }
    if (s->rows == rows_before)
        return failed("%s", s->message);
    fprintf(s->table, "\n");
    return 0;
}

/* The capacity plays no part. */
static void report_conflicts(struct session *s, vkscan_plan_params params)
{
    const struct bench_options *options = s->options;
    bool titled = false;

    params.capacity = 0;
    for (uint32_t i = 0; i < options->algorithm_count; i++) {
        struct plan plan;
        struct conflicts conflicts = {.count = 0};
        params.algorithm = options->algorithms[i];
        if (resolve(s, &params, &plan))
            find_conflicts(s, &plan, &conflicts);
        if (conflicts.count == 0)
            continue;
        if (!titled)
            fprintf(s->table, "Lanes of %d that meet in one bank, step by step:\n\n",
                    CONFLICT_LANES);
        titled = true;
        print_conflicts(s->table, vkscan_algorithm_name(params.algorithm), &conflicts);
    }
    if (titled)
        fprintf(s->table, "\n");
}

static int report_primitive(struct session *s, vkscan_plan_params params)
{
    const struct bench_options *options = s->options;
    int status = 0;

    print_titles(s, &params);
    for (uint32_t i = 0; i < options->size_count && !status; i++) {
        params.capacity = options->sizes[i];
        status = report_count(s, params);
    }
    if (!status)
        report_conflicts(s, params);
    return status;
}

static int report_all(struct session *s)
{
    const struct bench_options *options = s->options;
    vkscan_plan_params params = {.op = options->op, .type = options->type};
    int status = 0;

    for (uint32_t p = 0; p < options->primitive_count && !status; p++) {
        params.primitive = options->primitives[p];
        status = report_primitive(s, params);
    }
    return status;
}

static int print_all(struct session *s, const struct bench_results *results)
{
    struct bench_files files;

    bench_files_init(&files, s->options);
    int status = bench_files_open(&files);
    s->table = files.text;
    s->json = cJSON_CreateArray();
    if (!status) {
        bench_table_device(s->table, results);
        status = report_all(s);
    }
    if (!status && files.paths[BENCH_JSON]) {
        cJSON *json = bench_json(results);
        cJSON_AddItemToObject(json, "metrics", s->json);
        s->json = NULL; /* taken over */
        status = bench_json_print(json, &files.outputs[BENCH_JSON]);
    }
    if (!status)
        status = bench_files_commit(&files);
    cJSON_Delete(s->json);
    bench_files_close(&files);
    return status;
}

int bench_metrics(const struct gpu *gpu, const struct bench_options *options)
{
    struct session s = {.options = options};
    struct bench_results none;

    int status = device_caps(gpu, &s.caps);
    if (status)
        return status;
    processors_find(gpu, &s.processors);
    if (options->processors)
        s.processors = (struct processors){options->processors, "as asked for"};
    bench_results_open(&none, gpu, options->tuning_text, NULL);
    status = print_all(&s, &none);
    bench_results_close(&none);
    return status;
}
