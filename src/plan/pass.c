/* SPDX-License-Identifier: MIT */
/* Passes of the hierarchical algorithms, and the arithmetic of tiles and scratch. */
#include <assert.h>

#include "plan.h"

uint64_t vks_divide_up(uint64_t a, uint64_t b)
{
    return a / b + (a % b != 0);
}

uint64_t vks_whole_words(uint64_t bytes)
{
    return vks_divide_up(bytes, sizeof(uint32_t)) * sizeof(uint32_t);
}

uint64_t vks_least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

void vks_pass_add(struct pass_list *list, struct pass pass)
{
    assert(list->count < PASSES_MAX);
    assert((pass.strides[0] | pass.strides[1]) <= UINT32_MAX); /* kernels have a word for each */
    list->pass[list->count++] = pass;
}

static uint32_t unit_of(uint32_t element_size)
{
    return element_size == 12 ? 4 : element_size;
}

struct span vks_pass_source(const struct plan *plan)
{
    return (struct span){.port = PORT_SOURCE, .unit = unit_of(plan->computation.source_size)};
}

struct span vks_pass_destination(const struct plan *plan)
{
    return (struct span){.port = PORT_DESTINATION,
                         .unit = unit_of(plan->computation.destination_size)};
}

struct span vks_pass_second(struct span input)
{
    return (struct span){.port = input.port == PORT_SOURCE ? PORT_SECOND_SOURCE : PORT_SCRATCH};
}

struct span vks_pass_unused(const struct plan *plan)
{
    return (struct span){.port = PORT_SCRATCH,
                         .unit = unit_of(sizeof(uint32_t) * plan->computation.words)};
}

struct span vks_pass_bytes(struct pass_list *list, uint32_t unit, uint64_t bytes)
{
    const struct span span = {.port = PORT_SCRATCH, .unit = unit, .offset = list->scratch};

    list->scratch += vks_divide_up(bytes, VECTOR_BYTES) * VECTOR_BYTES;
    return span;
}

struct span vks_pass_elements(struct pass_list *list, uint32_t element_size, uint64_t count)
{
    return vks_pass_bytes(list, unit_of(element_size), count * element_size);
}

struct span vks_pass_scratch(const struct plan *plan, struct pass_list *list, uint64_t count)
{
    return vks_pass_elements(list, sizeof(uint32_t) * plan->computation.words, count);
}

struct span vks_pass_scratch_like(struct pass_list *list, struct span port, uint64_t bytes)
{
    struct span span = vks_pass_bytes(list, port.unit, bytes + VECTOR_BYTES);

    span.like = port.port;
    return span;
}

struct span vks_pass_state(struct pass_list *list, uint64_t words)
{
    assert(list->scratch == 0);
    const struct span state = vks_pass_bytes(list, sizeof(uint32_t), words * sizeof(uint32_t));

    list->zeroed = list->scratch;
    return state;
}

void vks_pass_header(const struct plan *plan, struct pass_list *list)
{
    if (plan->operands & OPERAND_CARRY_IN) {
        assert(list->scratch == 0);
        vks_pass_bytes(list, sizeof(uint32_t), STATE_WORDS * sizeof(uint32_t));
    }
}

bool vks_pass_has_total(const struct plan *plan)
{
    return plan->operands & (OPERAND_TOTAL | OPERAND_CARRY_OUT);
}

void vks_pass_single(const struct plan *plan, uint64_t count, struct pass_list *list,
                     uint64_t words, uint64_t groups)
{
    vks_pass_add(list, (struct pass){.stage = STAGE_ALL,
                                     .input = vks_pass_source(plan),
                                     .output = vks_pass_destination(plan),
                                     .auxiliary = vks_pass_state(list, words),
                                     .second_input = vks_pass_second(vks_pass_source(plan)),
                                     .count = count,
                                     .divisor = 1,
                                     .parameter = plan->workgroups, /* read by reductions alone */
                                     .groups = groups,
                                     .seeded = true});
}

uint64_t vks_persistent_groups(uint64_t tiles, uint64_t workgroups)
{
    const uint64_t times = vks_divide_up(vks_divide_up(tiles, WORKGROUP_TILES_MAX), workgroups);

    return vks_least(tiles, workgroups * times);
}

/* ---- hierarchies of tiles ---- */

#define MAX_LEVELS 33 /* halving 2^32 elements until one is left */

uint32_t vks_reduce_stage(struct span input, bool is_last)
{
    if (input.port == PORT_SOURCE)
        return is_last ? STAGE_SOURCE_TO_RESULT : STAGE_REDUCE_SOURCE;
    return is_last ? STAGE_LEVEL_TO_RESULT : STAGE_REDUCE_LEVEL;
}

void vks_passes_reduce(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    struct span input = vks_pass_source(plan);
    uint64_t divisor = 1;
    uint64_t tiles;

    vks_pass_header(plan, list);
    do {
        tiles = count > 0 ? vks_divide_up(count, plan->tile_size) : 1;
        const struct span output =
            tiles > 1 ? vks_pass_scratch(plan, list, tiles) : vks_pass_destination(plan);
        vks_pass_add(list, (struct pass){.stage = vks_reduce_stage(input, tiles == 1),
                                         .input = input,
                                         .output = output,
                                         .auxiliary = vks_pass_unused(plan),
                                         .second_input = vks_pass_second(input),
                                         .count = count,
                                         .divisor = divisor,
                                         .groups = tiles,
                                         .seeded = tiles == 1});
        input = output;
        count = tiles;
        divisor *= plan->tile_size;
    } while (tiles > 1);
}

