/* SPDX-License-Identifier: MIT */
/* vkscan-bench: how fast the algorithms are on a device, next to its memory and to a CPU. */
#define _POSIX_C_SOURCE 200809L /* isatty */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "bench_measure.h"
#include "bench_options.h"
#include "bench_report.h"
#include "failure.h"

const char program_name[] = "vkscan-bench";

#define MAX_ROWS (BENCH_MAX_NAMES + 2)

/* What suits a GPU, and what a CPU that plays one can do in a minute. */
static const uint64_t gpu_sizes[] = {1u << 16, 1u << 20, 1u << 24, 1u << 28};
static const uint64_t cpu_sizes[] = {1u << 12, 1u << 16, 1u << 20, 1u << 22};
#define DEFAULT_SIZES 4

struct session {
    const struct bench_options *options;
    struct gpu gpu;
    struct bench bench;
    struct bench_report *report;
    uint32_t rows;
    bool wrong;
    char message[512]; /* the library's last */
};

static void progress(const char *format, const char *name, uint64_t count)
{
    if (!isatty(STDERR_FILENO))
        return;
    fprintf(stderr, "\r\033[K");
    if (format)
        fprintf(stderr, format, name, count);
    fflush(stderr);
}

static void choose_sizes(struct bench_options *options, const struct gpu *gpu)
{
    const bool cpu = gpu->properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;

    if (options->size_count > 0)
        return;
    for (uint32_t i = 0; i < DEFAULT_SIZES; i++)
        options->sizes[options->size_count++] = (cpu ? cpu_sizes : gpu_sizes)[i];
}

/* Elements that source and destination can have: what a descriptor and the memory hold. */
static uint64_t largest_count(const struct gpu *gpu, uint32_t element_size)
{
    const VkDeviceSize memory = gpu_memory_size(gpu) / 5 * 2;
    const VkDeviceSize bytes =
        gpu->info.max_buffer_size < memory ? gpu->info.max_buffer_size : memory;

    return bytes / element_size;
}

/* Leaves out, with a word, what the device cannot hold. Returns the largest that is left. */
static uint64_t fit_sizes(struct bench_options *options, const struct gpu *gpu)
{
    const uint64_t limit = largest_count(gpu, vkscan_type_size(options->type));
    uint64_t largest = 0;
    uint32_t kept = 0;

    for (uint32_t i = 0; i < options->size_count; i++) {
        const uint64_t size = options->sizes[i];
        if (size == 0 || size > limit) {
            fprintf(stderr,
                    "%s: %" PRIu64 " elements left out: this device can be measured with "
                    "1 to %" PRIu64 "\n",
                    program_name, size, limit);
            continue;
        }
        options->sizes[kept++] = size;
        largest = size > largest ? size : largest;
    }
    options->size_count = kept;
    return largest;
}

static struct bench_row make_row(const vkscan_plan_params *params, const char *algorithm)
{
    const bool reduce = params->primitive == VKSCAN_PRIMITIVE_REDUCE;

    return (struct bench_row){
        .primitive = vkscan_primitive_name(params->primitive),
        .algorithm = algorithm,
        .type = vkscan_type_name(params->type),
        .op = vkscan_op_name(params->op),
        .count = params->capacity,
        .bytes = params->capacity * vkscan_type_size(params->type) * (reduce ? 1 : 2),
    };
}

/* Reports a row that could not be measured or was wrong; the others go on. */
static void lose_row(struct session *s, const struct bench_row *row)
{
    progress(NULL, NULL, 0);
    failed("%s %s of %" PRIu64 ": %s", row->algorithm, row->primitive, row->count, s->bench.error);
    s->wrong = true;
}

