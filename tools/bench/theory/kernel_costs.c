/* SPDX-License-Identifier: MIT */
/*
 * Each function mirrors the shader of its name, and those above them what the shaders include.
 * tests/test_counts.c runs the shaders and holds the functions to their last combination.
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

/* Over the block in shared memory: by one workgroup, a combination for each active one and item. */
static void add_strided_step(struct dispatch *d, uint64_t combinations, struct strided strided)
{
    const struct step step = {
        .combinations = combinations * d->pass->groups,
        .times = 1,
        .strided = strided,
    };

    if (combinations > 0)
        d->step(d->user, &step);
}

/* Tiles, or blocks. A workgroup of its own for each, where workgroups are not persistent. */
static uint64_t tile_count(const struct dispatch *d)
{
    return at_least_one(divide_up(d->pass->count, d->plan->tile_size));
}

/* By as many workgroups, or by one for as many tiles. */
static void add_barriers_of(struct dispatch *d, uint64_t workgroups, uint64_t barriers)
{
    d->path_barriers += barriers;
    d->barriers += barriers * workgroups;
}

/* For every tile. */
static void add_barriers(struct dispatch *d, uint64_t barriers)
{
    add_barriers_of(d, tile_count(d), barriers);
}

/* ---- sweep.glsl ---- */

static uint32_t sweep_left(uint32_t t, uint32_t stride, uint32_t item)
{
    (void)item;
    return SWEEP_LEFT(t, stride);
}

