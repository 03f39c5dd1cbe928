/* SPDX-License-Identifier: MIT */
/* --overhead: what the host pays to create plans, with and without compiled pipelines, and to
 * record runs. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"
#include "platform.h"
#include "session.h"
#include "vulkan_device.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

#define COMPILATIONS_MAX 12 /* more than an algorithm has stages */

struct compilations {
    struct compilation list[COMPILATIONS_MAX];
    uint32_t count;
};

struct overhead {
    uint64_t count;                       /* elements */
    double cold_ms, cached_ms, shared_ms; /* milliseconds to create a plan */
    double record_us;                     /* microseconds to record a run */
    struct compilations compilations;     /* those of the cold plan */
};

#define RECORDINGS 1000 /* runs in a command buffer */
#define REPEATS 9       /* command buffers; the median of their times counts */

/* ---- pipelines ---- */

_Static_assert(ALGORITHM_MAX_STAGES <= COMPILATIONS_MAX, "a plan's pipelines are listed");

/* A loader's functions, which are the Vulkan loader's except for those that compile pipelines, have
 * no parameter for the caller's data. */
static struct compilations *watched;
static struct timing_host began;

static bool is_module(struct shader shader, const VkShaderModuleCreateInfo *info)
{
    uint32_t memory;

    if (vks_unpacked_words(shader.packed, &memory) * sizeof(uint32_t) != info->codeSize)
        return false;
    unsigned char *unpacked = malloc(info->codeSize + memory);
    const bool same = unpacked &&
                      vks_unpack(shader.packed, unpacked + info->codeSize, (uint32_t *)unpacked) &&
                      memcmp(unpacked, info->pCode, info->codeSize) == 0;
    free(unpacked);
    return same;
}

/* Returns the library's module with this code: all modules are embedded. */
static struct shader shader_of(const VkShaderModuleCreateInfo *info)
{
    uint32_t i = 0;

    while (vks_shaders_entry(i + 1).kernel && !is_module(vks_shaders_entry(i), info))
        i++;
    return vks_shaders_entry(i);
}

static VKAPI_ATTR VkResult VKAPI_CALL create_module(VkDevice device,
                                                    const VkShaderModuleCreateInfo *info,
                                                    const VkAllocationCallbacks *allocator,
                                                    VkShaderModule *module)
{
    const struct shader shader = shader_of(info);

    watched->list[watched->count] = (struct compilation){
        .kernel = shader.kernel,
        .class = shader.class,
        .bytes = info->codeSize,
    };
    began = timing_host_start();
    return vkCreateShaderModule(device, info, allocator, module);
}

