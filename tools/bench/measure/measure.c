/* SPDX-License-Identifier: MIT */
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parallel.h"

#define POISON 0xdeadbeefu

_Static_assert(TIMING_MAX_REPEATS < GPU_TIMER_SLOTS, "one timestamp more than there are repeats");

/* ---- the device ---- */

/* What is timed: a plan's run, or a limit's shader. */
struct bench_subject {
    vkscan_binding *binding; /* NULL: a limit is timed */
    uint64_t count;          /* elements of the plan's run */
    const void *seed;        /* the run's seed, or NULL */
    struct limit_work limit;
    uint32_t shape;
};

/* A timed subject, as timing_measure() passes it on. */
struct timed {
    struct bench *bench;
    const struct bench_subject *subject;
};

static bool record(struct bench *bench, const struct bench_subject *subject,
                   VkCommandBuffer commands)
{
    if (subject->binding)
        return binding_run(subject->binding, commands, subject->count, subject->seed) == VK_SUCCESS;
    limits_record(bench->gpu, &bench->limits, &subject->limit, subject->shape, commands);
    return true;
}

static bool record_batch(struct bench *bench, const struct bench_subject *subject, uint32_t batch,
                         VkCommandBuffer commands)
{
    for (uint32_t i = 0; i < batch; i++) {
        if (!record(bench, subject, commands))
            return false;
        gpu_compute_barrier(commands);
    }
    return true;
}

static bool submit(struct bench *bench, VkCommandBuffer commands)
{
    if (!gpu_submit(bench->gpu, commands))
        return bench_fail(bench, bench->gpu->error);
    bench->busy_ms = platform_now_ms();
    return true;
}

/* Times the batches in one submission. */
static bool time_batches(void *user, uint32_t batch, uint32_t repeats, double *times)
{
    const struct timed *timed = user;
    struct bench *bench = timed->bench;
    VkCommandBuffer commands = gpu_begin(bench->gpu);

    if (!commands)
        return bench_fail(bench, bench->gpu->error);
    gpu_timer_reset(bench->gpu, commands);
    gpu_timer_mark(bench->gpu, commands, 0);
    for (uint32_t i = 0; i < repeats; i++) {
        if (!record_batch(bench, timed->subject, batch, commands))
            return false;
        gpu_timer_mark(bench->gpu, commands, i + 1);
    }
    if (!submit(bench, commands))
        return false;
    for (uint32_t i = 0; i < repeats; i++) {
        if (!gpu_timer_ms(bench->gpu, i, i + 1, &times[i]))
            return bench_fail(bench, bench->gpu->error);
        times[i] /= batch;
    }
    return true;
}

/* Times the subject. Returns false with the reason in bench->error; so does run_once(). */
static bool time_subject(struct bench *bench, const struct bench_subject *subject, uint32_t repeat,
                         struct timing *time)
{
    const bool warms_up = bench->gpu->properties.deviceType != VK_PHYSICAL_DEVICE_TYPE_CPU;
    struct timed timed = {bench, subject};

    return timing_measure(time_batches, &timed, warms_up ? &bench->busy_ms : NULL, repeat, time);
}

/* Runs the subject once, over a destination filled with `fill`, and downloads the destination's
 * first bytes to bench->result. */
static bool run_once(struct bench *bench, const struct bench_subject *subject, uint32_t fill,
                     VkDeviceSize result_size)
{
    VkCommandBuffer commands = gpu_begin(bench->gpu);

    if (!commands)
        return bench_fail(bench, bench->gpu->error);
    vkCmdFillBuffer(commands, bench->destination.buffer, 0, bench->count_place, fill);
    gpu_barrier(commands);
    if (!record(bench, subject, commands))
        return false;
    gpu_barrier(commands);
    if (!submit(bench, commands))
        return false;
    return gpu_download(bench->gpu, &bench->destination, 0, bench->result, result_size) ||
           bench_fail(bench, bench->gpu->error);
}

/* ---- plans ---- */

static bool check_algorithm(struct bench *bench, const vkscan_plan_params *params)
{
    const struct subject_run run = bench_run_of(bench, params);
    uint64_t at = 0;

    if (subject_of(params->primitive)->check(&run, &at))
        return true;
    if (at == params->capacity)
        return bench_fail(bench, "the result is wrong");
    snprintf(bench->error, sizeof(bench->error), "element %llu of the result is wrong",
             (unsigned long long)at);
    return false;
}

/* Binds a block's ports to a buffer, each rounded up to words: kernels access small elements by
 * words. */
static void bind_block(const struct gpu_buffer *buffer, const struct subject_block *block,
                       struct port_buffers *buffers)
{
    for (uint32_t i = 0; i < SUBJECT_PORTS; i++) {
        const struct subject_port *port = &block->ports[i];
        if (port->size && port->port < PORT_BUFFERS_COUNT)
            ((vkscan_buffer *)buffers)[port->port] =
                gpu_range(buffer, port->place, (port->size + 3) & ~(VkDeviceSize)3);
    }
}

