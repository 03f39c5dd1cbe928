/* SPDX-License-Identifier: MIT */
#include "algorithm.h"

#include <assert.h>

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))
#define MAX_LEVELS 33 /* halving 2^32 elements until one is left */

#define REDUCE (1u << VKSCAN_PRIMITIVE_REDUCE)
#define SCAN (1u << VKSCAN_PRIMITIVE_INCLUSIVE_SCAN | 1u << VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN)

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
    assert(list->count < ALGORITHM_MAX_PASSES);
    list->pass[list->count++] = pass;
}

/* Stage 0 reduces tiles to totals, those again, until a single tile is left. */
static void passes_reduce(const struct problem *problem, struct pass_list *list)
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
                                     .count = count,
                                     .groups = tiles,
                                     .seeded = tiles == 1});
        input = output;
        count = tiles;
    } while (tiles > 1);
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

/*
 * Stage 0 reduces the tiles of each level to the next level; from the last level back, stage 1
 * (for totals) and stage 2 (for the source) scan the tiles from their prefixes.
 */
static void passes_reduce_then_scan(const struct problem *problem, struct pass_list *list)
{
    if (problem->count == 0)
        return;
    const struct levels levels = make_levels(problem, list);

    for (uint32_t k = 0; k < levels.last; k++)
        add_pass(list, (struct pass){.stage = 0,
                                     .input = levels.span[k],
                                     .output = levels.span[k + 1],
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

/*
 * Stage 2 (for the source) and stage 1 (for totals) scan the blocks of each level by themselves
 * and leave their totals as the next level; from the last level but one back, stage 0 adds the
 * scanned totals to the blocks.
 */
static void passes_scan_then_add(const struct problem *problem, struct pass_list *list)
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

/*
 * AUTO takes the last row for the primitive that the device can run and the capacity reaches.
 * Measured on an NVIDIA H200 from 2^10 to 2^28 elements, and on Mesa's and Google's software
 * drivers from 2^6 on, subgroup is never slower than blelloch: its auto_from is 0.
 */
static const struct algorithm rows[] = {
    {
        .id = VKSCAN_ALGORITHM_BLELLOCH,
        .name = "blelloch",
        .summary = "balanced trees in padded shared memory (Blelloch 1990)",
        .primitives = REDUCE,
        .layout = LAYOUT_BLOCK,
        .stages = {{"blelloch_reduce", MODE_AS_PLANNED}},
        .passes = passes_reduce,
    },
    {
        .id = VKSCAN_ALGORITHM_BLELLOCH,
        .name = "blelloch",
        .summary = "sweeps in shared memory, then block prefixes added (Blelloch 1990)",
        .primitives = SCAN,
        .layout = LAYOUT_BLOCK,
        .stages = {{"blelloch_add", MODE_EXCLUSIVE},
                   {"blelloch_scan", MODE_EXCLUSIVE},
                   {"blelloch_scan", MODE_AS_PLANNED}},
        .passes = passes_scan_then_add,
    },
    {
        .id = VKSCAN_ALGORITHM_SUBGROUP,
        .name = "subgroup",
        .summary = "vectors in registers, subgroup operations (Harris 2007)",
        .primitives = REDUCE,
        .needs = VKSCAN_CAPABILITY_SUBGROUPS,
        .auto_from = 0,
        .layout = LAYOUT_TILE,
        .stages = {{"subgroup_reduce", MODE_AS_PLANNED}},
        .passes = passes_reduce,
    },
    {
        .id = VKSCAN_ALGORITHM_SUBGROUP,
        .name = "subgroup",
        .summary = "tile totals first, then the tiles (Merrill and Grimshaw 2009)",
        .primitives = SCAN,
        .needs = VKSCAN_CAPABILITY_SUBGROUPS,
        .auto_from = 0,
        .layout = LAYOUT_TILE,
        .stages = {{"subgroup_reduce", MODE_AS_PLANNED},
                   {"subgroup_scan", MODE_EXCLUSIVE},
                   {"subgroup_scan", MODE_AS_PLANNED}},
        .passes = passes_reduce_then_scan,
    },
};

const struct algorithm *vks_algorithm_row(uint32_t index)
{
    return index < COUNT_OF(rows) ? &rows[index] : NULL;
}

const struct algorithm *vks_algorithm_find(vkscan_algorithm id, vkscan_primitive primitive)
{
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].id == id && rows[i].primitives & 1u << primitive)
            return &rows[i];
    return NULL;
}

const struct algorithm *vks_algorithm_choose(const struct caps *caps, vkscan_primitive primitive,
                                             uint64_t capacity)
{
    const struct algorithm *choice = NULL;

    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].primitives & 1u << primitive && !(rows[i].needs & ~caps->capabilities) &&
            rows[i].auto_from <= capacity)
            choice = &rows[i];
    return choice;
}

const char *vkscan_algorithm_summary(vkscan_algorithm algorithm, vkscan_primitive primitive)
{
    const struct algorithm *row =
        vkscan_primitive_name(primitive) ? vks_algorithm_find(algorithm, primitive) : NULL;

    return row ? row->summary : NULL;
}

const char *vkscan_algorithm_name(vkscan_algorithm algorithm)
{
    if (algorithm == VKSCAN_ALGORITHM_AUTO)
        return "auto";
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].id == algorithm)
            return rows[i].name;
    return NULL;
}