/*
 * The levels of a hierarchical scan: level 0 is the source, level k + 1 holds one aggregate for
 * each tile of level k, and the last level fits in one tile.
 */
struct levels {
    struct span span[MAX_LEVELS];
    uint64_t count[MAX_LEVELS];
    uint64_t divisor[MAX_LEVELS]; /* elements of the source for each element of the level */
    uint64_t tiles[MAX_LEVELS];
    uint32_t last;
};

static struct levels make_levels(struct span first, uint64_t count, uint32_t tile_size,
                                 uint32_t element_size, struct pass_list *list)
{
    struct levels levels = {.span = {first}, .count = {count}, .divisor = {1}};

    for (uint32_t k = 0;; k++) {
        levels.tiles[k] = vks_divide_up(levels.count[k], tile_size);
        if (levels.tiles[k] <= 1) {
            levels.tiles[k] = 1;
            levels.last = k;
            return levels;
        }
        levels.count[k + 1] = levels.tiles[k];
        levels.divisor[k + 1] = levels.divisor[k] * tile_size;
        levels.span[k + 1] = vks_pass_elements(list, element_size, levels.tiles[k]);
    }
}

static struct levels levels_of_source(const struct plan *plan, uint64_t count,
                                      struct pass_list *list)
{
    return make_levels(vks_pass_source(plan), count, plan->tile_size,
                       sizeof(uint32_t) * plan->computation.words, list);
}

/* Returns where the scan of a level stores: results in the destination, scanned aggregates in place
 * of the aggregates. */
static struct span level_output(const struct plan *plan, const struct levels *levels, uint32_t k)
{
    return k == 0 ? vks_pass_destination(plan) : levels->span[k];
}

static struct span next_level(const struct levels *levels, uint32_t k, struct span unused)
{
    return k < levels->last ? levels->span[k + 1] : unused;
}

void vks_passes_reduce_then_scan(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    if (count == 0 && !vks_pass_has_total(plan))
        return;
    vks_pass_header(plan, list);
    const struct levels levels = levels_of_source(plan, count, list);

    for (uint32_t k = 0; k < levels.last; k++)
        vks_pass_add(list,
                     (struct pass){.stage = k == 0 ? STAGE_UPSWEEP_SOURCE : STAGE_UPSWEEP_LEVEL,
                                   .input = levels.span[k],
                                   .output = levels.span[k + 1],
                                   .auxiliary = vks_pass_unused(plan),
                                   .second_input = vks_pass_second(levels.span[k]),
                                   .count = levels.count[k],
                                   .divisor = levels.divisor[k],
                                   .groups = levels.tiles[k]});
    for (uint32_t k = levels.last + 1; k-- > 0;)
        vks_pass_add(list,
                     (struct pass){.stage = k == 0 ? STAGE_DOWNSWEEP_SOURCE : STAGE_DOWNSWEEP_LEVEL,
                                   .input = levels.span[k],
                                   .output = level_output(plan, &levels, k),
                                   .auxiliary = next_level(&levels, k, vks_pass_unused(plan)),
                                   .second_input = vks_pass_second(levels.span[k]),
                                   .count = levels.count[k],
                                   .divisor = levels.divisor[k],
                                   .groups = levels.tiles[k],
                                   .prefixed = k < levels.last,
                                   .seeded = k == levels.last});
}

void vks_passes_scan_sums(struct span sums, uint64_t count, uint32_t tile_size,
                          uint32_t reduce_stage, uint32_t scan_stage, struct pass_list *list)
{
    const struct span unused = {.port = PORT_SCRATCH, .unit = sizeof(uint32_t)};
    const struct levels levels = make_levels(sums, count, tile_size, sizeof(uint32_t), list);

    for (uint32_t k = 0; k < levels.last; k++)
        vks_pass_add(list, (struct pass){.stage = reduce_stage,
                                         .input = levels.span[k],
                                         .output = levels.span[k + 1],
                                         .auxiliary = unused,
                                         .count = levels.count[k],
                                         .divisor = levels.divisor[k],
                                         .groups = levels.tiles[k]});
    for (uint32_t k = levels.last + 1; k-- > 0;)
        vks_pass_add(list, (struct pass){.stage = scan_stage,
                                         .input = levels.span[k],
                                         .output = levels.span[k],
                                         .auxiliary = next_level(&levels, k, unused),
                                         .count = levels.count[k],
                                         .divisor = levels.divisor[k],
                                         .groups = levels.tiles[k],
                                         .prefixed = k < levels.last});
}

void vks_passes_scan_then_add(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    if (count == 0)
        return;
    const struct levels levels = levels_of_source(plan, count, list);

    for (uint32_t k = 0; k <= levels.last; k++)
        vks_pass_add(list, (struct pass){.stage = k == 0 ? STAGE_SCAN_SOURCE : STAGE_SCAN_LEVEL,
                                         .input = levels.span[k],
                                         .output = level_output(plan, &levels, k),
                                         .auxiliary = next_level(&levels, k, vks_pass_unused(plan)),
                                         .count = levels.count[k],
                                         .groups = levels.tiles[k],
                                         .seeded = k == levels.last});
    for (uint32_t k = levels.last; k-- > 0;)
        vks_pass_add(list, (struct pass){.stage = STAGE_ADD_PREFIXES,
                                         .input = level_output(plan, &levels, k),
                                         .output = level_output(plan, &levels, k),
                                         .auxiliary = levels.span[k + 1],
                                         .count = levels.count[k],
                                         .groups = levels.tiles[k],
                                         .prefixed = true});
}