bool bench_buffers(struct bench *bench, const vkscan_plan *plan, const vkscan_plan_params *params,
                   struct port_buffers *buffers)
{
    const uint64_t planned = bench_planned(bench->planned, params).capacity;
    const struct subject_layout layout = subject_lay_out(params, planned, planned);
    vkscan_plan_info info = {.struct_size = sizeof(info)};

    vkscan_plan_get_info(plan, &info);
    if (info.scratch_size > bench->scratch.size) {
        gpu_buffer_destroy(bench->gpu, &bench->scratch);
        if (!gpu_buffer_create(bench->gpu, info.scratch_size, GPU_MEMORY_DEVICE, &bench->scratch))
            return bench_fail(bench, bench->gpu->error);
    }
    *buffers = (struct port_buffers){.scratch = gpu_range(&bench->scratch, 0, info.scratch_size)};
    bind_block(&bench->source, &layout.read, buffers);
    bind_block(&bench->destination, &layout.written, buffers);
    if (!(params->flags & VKSCAN_PLAN_COUNT_IN_BUFFER_BIT))
        return true;
    buffers->count = gpu_range(&bench->destination, bench->count_place, sizeof(params->capacity));
    return gpu_upload(bench->gpu, &bench->destination, bench->count_place, &params->capacity,
                      sizeof(params->capacity)) ||
           bench_fail(bench, bench->gpu->error);
}

const void *bench_seed(const struct bench *bench, const vkscan_plan_params *params)
{
    const struct subject *subject = subject_of(params->primitive);

    return subject->seeded && subject->seeded(params) ? bench->seed : NULL;
}

/* Makes a subject of the plan's run. The caller destroys its binding, whatever this returns. */
static bool bind(struct bench *bench, const vkscan_plan *plan, const vkscan_plan_params *params,
                 struct bench_subject *subject)
{
    struct port_buffers buffers;
    vkscan_plan_info info = {.struct_size = sizeof(info)};

    *subject = (struct bench_subject){.count = bench_planned(bench->planned, params).capacity,
                                      .seed = bench_seed(bench, params)};
    vkscan_plan_get_info(plan, &info);
    if (!bench_buffers(bench, plan, params, &buffers))
        return false;
    if (!gpu_fill(bench->gpu, &bench->scratch, 0, info.scratch_zeroed, 0))
        return bench_fail(bench, bench->gpu->error);
    return port_buffers_bind(plan, &buffers, &subject->binding) == VK_SUCCESS;
}

bool bench_algorithm(struct bench *bench, const vkscan_plan_params *params, uint32_t repeat,
                     struct timing *time)
{
    const vkscan_plan_params planned = bench_planned(bench->planned, params);
    const struct subject_layout layout =
        subject_lay_out(params, params->capacity, planned.capacity);
    struct bench_subject subject = {.count = 0};
    vkscan_plan *plan = NULL;

    const bool ok =
        vkscan_plan_create(bench->context, &planned, &plan) == VK_SUCCESS &&
        bind(bench, plan, params, &subject) && time_subject(bench, &subject, repeat, time) &&
        run_once(bench, &subject, POISON, layout.written.size) && check_algorithm(bench, params);
    vkscan_binding_destroy(subject.binding);
    vkscan_plan_destroy(plan);
    return ok;
}

/* ---- limits ---- */

/* Returns the number of bytes of the destination that tell whether it is right. */
static VkDeviceSize limit_result_size(const struct bench *bench, const struct limit_work *work)
{
    switch (work->limit) {
    case LIMIT_COPY:
        return limits_bytes(work->read) * bench->limits.copies;
    case LIMIT_READ:
        return sizeof(uint32_t);
    case LIMIT_MOVE:
        return (VkDeviceSize)limits_written(work) * LIMIT_VECTOR_BYTES;
    case LIMIT_PASSES:
        break;
    }
    return limits_bytes(work->written);
}

struct limit_job {
    const struct bench *bench;
    uint32_t shape;          /* shape of a copy */
    uint64_t vectors;        /* vectors that a copy, or the last one, reads */
    uint64_t words, written; /* words of source and destination, for a read or a move */
    bool wrong[PARALLEL_PARTS];
};

/* Checks a part of the destination's vectors. */
static void check_copy(void *user, const struct parallel_part *part)
{
    static const unsigned char zeros[LIMIT_VECTOR_BYTES];
    struct limit_job *job = user;
    const struct bench *bench = job->bench;
    const char *source = (const char *)bench->data, *copied = (const char *)bench->result;

    for (uint64_t i = part->first; i < part->end; i++) {
        const uint64_t from = limits_find_copy(&bench->limits, job->shape, i);
        job->wrong[part->index] |=
            memcmp(copied + i * LIMIT_VECTOR_BYTES,
                   from < job->vectors ? source + from * LIMIT_VECTOR_BYTES : (const char *)zeros,
                   LIMIT_VECTOR_BYTES) != 0;
    }
}

