/* SPDX-License-Identifier: MIT */
#include "shapes.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "failure.h"
#include "progress.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

/* Of the time so far: a shape must be faster by more than chance. */
#define GAIN 0.995

/* The grid. Workgroups are so many that a multiprocessor has the invocations. */
static const uint32_t items[] = {1, 2, 4, 8, 16};
static const uint32_t invocations[] = {512, 1024, 2048};

/* The steps: what is doubled or halved, and what is added. */
static const struct {
    int double_size, double_items, items, workgroups;
} steps[] = {
    {0, 0, 1, 0}, {0, 0, -1, 0}, {0, 1, 0, 0}, {0, -1, 0, 0},
    {0, 0, 0, 1}, {0, 0, 0, -1}, {1, 0, 0, 0}, {-1, 0, 0, 0},
};

struct search {
    struct tuner *tuner;
    enum layout layout;
    uint64_t count;
    struct shape best;
    double best_ms;
};

static void describe(const struct shape *shape, char text[64])
{
    const int length =
        snprintf(text, 64, "%" PRIu32 "x%" PRIu32, shape->workgroup_size, shape->items);

    if (shape->workgroups > 0)
        snprintf(text + length, 64 - (size_t)length, "x%" PRIu32, shape->workgroups);
}

static bool in_range(const struct shape *shape, const struct layout_facts *layout)
{
    return shape->workgroup_size >= TUNING_LEAST_WORKGROUP &&
           shape->workgroup_size <= TUNING_LARGEST_WORKGROUP &&
           shape->items >= layout->least_items && shape->items <= layout->most_items &&
           (shape->workgroups > 0) == layout->persistent;
}

static uint64_t tile_of(const struct search *s, const struct shape *shape)
{
    return vks_tuning_tile_size(shape, s->layout, sizeof(uint32_t));
}

/* Whether the count is large enough to tell so many workgroups from fewer. */
static bool is_filled(const struct search *s, const struct shape *shape)
{
    const uint64_t tile = tile_of(s, shape);
    struct shape fewer = *shape;

    if (shape->workgroups <= 1)
        return true;
    fewer.workgroups--;
    return vks_tuning_workgroups(&s->tuner->probe.caps, &fewer) < (s->count + tile - 1) / tile;
}

/* False, with the reason in bench.error, if it cannot be had; *better is whether it is the best. */
static bool measure(struct search *s, const struct shape *shape, bool *better)
{
    char text[64];
    double ms;

    describe(shape, text);
    progress("tuning %s at %" PRIu64 ": %s", vks_tuning_layout(s->layout)->name, s->count, text);
    if (!tune_time_layout(s->tuner, s->layout, shape, s->count, GAIN * s->best_ms, &ms))
        return false;
    *better = ms < GAIN * s->best_ms;
    if (*better) {
        s->best = *shape;
        s->best_ms = ms;
    }
    return true;
}

/* Whether it is the best. */
static bool try_shape(struct search *s, const struct shape *shape)
{
    const struct layout_facts *layout = vks_tuning_layout(s->layout);
    char text[64];
    bool better = false;

    if (in_range(shape, layout) &&
        vks_tuning_fits(&s->tuner->probe.caps, shape, s->layout, sizeof(uint32_t)) &&
        tile_of(s, shape) <= s->count && !measure(s, shape, &better)) {
        describe(shape, text);
        progress(NULL);
        failed("%s of %s left out: %s", layout->name, text, s->tuner->bench.error);
    }
    return better;
}

static void search_grid(struct search *s)
{
    const bool persistent = vks_tuning_layout(s->layout)->persistent;

    for (uint32_t size = TUNING_LEAST_WORKGROUP; size <= TUNING_LARGEST_WORKGROUP; size *= 2)
        for (size_t i = 0; i < COUNT_OF(items); i++)
            for (size_t j = 0; j < (persistent ? COUNT_OF(invocations) : 1); j++) {
                const uint32_t workgroups = persistent ? invocations[j] / size : 0;
                const struct shape shape = {size, items[i], workgroups};
                if (is_filled(s, &shape))
                    try_shape(s, &shape);
            }
}

static uint32_t doubled(uint32_t value, int times)
{
    return times < 0 ? value >> -times : value << times;
}

static bool search_steps(struct search *s)
{
    bool better = false;

    for (size_t i = 0; i < COUNT_OF(steps); i++) {
        struct shape shape = s->best;
        shape.workgroup_size = doubled(shape.workgroup_size, steps[i].double_size);
        shape.items = doubled(shape.items, steps[i].double_items) + (uint32_t)steps[i].items;
        shape.workgroups += (uint32_t)steps[i].workgroups;
        if (steps[i].workgroups == 0 || is_filled(s, &shape))
            better |= try_shape(s, &shape);
    }
    return better;
}

static int search(struct tuner *tuner, enum layout layout, uint64_t count, bool grid,
                  struct shape *best)
{
    struct search s = {tuner, layout, count, *best, INFINITY};
    bool better;

    if (!measure(&s, best, &better)) {
        progress(NULL);
        return failed("%s: %s", vks_tuning_layout(layout)->name, tuner->bench.error);
    }
    if (grid)
        search_grid(&s);
    while (search_steps(&s))
        ;
    *best = s.best;
    return 0;
}

int tune_shape(struct tuner *tuner, enum layout layout, uint64_t count, struct shape *best)
{
    return search(tuner, layout, count, true, best);
}

int tune_shape_near(struct tuner *tuner, enum layout layout, uint64_t count, struct shape *best)
{
    return search(tuner, layout, count, false, best);
}