static void measure_count(struct session *s, vkscan_plan_params params)
{
    const struct bench_options *options = s->options;
    const enum limit limit = params.primitive == VKSCAN_PRIMITIVE_REDUCE ? LIMIT_READ : LIMIT_COPY;
    struct bench_row rows[MAX_ROWS];
    uint32_t n = 0;

    progress("measuring %s of %" PRIu64, limits_name(limit), params.capacity);
    rows[0] = make_row(&params, limits_name(limit));
    rows[1] = make_row(&params, "cpu");
    if (!bench_limit(&s->bench, limit, params.capacity, options->repeat, &rows[0].time)) {
        lose_row(s, &rows[0]);
        return;
    }
    if (!bench_cpu(&s->bench, &params, options->repeat, &rows[1].time)) {
        lose_row(s, &rows[1]);
        return;
    }
    n = 2;
    for (uint32_t i = 0; i < options->algorithm_count; i++) {
        params.algorithm = options->algorithms[i];
        if (options->all_algorithms &&
            !vkscan_algorithm_summary(params.algorithm, params.primitive))
            continue;
        rows[n] = make_row(&params, vkscan_algorithm_name(params.algorithm));
        progress("measuring %s of %" PRIu64, rows[n].algorithm, params.capacity);
        if (bench_algorithm(&s->bench, &params, options->repeat, &rows[n].time))
            n++;
        else
            lose_row(s, &rows[n]);
    }
    progress(NULL, NULL, 0);
    for (uint32_t i = 0; i < n; i++) {
        rows[i].limit_ratio = rows[0].time.median / rows[i].time.median;
        rows[i].cpu_ratio = rows[1].time.median / rows[i].time.median;
    }
    bench_report_rows(s->report, rows, n);
    s->rows += n - 2;
}

static int measure_all(struct session *s, uint64_t capacity)
{
    const struct bench_options *options = s->options;
    vkscan_plan_params params = {.op = options->op, .type = options->type};

    progress("preparing %s of %" PRIu64 " elements", "buffers", capacity);
    if (!bench_open(&s->bench, &s->gpu, capacity, &params)) {
        progress(NULL, NULL, 0);
        bench_close(&s->bench);
        return failed("%s", s->bench.error);
    }
    for (uint32_t p = 0; p < options->primitive_count; p++) {
        params.primitive = options->primitives[p];
        progress(NULL, NULL, 0);
        bench_report_title(
            vkscan_primitive_name(params.primitive), vkscan_op_name(params.op),
            vkscan_type_name(params.type),
            limits_name(params.primitive == VKSCAN_PRIMITIVE_REDUCE ? LIMIT_READ : LIMIT_COPY));
        for (uint32_t i = 0; i < options->size_count; i++) {
            params.capacity = options->sizes[i];
            measure_count(s, params);
        }
    }
    bench_close(&s->bench);
    return 0;
}

static void keep_message(void *user, VkResult result, const char *message)
{
    struct session *s = user;

    (void)result;
    snprintf(s->message, sizeof(s->message), "%s", message);
}

/* Whether the device can run what was asked for; of `all` algorithms it may lack some. */
static int check_plans(struct session *s)
{
    const struct bench_options *options = s->options;
    vkscan_context_params context = gpu_context_params(&s->gpu);
    vkscan_plan_params plan = {.op = options->op, .type = options->type};

    context.message = keep_message;
    context.message_user = s;
    if (vkscan_query_plan(&context, &plan) != VK_SUCCESS)
        return misused("%s", s->message);
    for (uint32_t p = 0; p < options->primitive_count && !options->all_algorithms; p++)
        for (uint32_t i = 0; i < options->algorithm_count; i++) {
            plan.primitive = options->primitives[p];
            plan.algorithm = options->algorithms[i];
            if (vkscan_query_plan(&context, &plan) != VK_SUCCESS)
                return failed("%s", s->message);
        }
    return 0;
}

static int run(struct session *s, struct bench_options *options)
{
    choose_sizes(options, &s->gpu);
    const uint64_t capacity = fit_sizes(options, &s->gpu);
    if (capacity == 0)
        return failed("no size is left to measure");
    s->report = bench_report_open(&s->gpu, options->json);
    if (!s->report)
        return EXIT_FAILURE;
    const bool measured = measure_all(s, capacity) == 0;
    const bool written = bench_report_close(s->report) == 0;
    const bool passed = measured && !s->wrong && s->rows > 0;
    printf("%s\n", passed ? "GOLD TEST PASSED!" : "GOLD TEST FAILED");
    return passed && written ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    struct bench_options options;
    struct session s = {.options = &options};
    int status;

    if (!bench_options_parse(argc, argv, &options, &status))
        return status;
    if (!gpu_open(&s.gpu, &(struct gpu_options){.device = options.device}))
        return failed("%s", s.gpu.error);
    status = check_plans(&s);
    if (status == 0)
        status = run(&s, &options);
    gpu_close(&s.gpu);
    return status;
}
