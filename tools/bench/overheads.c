/* SPDX-License-Identifier: MIT */
#include "overheads.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "measure/overhead.h"
#include "report/csv.h"
#include "report/files.h"
#include "report/json.h"
#include "report/table.h"
#include "failure.h"
#include "platform.h"
#include "progress.h"
#include "rows.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

struct costs {
    struct session *s;
    struct bench_files files;
    struct compilation reference;
    cJSON *rows; /* one for each pipeline */
};

/* ---- drivers' caches ---- */

static const struct {
    const char *name, *value;
} environment[] = {
    {"__GL_SHADER_DISK_CACHE", "0"},       /* NVIDIA */
    {"MESA_SHADER_CACHE_DISABLE", "true"}, /* Mesa */
    {"MESA_GLSL_CACHE_DISABLE", "true"},   /* its name before Mesa 22 */
};

bool bench_disable_caches(void)
{
    bool ok = true;

    for (size_t i = 0; ok && i < COUNT_OF(environment); i++)
        ok = platform_set_environment(environment[i].name, environment[i].value);
    return ok;
}

static void print_environment(FILE *to)
{
    fprintf(to, "drivers' caches on disk are off:");
    for (size_t i = 0; i < COUNT_OF(environment); i++)
        fprintf(to, " %s=%s", environment[i].name, environment[i].value);
    fprintf(to, "\n\n");
}

static cJSON *json_environment(void)
{
    cJSON *object = cJSON_CreateObject();

    for (size_t i = 0; i < COUNT_OF(environment); i++)
        cJSON_AddStringToObject(object, environment[i].name, environment[i].value);
    return object;
}

/* ---- rows ---- */

/* In 88 columns: a plan's labels or a pipeline's; three numbers, and a wider one. */
#define PLAN "%12s  %-38s"
#define PIPELINE "    %-48s"
#define NUMBERS " %7s %7s %7s %11s\n"

/* By CPU time, which other programs do not lengthen; by the clock where the system counts CPU time
 * too coarsely to find any. */
static double times_reference(const struct costs *costs, const struct compilation *compilation)
{
    const struct timing_host *one = &costs->reference.time, *time = &compilation->time;

    return one->cpu_ms > 0 ? time->cpu_ms / one->cpu_ms : time->ms / one->ms;
}

static void print_pipeline(const struct costs *costs, const struct compilation *compilation)
{
    FILE *to = costs->files.text;
    char label[64];

    snprintf(label, sizeof(label), "%s %s", compilation->kernel, compilation->class);
    fprintf(to, PIPELINE, label);
    bench_print_number(to, (double)compilation->bytes, 0);
    bench_print_number(to, compilation->time.ms, 4);
    bench_print_number(to, compilation->time.cpu_ms, 4);
    fprintf(to, "    ");
    bench_print_number(to, times_reference(costs, compilation), 3);
    fprintf(to, "\n");
}

static void print_titles(const struct costs *costs, const struct bench_row *row)
{
    FILE *to = costs->files.text;

    bench_table_subject(to, row);
    fprintf(to, ": ms to create a plan and each of its pipelines, us to record a run\n\n");
    fprintf(to, PLAN NUMBERS, "elements", "algorithm", "cold", "cached", "shared", "record");
    fprintf(to, PIPELINE NUMBERS, "pipeline", "bytes", "ms", "CPU ms", "x reference");
    print_pipeline(costs, &costs->reference);
}

static void print_plan(const struct costs *costs, const struct bench_row *row,
                       const struct overhead *overhead)
{
    FILE *to = costs->files.text;
    char count[BENCH_COUNT_SIZE], label[BENCH_ALGORITHM_SIZE];

    bench_format_count(row->count, count);
    bench_format_algorithm(row, label);
    fprintf(to, PLAN, count, label);
    bench_print_number(to, overhead->cold_ms, 4);
    bench_print_number(to, overhead->cached_ms, 4);
    bench_print_number(to, overhead->shared_ms, 4);
    fprintf(to, "    ");
    bench_print_number(to, overhead->record_us, 3);
    fprintf(to, "\n");
    for (uint32_t i = 0; i < overhead->compilations.count; i++)
        print_pipeline(costs, &overhead->compilations.list[i]);
}

static void add_compilation(cJSON *object, const struct compilation *compilation)
{
    cJSON_AddStringToObject(object, "kernel", compilation->kernel);
    cJSON_AddStringToObject(object, "class", compilation->class);
    cJSON_AddNumberToObject(object, "bytes", (double)compilation->bytes);
    cJSON_AddNumberToObject(object, "ms_compile", compilation->time.ms);
    cJSON_AddNumberToObject(object, "ms_cpu", compilation->time.cpu_ms);
}