static uint32_t sweep_right(uint32_t t, uint32_t stride, uint32_t item)
{
    (void)item;
    return SWEEP_RIGHT(t, stride);
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

static void sweep(struct dispatch *d, uint32_t stride)
{
    const uint32_t pairs = d->plan->tile_size / (2 * stride);

    add_barriers(d, 1);
    add_strided_step(d, pairs, (struct strided){{sweep_left, sweep_right}, pairs, stride, 0, 1});
}

static void up_sweep(struct dispatch *d)
{
    for (uint32_t stride = 1; stride < d->plan->tile_size; stride *= 2)
        sweep(d, stride);
    add_barriers(d, 1);
}

static void down_sweep(struct dispatch *d)
{
    add_barriers(d, 1);
    for (uint32_t stride = d->plan->tile_size / 2; stride > 0; stride /= 2)
        sweep(d, stride);
    add_barriers(d, 1);
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

/* An exclusive scan has the seed in place of each block's first element, and leaves out the last;
 * an inclusive one combines the seed with the first. */
static void load_operands(struct dispatch *d)
{
    const uint64_t full_blocks = d->pass->count / d->plan->tile_size;

    d->loads += d->pass->count - (d->exclusive ? full_blocks : 0);
    add_step(d, d->exclusive ? 0 : d->pass->groups);
}

static void totals_from_last(struct dispatch *d)
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

/* The first elements, as many as the stride, take in those behind them. */
static void take_in(struct dispatch *d, uint32_t stride, uint32_t barriers)
{
    add_barriers(d, barriers);
    add_step(d, d->pass->groups * stride);
}

/* ---- subgroup.glsl ---- */

/* After Kogge and Stone, so many times at once; a reduction is the last lane of it. */
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

/* So many times at once: the first subgroup takes in the totals of all, as many at a time as it has
 * lanes. */
static void reduce_workgroups(struct dispatch *d, uint64_t workgroups)
{
    const uint64_t turns = divide_up(subgroups_of(d), d->lanes);

    add_barriers_of(d, workgroups, 2);
    scan_subgroups(d, workgroups * turns);
    add_steps(d, workgroups * d->lanes, turns);
}

/* For every tile. */
static void scan_slots(struct dispatch *d)
{
    const uint64_t subgroups = subgroups_of(d);

    scan_subgroups(d, tile_count(d) * divide_up(subgroups, d->lanes));
    for (uint64_t first = 0; first < subgroups; first += d->lanes)
        add_step(d, tile_count(d) * (least(subgroups - first, d->lanes) + d->lanes));
}

/* ---- tile.glsl ---- */

static uint64_t invocations_of(const struct dispatch *d)
{
    return tile_count(d) * d->plan->shape.workgroup_size;
}

static uint64_t vectors_of(const struct dispatch *d)
{
    return invocations_of(d) * d->plan->shape.items;
}

static uint64_t vector_size(const struct dispatch *d)
{
    return VECTOR_BYTES / d->plan->type->size;
}

static void combine_vectors(struct dispatch *d)
{
    add_steps(d, vectors_of(d), vector_size(d) - 1);
}

/* What each row of a subgroup begins with: the vectors of its lanes. */
static void scan_rows(struct dispatch *d)
{
    combine_vectors(d);
    scan_subgroups(d, tile_count(d) * subgroups_of(d) * d->plan->shape.items);
}

/* The rows of all subgroups, one after the other. */
static void reduce_shares(struct dispatch *d)
{
    scan_rows(d);
    add_steps(d, invocations_of(d), d->plan->shape.items);
}

/* The same with totals of the lanes' own as far as they go. */
static void reduce_shares_by_lanes(struct dispatch *d)
{
    combine_vectors(d);
    add_steps(d, invocations_of(d), d->plan->shape.items);
    scan_subgroups(d, tile_count(d) * subgroups_of(d));
}

static void reduce_tiles(struct dispatch *d)
{
    reduce_shares(d);
    reduce_workgroups(d, tile_count(d));
}

/* What precedes each row, and what it hands on to the next. */
static void scan_shares(struct dispatch *d)
{
    scan_rows(d);
    add_steps(d, 2 * invocations_of(d), d->plan->shape.items);
}

static void scan_tiles(struct dispatch *d)
{
    scan_shares(d);
    add_barriers(d, 3);
    scan_slots(d);
    add_step(d, invocations_of(d));
    add_steps(d, vectors_of(d), 1 + vector_size(d));
}

/* ---- lookback.glsl, one_pass.glsl ---- */

/* What so many tiles make of a window at once. */
static void take_in_window(struct dispatch *d, uint64_t tiles, bool floats)
{
    if (floats)
        for (uint32_t stride = 1; stride < d->lanes; stride *= 2)
            add_step(d, tiles * d->lanes);
    else if (!d->plan->op->commutative)
        scan_subgroups(d, tiles);
    add_step(d, tiles * d->lanes);
}

/*
 * A look reaches as many tiles back as a subgroup has lanes. So as many, a block, get their
 * prefixes at once, all from that of the tile before the first of them: in one look, if each tile
 * has a prefix; or in two if only a block's last tile has one, the first of which sees the tile's
 * own block, and where floats combine nothing in the second. Who publishes the prefix of the block
 * before, the first tile, has to look one block further for it. How often a tile is looked at in
 * fact, how far back, and whether one is made up for, depends on the moment and is not counted.
 */
static void exchange_prefixes(struct dispatch *d, bool per_block)
{
    const bool floats =
        d->plan->type->kind == KIND_FLOAT && d->plan->op->domain == DOMAIN_ARITHMETIC;
    const bool blocks = per_block || floats;

    for (uint64_t first = 0; first < tile_count(d); first += d->lanes) {
        const uint64_t at_once = least(tile_count(d) - first, d->lanes);
        take_in_window(d, at_once, floats);
        if (per_block && !floats)
            take_in_window(d, at_once, floats);
        if (blocks && first > 0) {
            if (per_block && floats && d->lanes > 1)
                add_step(d, d->lanes); /* two blocks are added up for as much as one */
            else
                take_in_window(d, 1, floats);
        }
        if (!floats && d->plan->op->commutative)
            scan_subgroups(d, at_once);
        if (!blocks)
            add_step(d, at_once); /* with their own aggregates */
    }
}

static void finish_tiles(struct dispatch *d)
{
    add_step(d, invocations_of(d));
    scan_shares(d);
    add_steps(d, vectors_of(d), vector_size(d));
}

/* ---- the kernels ---- */

static void add_prefixes(struct dispatch *d)
{
    d->loads += d->pass->groups * d->plan->shape.workgroup_size + d->pass->count;
    d->stores += d->pass->count;
    add_step(d, d->pass->count);
}

static void blelloch_reduce(struct dispatch *d)
{
    d->loads += d->pass->count;
    d->stores += d->pass->groups;
    add_barriers(d, 1);
    up_sweep(d);
    add_step(d, d->pass->groups);
}

static void store_totals(struct dispatch *d)
{
    d->stores += d->pass->groups > 1 ? d->pass->groups : 0;
}

static void blelloch_scan(struct dispatch *d)
{
    d->loads += d->pass->count;
    d->stores += d->pass->count;
    add_barriers(d, 1);
    up_sweep(d);
    store_totals(d);
    down_sweep(d);
    add_step(d, d->exclusive ? 0 : d->pass->count);
}

/* What the scans with operands of shift.glsl make of the totals. */
static void shifted_totals(struct dispatch *d)
{
    if (d->pass->groups > 1)
        totals_from_last(d);
    store_totals(d);
}

static void brent_kung_scan(struct dispatch *d)
{
    d->stores += d->pass->count;
    add_barriers(d, 1);
    load_operands(d);
    up_sweep(d);
    shifted_totals(d);
    hand_on(d);
}

static void kogge_stone_scan(struct dispatch *d)
{
    d->stores += d->pass->count;
    load_operands(d);
    add_barriers(d, 1);
    kogge_stone(d);
    shifted_totals(d);
}

static uint32_t segment_item(uint32_t t, uint32_t stride, uint32_t item)
{
    return SEGMENT_ITEM(t, stride, item);
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
    shifted_totals(d);
    add_strided_step(d, (uint64_t)(size - 1) * items,
                     (struct strided){{segment_item, segment_item}, size, items, 0, items});
    add_barriers(d, 1);
}

/*
 * Each block hands the prefix on to the next: as many steps one after the other as there are blocks
 * but one. The words of the chain are no elements. A block that waits looks at least once, with two
 * barriers; how often it looks again, and whether it makes up for another, depends on the moment
 * and is not counted.
 */
static void chained_scan(struct dispatch *d)
{
    const uint64_t handed_on = d->pass->groups - 1;

    add_barriers(d, 2);
    load_operands(d);
    up_sweep(d);
    totals_from_last(d);
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

/* The step k is of those invocations that have more than k elements before them. */
static void direct_scan(struct dispatch *d)
{
    const uint64_t longest = d->pass->count - (d->exclusive ? 1 : 0);

    for (uint64_t active = longest; active > 0; active--) {
        d->loads += active;
        add_step(d, active);
    }
    d->stores += d->pass->count;
}

/* In the last step of a reduction in device memory, the seed. */
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

/* Without the barriers. Tickets and statuses are no elements. */
static void scan_looking_back(struct dispatch *d, bool per_block)
{
    d->loads += d->pass->count;
    d->stores += d->pass->count;
    if (d->plan->op->commutative)
        reduce_shares_by_lanes(d);
    else
        reduce_shares(d);
    scan_slots(d);
    exchange_prefixes(d, per_block);
    finish_tiles(d);
}

/*
 * Whoever got a tile asks for another, unless there are as many workgroups as tiles. (Or unless it
 * has had SHARE_MAX of them, which depends on the moment and is not counted.)
 */
static void take_tickets(struct dispatch *d)
{
    const uint64_t tiles = tile_count(d), groups = d->pass->groups;

    add_barriers_of(d, tiles > groups ? tiles + groups : groups, 1);
}

/* For the aggregate and the prefix. */
static void lookback_scan(struct dispatch *d)
{
    scan_looking_back(d, false);
    take_tickets(d);
    add_barriers(d, 2);
}

/* For the prefix and the next aggregate, which a workgroup's first tile has by itself. */
static void lookahead_scan(struct dispatch *d)
{
    scan_looking_back(d, true);
    take_tickets(d);
    add_barriers(d, 1);
    add_barriers_of(d, d->pass->groups, 1);
}

/* The first step computes what the first element starts with once for it and once for its
 * neighbour. */
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

/* By every invocation of the workgroups that have as many tiles, one tile after the other. */
static void add_turns(struct dispatch *d, uint64_t combinations)
{
    const uint64_t share = tile_count(d) / d->pass->groups;
    const uint64_t more = tile_count(d) % d->pass->groups;
    const uint64_t size = d->plan->shape.workgroup_size;

    add_steps(d, d->pass->groups * size, share * combinations);
    add_steps(d, more * size, combinations);
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

/* The last workgroup takes as many results at a time as it has invocations. */
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
    d->loads += d->pass->count + (d->pass->prefixed ? invocations_of(d) : 0);
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
