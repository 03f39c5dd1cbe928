/* SPDX-License-Identifier: MIT */
#include "timer.h"

#include <math.h>
#include <time.h>

#include "progress.h"

#define MAX_FAMILIES 16
#define MAX_MARKS 8

static uint32_t timestamp_bits(const struct gpu *gpu)
{
    VkQueueFamilyProperties families[MAX_FAMILIES];
    uint32_t count = MAX_FAMILIES;

    vkGetPhysicalDeviceQueueFamilyProperties(gpu->physical, &count, families);
    return families[gpu->main.family].timestampValidBits;
}

void timer_create(struct timer *timer, const struct gpu *gpu, const char *const *names,
                  uint32_t parts, uint32_t frames)
{
    const VkQueryPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                        .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                        .queryCount = parts + 1};
    const uint32_t bits = timestamp_bits(gpu);

    *timer = (struct timer){.gpu = gpu,
                            .mask = bits ? UINT64_MAX >> (64 - bits) : 0,
                            .names = names,
                            .parts = parts,
                            .frames = frames,
                            .milliseconds = calloc(frames, parts * sizeof(double))};
    if (!timer->milliseconds)
        gpu_fail("out of memory");
    CHECK(vkCreateQueryPool(gpu->device, &info, NULL, &timer->marks));
}

void timer_destroy(const struct timer *timer)
{
    vkDestroyQueryPool(timer->gpu->device, timer->marks, NULL);
    free(timer->milliseconds);
}

void timer_begin(struct timer *timer, VkCommandBuffer commands)
{
    vkCmdResetQueryPool(commands, timer->marks, 0, timer->parts + 1);
    timer->marked = 0;
    timer_mark(timer, commands);
}

void timer_mark(struct timer *timer, VkCommandBuffer commands)
{
    if (timer->mask)
        vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, timer->marks,
                            timer->marked++);
}

void timer_end(struct timer *timer)
{
    const double unit = 1e-6 * (double)timer->gpu->properties.limits.timestampPeriod;
    uint64_t marks[MAX_MARKS];

    if (!timer->mask)
        return;
    CHECK(vkGetQueryPoolResults(timer->gpu->device, timer->marks, 0, timer->parts + 1,
                                sizeof(marks), marks, sizeof(*marks),
                                VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT));
    for (uint32_t i = 0; i < timer->parts; i++)
        timer->milliseconds[(size_t)i * timer->frames + timer->measured] =
            unit * (double)((marks[i + 1] - marks[i]) & timer->mask);
    progress_show(++timer->measured, timer->frames);
    if (timer->measured == timer->frames)
        progress_end();
}

static int compare(const void *left, const void *right)
{
    const double *a = left, *b = right;

    return (*a > *b) - (*a < *b);
}

double timer_median(const struct timer *timer, uint32_t part)
{
    double *all = timer->milliseconds + (size_t)part * timer->frames;

    qsort(all, timer->measured, sizeof(*all), compare);
    return timer->measured ? all[timer->measured / 2] : (double)NAN;
}

double timer_now(void)
{
    struct timespec now;

    timespec_get(&now, TIME_UTC);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

void timer_print(const struct timer *timer)
{
    printf("%s, medians of %u:\n", timer->gpu->properties.deviceName, timer->frames);
    for (uint32_t i = 0; i < timer->parts; i++)
        printf("%-20s %9.4f ms\n", timer->names[i], timer_median(timer, i));
}
