/* SPDX-License-Identifier: MIT */
/*
 * Each kernel's function mirrors the shader of its name; those above them mirror what the shaders
 * include. test_counts.c runs the shaders and compares every count.
 */
#include "kernel_costs.h"

#include <string.h>

#include "algorithm.h"
#include "detail/interface.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

static uint64_t divide_up(uint64_t a, uint64_t b)
{
    return a / b + (a % b != 0);
}

static uint64_t at_least_one(uint64_t count)
{
    return count > 0 ? count : 1;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* a - b, or 0. */
static uint64_t beyond(uint64_t a, uint64_t b)
{
    return a > b ? a - b : 0;
}

static void add_steps(struct dispatch *d, uint64_t combinations, uint64_t times)
{
    if (combinations > 0 && times > 0)
        d->step(d->user, &(struct step){.combinations = combinations, .times = times});
}

static void add_step(struct dispatch *d, uint64_t combinations)
{
    add_steps(d, combinations, 1);
}

/* Over so many arrays in shared memory. combinations: in one of them. */
static void add_strided_steps(struct dispatch *d, uint64_t arrays, uint64_t combinations,
                              struct strided strided)
{
    const struct step step = {
        .combinations = combinations * arrays,
        .times = 1,
        .strided = strided,
    };

    if (step.combinations > 0)
        d->step(d->user, &step);
}

/* Over the tile in shared memory. */
static void add_strided_step(struct dispatch *d, uint64_t combinations, struct strided strided)
{
    add_strided_steps(d, d->pass->groups, combinations, strided);
}

/* Unless kernels are persistent, each tile has its own workgroup. */
static uint64_t tile_count(const struct dispatch *d)
{
    return at_least_one(divide_up(d->pass->count, d->plan->tile_size));
}

/* Executed so many times, by as many workgroups or by fewer for several tiles each. */
static void add_barriers_of(struct dispatch *d, uint64_t times, uint64_t barriers)
{
    d->path_barriers += barriers;
    d->barriers += barriers * times;
}

/* Once per tile. */
static void add_barriers(struct dispatch *d, uint64_t barriers)
{
    add_barriers_of(d, tile_count(d), barriers);
}

/* ---- sweep.glsl ---- */

static uint32_t sweep_left(uint32_t t, uint32_t stride, uint32_t item)
{
    (void)item;
    return VKS_SWEEP_LEFT(t, stride);
}

static uint32_t sweep_right(uint32_t t, uint32_t stride, uint32_t item)
{
    (void)item;
    return VKS_SWEEP_RIGHT(t, stride);
}

static uint32_t hand_on_from(uint32_t t, uint32_t stride, uint32_t item)
{
    (void)item;
    return HAND_ON_FROM(t, stride);
}

static uint32_t hand_on_to(uint32_t t, uint32_t stride, uint32_t item)
{
    (void)item;
    return HAND_ON_TO(t, stride);
}

static uint32_t segment_item(uint32_t t, uint32_t stride, uint32_t item)
{
    return SEGMENT_ITEM(t, stride, item);
}

/* Trees in shared memory, each over so many elements, with leaves of so many. */
struct trees {
    uint64_t count;
    uint32_t elements, leaf;
};

static struct trees trees_of_tiles(const struct dispatch *d)
{
    return (struct trees){tile_count(d), d->plan->tile_size, 1};
}

static void sweep(struct dispatch *d, struct trees trees, uint32_t stride)
{
    const uint32_t pairs = trees.elements / (2 * stride);

    add_barriers_of(d, trees.count, 1);
    add_strided_steps(d, trees.count, pairs,
                      (struct strided){{sweep_left, sweep_right}, pairs, stride, 0, 1});
}

static void up_steps(struct dispatch *d, struct trees trees, uint32_t end)
{
    for (uint32_t stride = trees.leaf; stride < end; stride *= 2)
        sweep(d, trees, stride);
}

static void down_steps(struct dispatch *d, struct trees trees, uint32_t first)
{
    for (uint32_t stride = first; stride >= trees.leaf; stride /= 2)
        sweep(d, trees, stride);
    add_barriers_of(d, trees.count, 1);
}

static void up_sweep(struct dispatch *d, struct trees trees)
{
    up_steps(d, trees, trees.elements);
    add_barriers_of(d, trees.count, 1);
}

static void down_sweep(struct dispatch *d, struct trees trees)
{
    add_barriers_of(d, trees.count, 1);
    down_steps(d, trees, trees.elements / 2);
}

/* One step of one thread joins the sweeps. */
static void scan_sweep(struct dispatch *d, struct trees trees)
{
    up_steps(d, trees, trees.elements / 2);
    sweep(d, trees, trees.elements / 2);
    down_steps(d, trees, trees.elements / 4);
}

static void hand_on(struct dispatch *d)
{
    for (uint32_t stride = d->plan->tile_size / 4; stride > 0; stride /= 2) {
        const uint32_t pairs = d->plan->tile_size / (2 * stride) - 1;
        add_barriers(d, 1);
        add_strided_step(d, pairs,
                         (struct strided){{hand_on_from, hand_on_to}, pairs, stride, 0, 1});
    }
    add_barriers(d, 1);
}

/* ---- kogge_stone.glsl ---- */

static void kogge_stone(struct dispatch *d)
{
    const uint32_t size = d->plan->shape.workgroup_size;

    for (uint32_t stride = 1; stride < size; stride *= 2) {
        add_barriers(d, 1);
        add_step(d, d->pass->groups * (size - stride));
    }
    add_barriers(d, 1);
}

/* ---- shift.glsl ---- */

/* An exclusive scan takes the seed in place of each tile's first element and leaves out the last;
 * an inclusive one combines the seed with the first. */
static void load_operands(struct dispatch *d)
{
    const uint64_t full_tiles = d->pass->count / d->plan->tile_size;

    d->loads += d->pass->count - (d->exclusive ? full_tiles : 0);
    add_step(d, d->exclusive ? 0 : d->pass->groups);
}

static void aggregates_from_last(struct dispatch *d)
{
    d->loads += d->exclusive ? d->pass->count / d->plan->tile_size : 0;
    add_step(d, d->exclusive ? d->pass->groups : 0);
}

/* ---- halves.glsl ---- */

static void load_halves(struct dispatch *d)
{
    d->loads += d->pass->count;
    add_step(d, d->pass->groups * d->plan->shape.workgroup_size);
    add_barriers(d, 1);
}

/* Each of the first `stride` elements is combined with the one a stride further on. */
static void take_in(struct dispatch *d, uint32_t stride, uint32_t barriers)
{
    add_barriers(d, barriers);
    add_step(d, d->pass->groups * stride);
}

/* ---- subgroup.glsl ---- */

/* Kogge-Stone in each of so many subgroups at once; a reduction is its last lane. */
static void scan_subgroups(struct dispatch *d, uint64_t subgroups)
{
    for (uint32_t stride = 1; stride < d->lanes; stride *= 2)
        add_step(d, subgroups * (d->lanes - stride));
}

/* ---- workgroup.glsl ---- */

static uint64_t subgroups_of(const struct dispatch *d)
{
    return d->plan->shape.workgroup_size / d->lanes;
}

/* In each of so many workgroups at once, the first subgroup combines the aggregates of all, one per
 * lane at a time. */
static void reduce_workgroups(struct dispatch *d, uint64_t workgroups)
{
    const uint64_t turns = divide_up(subgroups_of(d), d->lanes);

    add_barriers_of(d, workgroups, 2);
    scan_subgroups(d, workgroups * turns);
    add_steps(d, workgroups * d->lanes, turns);
}

/* The aggregates of a tile's subgroups. */
static void scan_slots(struct dispatch *d)
{
    const uint64_t subgroups = subgroups_of(d);

    scan_subgroups(d, tile_count(d) * divide_up(subgroups, d->lanes));
    for (uint64_t first = 0; first < subgroups; first += d->lanes)
        add_step(d, tile_count(d) * (least(subgroups - first, d->lanes) + d->lanes));
}

/* ---- tile.glsl ---- */

static uint64_t threads_of(const struct dispatch *d)
{
    return tile_count(d) * d->plan->shape.workgroup_size;
}

static uint64_t vectors_of(const struct dispatch *d)
{
    return threads_of(d) * d->plan->shape.items;
}

static uint64_t vector_size(const struct dispatch *d)
{
    return VECTOR_BYTES / d->plan->type->size;
}

static void combine_vectors(struct dispatch *d)
{
    add_steps(d, vectors_of(d), vector_size(d) - 1);
}

/* Each stripe: vectors in order, then over the lanes. */
static void scan_stripes(struct dispatch *d)
{
    combine_vectors(d);
    scan_subgroups(d, tile_count(d) * subgroups_of(d) * d->plan->shape.items);
}

/* Each slice: its stripes, one after the other. */
static void reduce_slices(struct dispatch *d)
{
    scan_stripes(d);
    add_steps(d, threads_of(d), d->plan->shape.items);
}

/* The same where the operator commutes: each lane adds up its own vectors first. */
static void reduce_slices_by_lanes(struct dispatch *d)
{
    combine_vectors(d);
    add_steps(d, threads_of(d), d->plan->shape.items);
    scan_subgroups(d, tile_count(d) * subgroups_of(d));
}

static void reduce_tiles(struct dispatch *d)
{
    reduce_slices(d);
    reduce_workgroups(d, tile_count(d));
}

/* Each slice: the prefix of each stripe, and that of the next. */
static void scan_slices(struct dispatch *d)
{
    scan_stripes(d);
    add_steps(d, 2 * threads_of(d), d->plan->shape.items);
}

static void scan_tiles(struct dispatch *d)
{
    scan_slices(d);
    add_barriers(d, 3);
    scan_slots(d);
    add_step(d, threads_of(d));
    add_steps(d, vectors_of(d), 1 + vector_size(d));
}

/* ---- tree_tile.glsl ---- */

/* Their elements are the totals of vectors. */
static struct trees trees_of_vectors(const struct dispatch *d, uint64_t count)
{
    const struct shape *shape = &d->plan->shape;

    return (struct trees){count, shape->workgroup_size * shape->items, shape->items};
}

/* Each thread combines the items of its leaf, in order. */
static void combine_leaves(struct dispatch *d)
{
    const uint32_t size = d->plan->shape.workgroup_size, items = d->plan->shape.items;

    for (uint32_t k = 1; k < items; k++)
        add_strided_steps(d, tile_count(d), size,
                          (struct strided){{segment_item}, size, items, k, k + 1});
    add_barriers(d, items > 1 ? 1 : 0);
}

static void put_totals(struct dispatch *d)
{
    add_barriers(d, 1);
    combine_vectors(d);
    combine_leaves(d);
}

static void reduce_trees(struct dispatch *d)
{
    put_totals(d);
    up_sweep(d, trees_of_vectors(d, tile_count(d)));
}

static void scan_trees(struct dispatch *d)
{
    put_totals(d);
    scan_sweep(d, trees_of_vectors(d, tile_count(d)));
    combine_leaves(d);
    add_steps(d, vectors_of(d), vector_size(d));
}

/* ---- lookback.glsl, single_pass.glsl ---- */

/* Combines a window of tile states, for so many tiles at once. */
static void combine_window(struct dispatch *d, uint64_t tiles, bool floats)
{
    if (floats)
        for (uint32_t stride = 1; stride < d->lanes; stride *= 2)
            add_step(d, tiles * d->lanes);
    else if (!d->plan->op->commutative)
        scan_subgroups(d, tiles);
    add_step(d, tiles * d->lanes);
}

/*
 * A window has one tile per lane. So that many tiles get their prefixes at once, from the prefix of
 * the tile before the first of them. That takes one window if each tile publishes its inclusive
 * prefix; two if only a window's last tile does, the first of them being the tile's own window, and
 * of floats the second combines nothing. The first tile of a window publishes the prefix of the
 * window before, for which it takes one window more. Counted is this least work: repeated polls,
 * longer look-backs and fallbacks depend on timing.
 */
static void exchange_prefixes(struct dispatch *d, bool per_window)
{
    const bool floats =
        d->plan->type->kind == KIND_FLOAT && d->plan->op->domain == DOMAIN_ARITHMETIC;
    const bool windows = per_window || floats;

    for (uint64_t first = 0; first < tile_count(d); first += d->lanes) {
        const uint64_t at_once = least(tile_count(d) - first, d->lanes);
        combine_window(d, at_once, floats);
        if (per_window && !floats)
            combine_window(d, at_once, floats);
        if (windows && first > 0) {
            if (per_window && floats && d->lanes > 1)
                add_step(d, d->lanes); /* both windows in one sum */
            else
                combine_window(d, 1, floats);
        }
        if (!floats && d->plan->op->commutative)
            scan_subgroups(d, at_once);
        if (!windows)
            add_step(d, at_once); /* inclusive: with their own aggregates */
    }
}

static void finish_tiles(struct dispatch *d)
{
    add_step(d, threads_of(d));
    scan_slices(d);
    add_steps(d, vectors_of(d), vector_size(d));
}

/* ---- the kernels ---- */

static void add_prefixes(struct dispatch *d)
{
    d->loads += d->pass->groups * d->plan->shape.workgroup_size + d->pass->count;
    d->stores += d->pass->count;
    add_step(d, d->pass->count);
}

static void blelloch_tile_reduce(struct dispatch *d)
{
    d->loads += d->pass->count;
    d->stores += d->pass->groups;
    add_barriers(d, 1);
    up_sweep(d, trees_of_tiles(d));
    add_step(d, d->pass->groups);
}

static void store_aggregates(struct dispatch *d)
{
    d->stores += d->pass->groups > 1 ? d->pass->groups : 0;
}

static void blelloch_tile_scan(struct dispatch *d)
{
    d->loads += d->pass->count;
    d->stores += d->pass->count;
    add_barriers(d, 1);
    up_sweep(d, trees_of_tiles(d));
    store_aggregates(d);
    down_sweep(d, trees_of_tiles(d));
    add_step(d, d->exclusive ? 0 : d->pass->count);
}

/* Aggregates of the scans with operands of shift.glsl. */
static void shifted_aggregates(struct dispatch *d)
{
    if (d->pass->groups > 1)
        aggregates_from_last(d);
    store_aggregates(d);
}

static void brent_kung_scan(struct dispatch *d)
{
    d->stores += d->pass->count;
    add_barriers(d, 1);
    load_operands(d);
    up_sweep(d, trees_of_tiles(d));
    shifted_aggregates(d);
    hand_on(d);
}

static void kogge_stone_scan(struct dispatch *d)
{
    d->stores += d->pass->count;
    load_operands(d);
    add_barriers(d, 1);
    kogge_stone(d);
    shifted_aggregates(d);
}

static void coarse_scan(struct dispatch *d)
{
    const uint32_t size = d->plan->shape.workgroup_size, items = d->plan->shape.items;

    d->stores += d->pass->count;
    add_barriers(d, 1);
    load_operands(d);
    add_barriers(d, 1);
    for (uint32_t k = 1; k < items; k++)
        add_strided_step(d, size,
                         (struct strided){{segment_item, segment_item}, size, items, k, k + 1});
    kogge_stone(d);
    shifted_aggregates(d);
    add_strided_step(d, (uint64_t)(size - 1) * items,
                     (struct strided){{segment_item, segment_item}, size, items, 0, items});
    add_barriers(d, 1);
}

/*
 * Each tile passes its prefix to the next, so there is a step for every tile but one. The words of
 * the chain are no elements. A tile that waits polls at least once, with two barriers; further
 * polls and fallbacks depend on timing and are not counted.
 */
static void chained_scan(struct dispatch *d)
{
    const uint64_t handed_on = d->pass->groups - 1;

    add_barriers(d, 2);
    load_operands(d);
    up_sweep(d, trees_of_tiles(d));
    aggregates_from_last(d);
    hand_on(d);
    d->barriers += 2 * handed_on;
    d->path_barriers += handed_on > 0 ? 2 : 0;
    add_steps(d, 1, handed_on);
    add_barriers(d, 1);
    d->stores += d->pass->count;
    add_step(d, d->pass->count);
}

static void copy(struct dispatch *d)
{
    d->loads += d->pass->count;
    d->stores += d->pass->count;
}

/* Step k: the threads with more than k elements before theirs. */
static void direct_scan(struct dispatch *d)
{
    const uint64_t longest = d->pass->count - (d->exclusive ? 1 : 0);

    for (uint64_t active = longest; active > 0; active--) {
        d->loads += active;
        add_step(d, active);
    }
    d->stores += d->pass->count;
}

/* The last step of a reduction in device memory combines the seed. */
static void seed_last(struct dispatch *d, uint64_t left)
{
    add_step(d, left == 1 ? 1 : 0);
}

static void interleaved_reduce(struct dispatch *d)
{
    const uint64_t count = d->pass->count, stride = d->pass->stride;
    const uint64_t left = divide_up(count, 2 * stride);
    const uint64_t right = divide_up(beyond(count, stride), 2 * stride);

    d->loads += left + right;
    d->stores += at_least_one(left);
    add_step(d, right);
    seed_last(d, at_least_one(left));
}

static void sequential_reduce(struct dispatch *d)
{
    const uint64_t half = at_least_one(divide_up(d->pass->count, 2));

    d->loads += d->pass->count;
    d->stores += half;
    add_step(d, beyond(d->pass->count, half));
    seed_last(d, half);
}

/* Without barriers. Tickets and tile states are no elements. */
static void scan_looking_back(struct dispatch *d, bool per_window)
{
    d->loads += d->pass->count;
    d->stores += d->pass->count;
    if (d->plan->op->commutative)
        reduce_slices_by_lanes(d);
    else
        reduce_slices(d);
    scan_slots(d);
    exchange_prefixes(d, per_window);
    finish_tiles(d);
}

/*
 * A workgroup takes a ticket more than it gets tiles, unless each has but one tile. (It stops after
 * WORKGROUP_TILES_MAX tiles without that ticket; this depends on timing and is not counted.)
 */
static void take_tickets(struct dispatch *d)
{
    const uint64_t tiles = tile_count(d), groups = d->pass->groups;

    add_barriers_of(d, tiles > groups ? tiles + groups : groups, 1);
}

/* Two barriers per tile: for its aggregate and its prefix. */
static void lookback_scan(struct dispatch *d)
{
    scan_looking_back(d, false);
    take_tickets(d);
    add_barriers(d, 2);
}

/* One barrier per tile, for its prefix and the next aggregate; a workgroup's first aggregate has
 * its own. */
static void lookahead_scan(struct dispatch *d)
{
    scan_looking_back(d, true);
    take_tickets(d);
    add_barriers(d, 1);
    add_barriers_of(d, d->pass->groups, 1);
}

/* In the first step of an inclusive scan, the first element combines the seed, and so does its
 * neighbour's copy of it. */
static void naive_scan(struct dispatch *d)
{
    const uint64_t count = d->pass->count, stride = d->pass->stride;
    const uint64_t pairs = beyond(count, stride);
    const uint64_t first = stride == 1 ? 1 + (pairs > 0) : 0;

    d->loads += count + pairs - (d->exclusive ? first : 0);
    d->stores += count;
    add_step(d, d->exclusive ? 0 : first);
    add_step(d, pairs);
}

/* By every thread, for each of its workgroup's tiles in turn. */
static void add_turns(struct dispatch *d, uint64_t combinations)
{
    const uint64_t each = tile_count(d) / d->pass->groups;
    const uint64_t more = tile_count(d) % d->pass->groups;
    const uint64_t size = d->plan->shape.workgroup_size;

    add_steps(d, d->pass->groups * size, each * combinations);
    add_steps(d, more * size, combinations);
}

/* Of no tiles, the seed alone. */
static void reduce_groups(struct dispatch *d)
{
    const uint64_t groups = d->pass->groups;

    if (d->pass->count > 0) {
        combine_vectors(d);
        add_turns(d, d->plan->shape.items);
    }
    add_barriers_of(d, groups, 1);
    up_sweep(d, trees_of_vectors(d, groups));
}

static void reduce_groups_in_order(struct dispatch *d)
{
    if (d->pass->count > 0) {
        reduce_trees(d);
        add_turns(d, 1);
    }
}

static void blelloch_reduce(struct dispatch *d)
{
    d->loads += d->pass->count;
    d->stores += d->pass->groups;
    if (d->plan->op->commutative)
        reduce_groups(d);
    else
        reduce_groups_in_order(d);
    add_step(d, d->pass->groups);
}

static void blelloch_scan(struct dispatch *d)
{
    d->loads += d->pass->count + (d->pass->prefixed ? threads_of(d) : 0);
    d->stores += d->pass->count;
    scan_trees(d);
}

static void reduce_turns_by_lanes(struct dispatch *d)
{
    combine_vectors(d);
    add_turns(d, d->plan->shape.items);
    scan_subgroups(d, d->pass->groups * subgroups_of(d));
    reduce_workgroups(d, d->pass->groups);
}

static void reduce_turns_in_order(struct dispatch *d)
{
    reduce_tiles(d);
    add_turns(d, 1);
}

/* The last workgroup takes one result per thread at a time. */
static void combine_results(struct dispatch *d)
{
    const uint64_t size = d->plan->shape.workgroup_size;

    for (uint64_t first = 0; first < d->pass->groups; first += size) {
        scan_subgroups(d, subgroups_of(d));
        reduce_workgroups(d, 1);
        add_step(d, size);
    }
}

static void single_reduce(struct dispatch *d)
{
    d->loads += d->pass->count;
    d->stores++;
    if (d->plan->op->commutative)
        reduce_turns_by_lanes(d);
    else
        reduce_turns_in_order(d);
    add_barriers_of(d, d->pass->groups, 2);
    combine_results(d);
    add_step(d, 1);
}

static void subgroup_reduce(struct dispatch *d)
{
    d->loads += d->pass->count;
    d->stores += d->pass->groups;
    reduce_tiles(d);
    add_step(d, d->pass->groups);
}

static void subgroup_scan(struct dispatch *d)
{
    d->loads += d->pass->count + (d->pass->prefixed ? threads_of(d) : 0);
    d->stores += d->pass->count;
    scan_tiles(d);
}

static void tree_reduce(struct dispatch *d)
{
    load_halves(d);
    for (uint32_t stride = d->plan->shape.workgroup_size / 2; stride > 0; stride /= 2)
        take_in(d, stride, 1);
    d->stores += d->pass->groups;
    add_step(d, d->pass->groups);
}

/* As tree_reduce down to a subgroup, all of whose lanes then combine in every step. */
static void unrolled_reduce(struct dispatch *d)
{
    load_halves(d);
    for (uint32_t stride = d->plan->shape.workgroup_size / 2; stride > 0; stride /= 2)
        if (stride >= d->lanes)
            take_in(d, stride, 1);
        else
            add_step(d, d->pass->groups * d->lanes);
    add_barriers(d, 1);
    d->stores += d->pass->groups;
    add_step(d, d->pass->groups);
}

static const struct {
    const char *kernel;
    kernel_cost_fn *cost;
} rows[] = {
    {"add_prefixes", add_prefixes},
    {"blelloch_reduce", blelloch_reduce},
    {"blelloch_scan", blelloch_scan},
    {"blelloch_tile_reduce", blelloch_tile_reduce},
    {"blelloch_tile_scan", blelloch_tile_scan},
    {"brent_kung_scan", brent_kung_scan},
    {"chained_scan", chained_scan},
    {"coarse_scan", coarse_scan},
    {"copy", copy},
    {"direct_scan", direct_scan},
    {"interleaved_reduce", interleaved_reduce},
    {"kogge_stone_scan", kogge_stone_scan},
    {"lookahead_scan", lookahead_scan},
    {"lookback_scan", lookback_scan},
    {"naive_scan", naive_scan},
    {"sequential_reduce", sequential_reduce},
    {"single_reduce", single_reduce},
    {"subgroup_reduce", subgroup_reduce},
    {"subgroup_scan", subgroup_scan},
    {"tree_reduce", tree_reduce},
    {"unrolled_reduce", unrolled_reduce},
};

kernel_cost_fn *kernel_cost_find(const char *kernel)
{
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (strcmp(rows[i].kernel, kernel) == 0)
            return rows[i].cost;
    return NULL;
}
