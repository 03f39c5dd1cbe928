/* SPDX-License-Identifier: MIT */
#include "passes.h"

#include <assert.h>

#include "interface.h"

#define MAX_LEVELS 33 /* halving 2^32 elements until one is left */

static const struct span source = {ROLE_SOURCE, 0};
static const struct span destination = {ROLE_DESTINATION, 0};

/* Not accessed. Scratch, since what a kernel could write must not be the source. */
static const struct span no_totals = {ROLE_SCRATCH, 0};

static uint64_t divide_up(uint64_t a, uint64_t b)
{
    return a / b + (a % b != 0);
}

static struct span take_scratch(const struct problem *problem, struct pass_list *list,
                                uint64_t count)
{
    const struct span span = {ROLE_SCRATCH, list->scratch};

    list->scratch += divide_up(count, problem->alignment) * problem->alignment;
    return span;
}

static void add_pass(struct pass_list *list, struct pass pass)
{
    assert(list->count < PASSES_MAX);
    list->pass[list->count++] = pass;
}

void vks_passes_reduce(const struct problem *problem, struct pass_list *list)
{
    struct span input = source;
    uint64_t count = problem->count;
    uint64_t tiles;

    do {
        tiles = count > 0 ? divide_up(count, problem->tile_size) : 1;
        const struct span output = tiles > 1 ? take_scratch(problem, list, tiles) : destination;
        add_pass(list, (struct pass){.stage = 0,
                                     .input = input,
                                     .output = output,
                                     .totals = no_totals,
                                     .count = count,
                                     .groups = tiles,
                                     .seeded = tiles == 1});
        input = output;
        count = tiles;
    } while (tiles > 1);
}

static uint64_t at_least_one(uint64_t groups)
{
    return groups > 0 ? groups : 1;
}

/* The largest of the strides 1, 2, 4, ... that has a partner for someone, if only the first. */
static uint64_t last_stride(uint64_t count)
{
    uint64_t stride = 1;

    while (2 * stride < count)
        stride *= 2;
    return stride;
}

void vks_passes_reduce_neighbours(const struct problem *problem, struct pass_list *list)
{
    const uint64_t count = problem->count;
    const uint64_t last = last_stride(count);
    const struct span copy = last > 1 ? take_scratch(problem, list, count) : destination;
    struct span input = source;

    for (uint64_t stride = 1; stride <= last; stride *= 2) {
        const uint64_t pairs = divide_up(count, 2 * stride);
        const struct span output = stride == last ? destination : copy;
        add_pass(list, (struct pass){.stage = 0,
                                     .input = input,
                                     .output = output,
                                     .totals = no_totals,
                                     .count = count,
                                     .stride = stride,
                                     .groups = at_least_one(divide_up(pairs, problem->tile_size)),
                                     .seeded = stride == last});
        input = output;
    }
}

void vks_passes_reduce_halves(const struct problem *problem, struct pass_list *list)
{
    uint64_t count = problem->count;
    const struct span halves =
        count > 2 ? take_scratch(problem, list, divide_up(count, 2)) : destination;
    struct span input = source;

    do {
        const uint64_t half = divide_up(count, 2);
        const struct span output = half > 1 ? halves : destination;
        add_pass(list, (struct pass){.stage = 0,
                                     .input = input,
                                     .output = output,
                                     .totals = no_totals,
                                     .count = count,
                                     .groups = at_least_one(divide_up(half, problem->tile_size)),
                                     .seeded = half <= 1});
        input = output;
        count = half;
    } while (count > 1);
}

/*
 * The levels of a hierarchical scan: level 0 is the source, level k + 1 holds one total for each
 * tile of level k, and the last level fits in one tile.
 */
struct levels {
    struct span span[MAX_LEVELS];
    uint64_t count[MAX_LEVELS];
    uint64_t tiles[MAX_LEVELS];
    uint32_t last;
};

static struct levels make_levels(const struct problem *problem, struct pass_list *list)
{
    struct levels levels = {.span = {source}, .count = {problem->count}};

    for (uint32_t k = 0;; k++) {
        levels.tiles[k] = divide_up(levels.count[k], problem->tile_size);
        if (levels.tiles[k] <= 1) {
            levels.last = k;
            return levels;
        }
        levels.count[k + 1] = levels.tiles[k];
        levels.span[k + 1] = take_scratch(problem, list, levels.tiles[k]);
    }
}

/* Results go to the destination; totals are scanned where they are. */
static struct span level_output(const struct levels *levels, uint32_t k)
{
    return k == 0 ? destination : levels->span[k];
}

void vks_passes_reduce_then_scan(const struct problem *problem, struct pass_list *list)
{
    if (problem->count == 0)
        return;
    const struct levels levels = make_levels(problem, list);

    for (uint32_t k = 0; k < levels.last; k++)
        add_pass(list, (struct pass){.stage = 0,
                                     .input = levels.span[k],
                                     .output = levels.span[k + 1],
                                     .totals = no_totals,
                                     .count = levels.count[k],
                                     .groups = levels.tiles[k]});
    for (uint32_t k = levels.last + 1; k-- > 0;)
        add_pass(list, (struct pass){.stage = k == 0 ? 2 : 1,
                                     .input = levels.span[k],
                                     .output = level_output(&levels, k),
                                     .totals = k < levels.last ? levels.span[k + 1] : no_totals,
                                     .count = levels.count[k],
                                     .groups = levels.tiles[k],
                                     .prefixed = k < levels.last,
                                     .seeded = k == levels.last});
}