static VKAPI_ATTR VkResult VKAPI_CALL create_pipelines(VkDevice device, VkPipelineCache cache,
                                                       uint32_t count,
                                                       const VkComputePipelineCreateInfo *infos,
                                                       const VkAllocationCallbacks *allocator,
                                                       VkPipeline *pipelines)
{
    const VkResult result =
        vkCreateComputePipelines(device, cache, count, infos, allocator, pipelines);

    if (result == VK_SUCCESS)
        watched->list[watched->count++].time = timing_host_since(began);
    return result;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_device_function(VkDevice device,
                                                                    const char *name)
{
    if (strcmp(name, "vkCreateShaderModule") == 0)
        return (PFN_vkVoidFunction)create_module;
    if (strcmp(name, "vkCreateComputePipelines") == 0)
        return (PFN_vkVoidFunction)create_pipelines;
    return vkGetDeviceProcAddr(device, name);
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_function(VkInstance instance, const char *name)
{
    if (strcmp(name, "vkGetDeviceProcAddr") == 0)
        return (PFN_vkVoidFunction)get_device_function;
    return vkGetInstanceProcAddr(instance, name);
}

/* Returns a loader for a context. The context then adds each pipeline that it compiles to the list.
 * Only one context at a time may have such a loader, and it creates one plan. */
static PFN_vkGetInstanceProcAddr compilations_watch(struct compilations *list)
{
    *list = (struct compilations){0};
    watched = list;
    return get_function;
}

/* ---- plans ---- */

static bool time_plan(const struct bench *bench, const vkscan_plan_params *params, double *ms)
{
    const double start = platform_now_ms();
    vkscan_plan *plan;

    const bool ok = vkscan_plan_create(bench->context, params, &plan) == VK_SUCCESS;
    *ms = platform_now_ms() - start;
    vkscan_plan_destroy(plan);
    return ok;
}

/* Times three plans. The second context, which stays open, finds in the cache what the first one
 * has compiled; its second plan finds the pipelines in the context. */
static bool time_plans(struct bench *bench, const vkscan_plan_params *params,
                       struct overhead *overhead)
{
    bench->loader = compilations_watch(&overhead->compilations);
    const bool ok = bench_renew_context(bench) && time_plan(bench, params, &overhead->cold_ms);
    bench->loader = vkGetInstanceProcAddr;
    return ok && bench_renew_context(bench) && time_plan(bench, params, &overhead->cached_ms) &&
           time_plan(bench, params, &overhead->shared_ms);
}

/* ---- recordings ---- */

/* Stores the microseconds to record a run, as the mean over a command buffer that is not submitted.
 * Without a binding, runs are recorded with buffers. */
static bool time_runs(struct bench *bench, const vkscan_plan *plan, const vkscan_binding *binding,
                      const struct port_buffers *buffers, const vkscan_plan_params *params,
                      double *us)
{
    const void *seed = bench_seed(bench, params);
    VkCommandBuffer commands = gpu_begin(bench->gpu);
    VkResult result = VK_SUCCESS;

    if (!commands)
        return bench_fail(bench, bench->gpu->error);
    const double start = platform_now_ms();
    for (uint32_t i = 0; i < RECORDINGS && result == VK_SUCCESS; i++)
        result = binding ? binding_run(binding, commands, params->capacity, seed)
                         : port_buffers_run(plan, commands, buffers, params->capacity, seed);
    *us = (platform_now_ms() - start) * 1e3 / RECORDINGS;
    const bool ended = vkEndCommandBuffer(commands) == VK_SUCCESS;
    vkFreeCommandBuffers(bench->gpu->device, bench->gpu->command_pool, 1, &commands);
    return result == VK_SUCCESS &&
           (ended || bench_fail(bench, "the command buffer cannot hold the runs"));
}

static bool time_recordings(struct bench *bench, const vkscan_plan *plan,
                            const vkscan_plan_params *params, double *us)
{
    struct port_buffers buffers;
    vkscan_binding *binding = NULL;
    double times[REPEATS];

    bool ok = bench_buffers(bench, plan, params, &buffers);
    if (ok && params->access == VKSCAN_ACCESS_DESCRIPTOR_SETS)
        ok = port_buffers_bind(plan, &buffers, &binding) == VK_SUCCESS;
    for (uint32_t i = 0; i < REPEATS && ok; i++)
        ok = time_runs(bench, plan, binding, &buffers, params, &times[i]);
    *us = ok ? timing_summarize(times, REPEATS).median : 0;
    vkscan_binding_destroy(binding);
    return ok;
}

/* Measures a plan for params->capacity elements, on a bench that was opened for this plan alone, so
 * that its cache is empty. Returns false with the reason in bench->error. */
static bool measure_overhead(struct bench *bench, const vkscan_plan_params *params,
                             struct overhead *overhead)
{
    vkscan_plan *plan = NULL;

    *overhead = (struct overhead){.count = params->capacity};
    if (!bench->pipelines)
        return bench_fail(bench, "there is no pipeline cache");
    const bool ok = time_plans(bench, params, overhead) &&
                    vkscan_plan_create(bench->context, params, &plan) == VK_SUCCESS &&
                    time_recordings(bench, plan, params, &overhead->record_us);
    vkscan_plan_destroy(plan);
    return ok;
}

/* ---- the report ---- */

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
    const bool ok = bench_open(&s->bench, &s->gpu, params->capacity, 0, params, true) &&
                    measure_overhead(&s->bench, params, &overhead);
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
            bench_options_set_size(options, options->sizes.list[i], &params);
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
