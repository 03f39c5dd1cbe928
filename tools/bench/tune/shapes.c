/* SPDX-License-Identifier: MIT */
#include "shapes.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "failure.h"
#include "progress.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

/* Factor of the best time so far: a shape must be faster by more than noise. */
#define GAIN 0.995

/* The grid. `threads` is the number in all workgroups of a multiprocessor. */
static const uint32_t items[] = {1, 2, 4, 8, 16};
static const uint32_t threads[] = {512, 1024, 2048};

/* The steps: numbers of doublings (negative: halvings), and increments. */
static const struct {
    int double_size, double_items, items, workgroups;
} steps[] = {
    {0, 0, 1, 0}, {0, 0, -1, 0}, {0, 1, 0, 0}, {0, -1, 0, 0},
    {0, 0, 0, 1}, {0, 0, 0, -1}, {1, 0, 0, 0}, {-1, 0, 0, 0},
};

struct search {
    struct tuner *tuner;
    const struct algorithm *entry;
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

/* Tells whether the arrangement allows the shape. onesweep, which has workgroups for each tile,
 * keeps that. */
static bool in_range(const struct search *s, const struct shape *shape)
{
    const struct arrangement *a = s->entry->arrangement;
    const uint32_t most = a->pairs ? a->most_items / 2 : a->most_items;

    return shape->workgroup_size >= SHAPE_LEAST_WORKGROUP &&
           shape->workgroup_size <= SHAPE_LARGEST_WORKGROUP && shape->items >= a->least_items &&
           shape->items <= most && !(vks_shape_is_tree(a) && shape->items & (shape->items - 1)) &&
           (shape->workgroups > 0) == (s->best.workgroups > 0);
}

static uint64_t tile_of(const struct search *s, const struct shape *shape)
{
    return vks_shape_tile_size(shape, s->entry->arrangement, sizeof(uint32_t));
}

/* Tells whether the count has tiles for more workgroups than one fewer per multiprocessor gives. */
static bool is_filled(const struct search *s, const struct shape *shape)
{
    const uint64_t tile = tile_of(s, shape);
    struct shape fewer = *shape;

    if (shape->workgroups <= 1)
        return true;
    fewer.workgroups--;
    return vks_tuning_workgroups(&s->tuner->caps, &fewer) < (s->count + tile - 1) / tile;
}

/* Measures a shape. *better: it is the best so far. Returns false, with the reason in bench.error,
 * on failure. */
static bool measure(struct search *s, const struct shape *shape, bool *better)
{
    char text[64];
    double ms;

    describe(shape, text);
    progress("tuning %s at %" PRIu64 ": %s", s->entry->name, s->count, text);
    if (!tune_time(s->tuner, s->entry->id, shape, s->count, GAIN * s->best_ms, &ms))
        return false;
    *better = ms < GAIN * s->best_ms;
    if (*better) {
        s->best = *shape;
        s->best_ms = ms;
    }
    return true;
}

/* Measures a shape if it is possible. Returns whether it is the best so far. */
static bool try_shape(struct search *s, const struct shape *shape)
{
    const struct arrangement *arrangement = s->entry->arrangement;
    char text[64];
    bool better = false;

    if (in_range(s, shape) &&
        vks_shape_fits(&s->tuner->caps, shape, arrangement, sizeof(uint32_t)) &&
        tile_of(s, shape) <= s->count && !measure(s, shape, &better)) {
        describe(shape, text);
        progress(NULL);
        failed("%s of %s left out: %s", s->entry->name, text, s->tuner->bench.error);
    }
    return better;
}

static void search_grid(struct search *s)
{
    const bool persistent = s->best.workgroups > 0;

    for (uint32_t size = SHAPE_LEAST_WORKGROUP; size <= SHAPE_LARGEST_WORKGROUP; size *= 2)
        for (size_t i = 0; i < COUNT_OF(items); i++)
            for (size_t j = 0; j < (persistent ? COUNT_OF(threads) : 1); j++) {
                const uint32_t workgroups = persistent ? threads[j] / size : 0;
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

int tune_shape(struct tuner *tuner, const struct algorithm *entry, uint64_t count, bool grid,
               struct shape *best)
{
    struct search s = {tuner, entry, count, *best, INFINITY};
    bool better;

    if (!measure(&s, best, &better)) {
        progress(NULL);
        return failed("%s: %s", entry->name, tuner->bench.error);
    }
    if (grid)
        search_grid(&s);
    while (search_steps(&s))
        ;
    *best = s.best;
    return 0;
}
