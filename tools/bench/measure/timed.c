/* SPDX-License-Identifier: MIT */
#include "timed.h"

_Static_assert(TIMING_MAX_REPEATS < GPU_TIMER_SLOTS, "one timestamp more than there are repeats");

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
    bench->busy_ms = timing_now_ms();
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

bool bench_time_subject(struct bench *bench, const struct bench_subject *subject, uint32_t repeat,
                        struct timing *time)
{
    const bool warms_up = bench->gpu->properties.deviceType != VK_PHYSICAL_DEVICE_TYPE_CPU;
    struct timed timed = {bench, subject};

    return timing_measure(time_batches, &timed, warms_up ? &bench->busy_ms : NULL, repeat, time);
}

bool bench_run_once(struct bench *bench, const struct bench_subject *subject, uint32_t fill,
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