/* Checks a part of the written words: each is the exclusive or of words of the source. */
static void check_words(void *user, const struct parallel_part *part)
{
    struct limit_job *job = user;
    uint32_t wrong = 0;

    for (uint64_t i = part->first; i < part->end; i++) {
        uint32_t word = job->bench->result[i];
        for (uint64_t k = i; k < job->words; k += job->written)
            word ^= job->bench->data[k];
        wrong |= word;
    }
    job->wrong[part->index] = wrong != 0;
}

static bool check_limit(const struct bench *bench, const struct bench_subject *subject,
                        VkDeviceSize size)
{
    const struct limit_work *work = &subject->limit;
    const bool by_passes = work->limit == LIMIT_PASSES;
    struct limit_job job = {
        .bench = bench,
        .shape = subject->shape,
        .vectors = limits_bytes(by_passes ? work->written : work->read) / LIMIT_VECTOR_BYTES,
        .words = limits_bytes(work->read) / sizeof(uint32_t),
        .written = size / sizeof(uint32_t),
    };
    bool right = true;

    if (work->limit == LIMIT_COPY || by_passes)
        parallel_for(size / LIMIT_VECTOR_BYTES, check_copy, &job);
    else
        parallel_for(job.written, check_words, &job);
    for (uint32_t i = 0; i < PARALLEL_PARTS; i++)
        right &= !job.wrong[i];
    return right;
}

struct limit_work bench_limit_work(const struct bench *bench, const vkscan_plan_params *params)
{
    const struct subject_run run = subject_run_of(params, params->capacity, bench->data,
                                                  bench->result, (void *)(uintptr_t)bench->seed);

    return subject_of(params->primitive)->limit(&run);
}

static bool verify_limit(struct bench *bench, const struct bench_subject *subject)
{
    static const char *const wrong[] = {
        [LIMIT_COPY] = "the copy is wrong",
        [LIMIT_READ] = "the read is wrong",
        [LIMIT_MOVE] = "the move is wrong",
        [LIMIT_PASSES] = "the last copy is wrong",
    };
    const VkDeviceSize size = limit_result_size(bench, &subject->limit);

    return run_once(bench, subject, 0, size) &&
           (check_limit(bench, subject, size) || bench_fail(bench, wrong[subject->limit.limit]));
}

bool bench_limit(struct bench *bench, const struct limit_work *work, uint32_t repeat,
                 struct timing *time)
{
    struct bench_subject subject = {.limit = *work}, best = subject;

    for (uint32_t shape = 0; shape < LIMIT_SHAPES; shape++) {
        struct timing shape_time;
        subject.shape = shape;
        if (!time_subject(bench, &subject, repeat, &shape_time))
            return false;
        if (shape == 0 || shape_time.median < time->median) {
            *time = shape_time;
            best = subject;
        }
    }
    return verify_limit(bench, &best);
}

/* ---- the CPU ---- */

#define CPU_ROW_MS 500.0

static bool compute(struct bench *bench, const vkscan_plan_params *params, double *ms)
{
    const struct subject_run run = bench_run_of(bench, params);
    const double before = platform_now_ms();

    if (!subject_of(params->primitive)->compute(&run))
        return bench_fail(bench, "out of memory");
    *ms = platform_now_ms() - before;
    return true;
}

/* Times the CPU's loop. The first time is the warm-up's, which counts only if there is no other. */
static bool time_cpu(struct bench *bench, const vkscan_plan_params *params, double *times,
                     uint32_t repeat, uint32_t *done)
{
    const double start = platform_now_ms();

    *done = 0;
    if (!compute(bench, params, &times[0]))
        return false;
    if (times[0] > CPU_ROW_MS) {
        *done = 1;
        return true;
    }
    while (*done < repeat && (*done < TIMING_REPEATS_MIN || platform_now_ms() - start < CPU_ROW_MS))
        if (!compute(bench, params, &times[(*done)++]))
            return false;
    return true;
}

bool bench_cpu(struct bench *bench, const vkscan_plan_params *params, uint32_t repeat,
               struct timing *time)
{
    double *times = calloc(repeat, sizeof(times[0]));
    uint32_t done = 0;

    if (!times)
        return bench_fail(bench, "out of memory");
    const bool ok = time_cpu(bench, params, times, repeat, &done);
    if (ok)
        *time = timing_summarize(times, done);
    free(times);
    return ok && check_algorithm(bench, params);
}