void vks_passes_scan_then_add(const struct problem *problem, struct pass_list *list)
{
    if (problem->count == 0)
        return;
    const struct levels levels = make_levels(problem, list);

    for (uint32_t k = 0; k <= levels.last; k++)
        add_pass(list, (struct pass){.stage = k == 0 ? 2 : 1,
                                     .input = levels.span[k],
                                     .output = level_output(&levels, k),
                                     .totals = k < levels.last ? levels.span[k + 1] : no_totals,
                                     .count = levels.count[k],
                                     .groups = levels.tiles[k],
                                     .seeded = k == levels.last});
    for (uint32_t k = levels.last; k-- > 0;)
        add_pass(list, (struct pass){.stage = 0,
                                     .input = level_output(&levels, k),
                                     .output = level_output(&levels, k),
                                     .totals = levels.span[k + 1],
                                     .count = levels.count[k],
                                     .groups = levels.tiles[k],
                                     .prefixed = true});
}

void vks_passes_scan_directly(const struct problem *problem, struct pass_list *list)
{
    const uint64_t count = problem->count;
    if (count == 0)
        return;
    /* In place, everyone would read what others have overwritten. */
    const struct span results = take_scratch(problem, list, count);
    const uint64_t groups = divide_up(count, problem->tile_size);

    add_pass(list, (struct pass){.stage = 0,
                                 .input = source,
                                 .output = results,
                                 .totals = no_totals,
                                 .count = count,
                                 .groups = groups,
                                 .seeded = true});
    add_pass(list, (struct pass){.stage = 1,
                                 .input = results,
                                 .output = destination,
                                 .totals = no_totals,
                                 .count = count,
                                 .groups = groups});
}

void vks_passes_scan_by_strides(const struct problem *problem, struct pass_list *list)
{
    const uint64_t count = problem->count;
    if (count == 0)
        return;
    /* No step may go from the source to the destination, which can be the same, unless there is
     * but one element: so of two there is a further step, that copies. */
    const uint64_t last = count == 2 ? 2 : last_stride(count);
    const struct span arrays[] = {take_scratch(problem, list, count),
                                  take_scratch(problem, list, count)};
    struct span input = source;

    for (uint64_t stride = 1; stride <= last; stride *= 2) {
        const struct span output = stride == last ? destination : arrays[list->count % 2];
        add_pass(list, (struct pass){.stage = 0,
                                     .input = input,
                                     .output = output,
                                     .totals = no_totals,
                                     .count = count,
                                     .stride = stride,
                                     .groups = divide_up(count, problem->tile_size),
                                     .seeded = stride == 1});
        input = output;
    }
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* All of the scratch is kept from run to run. */
static struct span take_kept(const struct problem *problem, struct pass_list *list, uint64_t words)
{
    const struct span kept = take_scratch(problem, list, words);

    list->zeroed = list->scratch;
    return kept;
}

static void scan_at_once(const struct problem *problem, struct pass_list *list, uint64_t words,
                         uint64_t groups)
{
    add_pass(list, (struct pass){.stage = 0,
                                 .input = source,
                                 .output = destination,
                                 .totals = take_kept(problem, list, words),
                                 .count = problem->count,
                                 .groups = groups,
                                 .seeded = true});
}

void vks_passes_scan_in_chain(const struct problem *problem, struct pass_list *list)
{
    const uint64_t blocks = divide_up(problem->count, problem->tile_size);

    if (blocks > 0)
        scan_at_once(problem, list, CHAIN_WORDS(blocks), blocks);
}

/*
 * As many workgroups as there is room for, or that many times as many as it takes to take all
 * tiles. Of 2^30 elements in tiles of 512 that is within 65,535, Vulkan's least limit.
 */
static uint64_t persistent_groups(uint64_t tiles, uint64_t workgroups)
{
    const uint64_t times = divide_up(divide_up(tiles, SHARE_MAX), workgroups);

    return least(tiles, workgroups * times);
}

void vks_passes_scan_looking_back(const struct problem *problem, struct pass_list *list)
{
    const uint64_t tiles = divide_up(problem->count, problem->tile_size);

    if (tiles > 0)
        scan_at_once(problem, list, STATUS_WORDS(tiles),
                     persistent_groups(tiles, problem->workgroups));
}

/* As many workgroups as take the same number of tiles each. */
static uint64_t share_out(uint64_t tiles, uint64_t workgroups)
{
    const uint64_t share = least(divide_up(tiles, least(tiles, workgroups)), SHARE_MAX);

    return divide_up(tiles, share);
}

void vks_passes_reduce_at_once(const struct problem *problem, struct pass_list *list)
{
    const uint64_t tiles = at_least_one(divide_up(problem->count, problem->tile_size));
    /* Of any smaller count too: the fewer tiles, the more workgroups it may be. */
    const uint64_t most = persistent_groups(tiles, problem->workgroups);

    add_pass(list, (struct pass){.stage = 0,
                                 .input = source,
                                 .output = destination,
                                 .totals = take_kept(problem, list, PARTIAL_WORDS(most)),
                                 .count = problem->count,
                                 .groups = share_out(tiles, problem->workgroups),
                                 .seeded = true});
}