/* With the plan's own numbers, so that each row is whole. */
static void add_rows(const struct costs *costs, const struct bench_row *row,
                     const struct overhead *overhead)
{
    const struct compilations *compilations = &overhead->compilations;

    for (uint32_t i = 0; i < compilations->count; i++) {
        cJSON *object = bench_json_subject(row);
        cJSON_AddNumberToObject(object, "n", (double)row->count);
        cJSON_AddNumberToObject(object, "ms_cold", overhead->cold_ms);
        cJSON_AddNumberToObject(object, "ms_cached", overhead->cached_ms);
        cJSON_AddNumberToObject(object, "ms_shared", overhead->shared_ms);
        cJSON_AddNumberToObject(object, "us_record", overhead->record_us);
        add_compilation(object, &compilations->list[i]);
        cJSON_AddNumberToObject(object, "x_reference",
                                times_reference(costs, &compilations->list[i]));
        cJSON_AddItemToArray(costs->rows, object);
    }
}

/* ---- all of them ---- */

/* In a bench of its own, with an empty cache. */
static void measure_plan(struct costs *costs, const vkscan_plan_params *params)
{
    struct session *s = costs->s;
    struct bench_row row = bench_make_row(s, params, vkscan_algorithm_name(params->algorithm));
    struct overhead overhead;

    if (!bench_query_row(s, params, s->options->all_algorithms, &row))
        return;
    progress("measuring %s of %" PRIu64, row.algorithm, params->capacity);
    const bool ok = bench_open_device(&s->bench, &s->gpu, params->capacity, params) &&
                    bench_overhead(&s->bench, params, &overhead);
    progress(NULL);
    if (ok) {
        print_plan(costs, &row, &overhead);
        add_rows(costs, &row, &overhead);
        s->rows++;
    } else {
        bench_lose_row(s, &row, s->bench.error);
    }
    bench_close(&s->bench);
}

static void measure_primitive(struct costs *costs, vkscan_primitive primitive)
{
    const struct bench_options *options = costs->s->options;
    vkscan_plan_params params;

    bench_options_plan(options, primitive, &params);
    const struct bench_row row = bench_make_row(costs->s, &params, "");
    print_titles(costs, &row);
    for (uint32_t i = 0; i < options->size_count; i++)
        for (uint32_t a = 0; a < options->algorithm_count; a++) {
            params.capacity = options->sizes[i];
            params.algorithm = options->algorithms[a];
            if (bench_options_want(options, params.algorithm, primitive))
                measure_plan(costs, &params);
        }
    fprintf(costs->files.text, "\n");
}

/* Takes the rows. */
static int write_json(struct costs *costs, const struct bench_results *results)
{
    cJSON *json = bench_json(results);

    cJSON_AddItemToObject(json, "environment", json_environment());
    add_compilation(cJSON_AddObjectToObject(json, "reference"), &costs->reference);
    cJSON_AddItemToObject(json, "overhead", costs->rows);
    costs->rows = NULL;
    return bench_json_print(json, &costs->files.outputs[BENCH_JSON]);
}

static int write_files(struct costs *costs, const struct bench_results *results)
{
    struct bench_files *files = &costs->files;
    int status = 0;

    if (files->paths[BENCH_CSV])
        status = bench_csv_write_rows(costs->rows, &files->outputs[BENCH_CSV]);
    if (!status && files->paths[BENCH_JSON])
        status = write_json(costs, results);
    return status ? status : bench_files_commit(files);
}

static int report_all(struct costs *costs, const struct bench_results *results)
{
    struct session *s = costs->s;
    const int status = bench_files_open(&costs->files);

    if (status)
        return status;
    if (!limits_compile_copy(&s->gpu, &costs->reference))
        return failed("the device does not take the limit shaders");
    bench_table_device(costs->files.text, results);
    print_environment(costs->files.text);
    for (uint32_t p = 0; p < s->options->primitive_count; p++)
        measure_primitive(costs, s->options->primitives[p]);
    return s->wrong || s->rows == 0 ? EXIT_FAILURE : write_files(costs, results);
}

int bench_overheads(struct session *s)
{
    struct costs costs = {.s = s, .rows = cJSON_CreateArray()};
    struct bench_results none;

    bench_files_init(&costs.files, s->options);
    bench_results_open(&none, &s->gpu, s->options->tuning_text, NULL);
    const int status = report_all(&costs, &none);
    bench_results_close(&none);
    bench_files_close(&costs.files);
    cJSON_Delete(costs.rows);
    return status;
}
