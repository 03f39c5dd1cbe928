/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "measure/overhead.h"
#include "failure.h"
#include "platform.h"
#include "session.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

struct costs {
    struct session *s;
    struct compilation reference;
    cJSON *table; /* a row for each pipeline */
};

#define OF_PLAN(member) offsetof(struct overhead, member)
#define OF_PIPELINE(member) offsetof(struct compilation, member)

static const struct field plan_fields[] = {
    {"n", FIELD_COUNT, OF_PLAN(count)},
    {"ms_cold", FIELD_NUMBER, OF_PLAN(cold_ms)},
    {"ms_cached", FIELD_NUMBER, OF_PLAN(cached_ms)},
    {"ms_shared", FIELD_NUMBER, OF_PLAN(shared_ms)},
    {"us_record", FIELD_NUMBER, OF_PLAN(record_us)},
    {NULL, 0, 0},
};

static const struct field pipeline_fields[] = {
    {"kernel", FIELD_TEXT, OF_PIPELINE(kernel)},
    {"class", FIELD_TEXT, OF_PIPELINE(class)},
    {"bytes", FIELD_COUNT, OF_PIPELINE(bytes)},
    {"ms_compile", FIELD_NUMBER, OF_PIPELINE(time.ms)},
    {"ms_cpu", FIELD_NUMBER, OF_PIPELINE(time.cpu_ms)},
    {NULL, 0, 0},
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

static void report_environment(const struct bench_report *report)
{
    cJSON *object = cJSON_AddObjectToObject(report->json, "environment");

    fprintf(report->text, "drivers' caches on disk are off:");
    for (size_t i = 0; i < COUNT_OF(environment); i++) {
        cJSON_AddStringToObject(object, environment[i].name, environment[i].value);
        fprintf(report->text, " %s=%s", environment[i].name, environment[i].value);
    }
    fprintf(report->text, "\n\n");
}

/* ---- rows ---- */

/* A line of 88 columns at most: the labels of a plan or of a pipeline, three numbers, and a wider
 * one. */
#define PLAN "%12s  %-38s"
#define PIPELINE "    %-48s"
#define TITLES " %7s %7s %7s %11s\n"

/* Returns the time as a multiple of the reference's: the CPU time, which other programs do not
 * lengthen; the clock's where the system counts CPU time too coarsely to find any. */
static double times_reference(const struct costs *costs, const struct compilation *compilation)
{
    const struct timing_host *one = &costs->reference.time, *time = &compilation->time;

    return one->cpu_ms > 0 ? time->cpu_ms / one->cpu_ms : time->ms / one->ms;
}

static void print_pipeline(const struct costs *costs, const struct compilation *compilation)
{
    FILE *to = costs->s->report.text;
    char label[64];

    snprintf(label, sizeof(label), "%s %s", compilation->kernel, compilation->class);
    fprintf(to, PIPELINE, label);
    bench_print_numbers(to, "044 3",
                        (const double[]){(double)compilation->bytes, compilation->time.ms,
                                         compilation->time.cpu_ms,
                                         times_reference(costs, compilation)});
}

static void print_titles(const struct costs *costs, const struct bench_row *row)
{
    FILE *to = costs->s->report.text;

    bench_table_subject(to, row);
    fprintf(to, ": ms to create a plan and each of its pipelines, us to record a run\n\n");
    fprintf(to, PLAN TITLES, "elements", "algorithm", "cold", "cached", "shared", "record");
    fprintf(to, PIPELINE TITLES, "pipeline", "bytes", "ms", "CPU ms", "x reference");
    print_pipeline(costs, &costs->reference);
}

/* Prints a line for the plan and for each pipeline. In the files, each pipeline's row repeats the
 * plan's numbers. */
static void report_plan(const struct costs *costs, const struct bench_row *row,
                        const struct overhead *overhead)
{
    FILE *to = costs->s->report.text;
    char count[BENCH_COUNT_SIZE], label[BENCH_ALGORITHM_SIZE];

    bench_format_count(row->count, count);
    bench_format_algorithm(row, label);
    fprintf(to, PLAN, count, label);
    bench_print_numbers(to, "444 3",
                        (const double[]){overhead->cold_ms, overhead->cached_ms,
                                         overhead->shared_ms, overhead->record_us});
    for (uint32_t i = 0; i < overhead->compilations.count; i++) {
        const struct compilation *compilation = &overhead->compilations.list[i];
        cJSON *object = cJSON_CreateObject();
        print_pipeline(costs, compilation);
        fields_add(object, bench_subject_fields, row);
        fields_add(object, plan_fields, overhead);
        fields_add(object, pipeline_fields, compilation);
        cJSON_AddNumberToObject(object, "x_reference", times_reference(costs, compilation));
        cJSON_AddItemToArray(costs->table, object);
    }
}

/* ---- all of them ---- */

/* Measures a plan in a bench of its own, with an empty cache. */
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
        report_plan(costs, &row, &overhead);
        s->rows++;
    } else {
        bench_lose_row(s, &row, s->bench.error);
    }
    bench_close(&s->bench);
}

static void measure_primitive(struct costs *costs, vkscan_primitive primitive)
{
    struct bench_options *options = costs->s->options;
    vkscan_plan_params params;

    bench_options_plan(options, primitive, &params);
    const struct bench_row row = bench_make_row(costs->s, &params, "");
    print_titles(costs, &row);
    for (uint32_t i = 0; i < options->sizes.count; i++)
        for (uint32_t a = 0; a < options->algorithm_count; a++) {
            params.capacity = options->sizes.list[i];
            params.algorithm = options->algorithms[a];
            if (bench_options_want(options, params.algorithm, primitive))
                measure_plan(costs, &params);
        }
    fprintf(costs->s->report.text, "\n");
}

int bench_overheads(struct session *s)
{
    struct bench_report *report = &s->report;
    struct costs costs = {.s = s};

    int status = bench_report_open(report, &s->gpu, NULL, s->options);
    if (status)
        return status;
    report_environment(report);
    status = limits_compile_copy(&s->gpu, &costs.reference)
                 ? 0
                 : failed("the device does not take the limit shaders");
    fields_add(cJSON_AddObjectToObject(report->json, "reference"), pipeline_fields,
               &costs.reference);
    costs.table = bench_report_add_table(report, "overhead");
    for (uint32_t p = 0; p < s->options->primitive_count && !status; p++)
        measure_primitive(&costs, s->options->primitives[p]);
    if (!status)
        status = s->wrong || s->rows == 0 ? EXIT_FAILURE : bench_report_write(report);
    bench_report_close(report);
    return status;
}
