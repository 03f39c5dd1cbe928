/* SPDX-License-Identifier: MIT */
/* The textbook's scans: their shapes, stages and passes. */
#include <vkscan/textbook.h>

#include "textbook.h"

/* One element per thread, once or twice in shared memory. */
static const struct arrangement once = {1, 1, .shared_per_thread = 1};
static const struct arrangement doubled = {1, 1, .shared_per_thread = 2};
/* Tiles in a padded array: several elements per thread, or segments and their aggregates. */
static const struct arrangement coarse = {1, 8, .shared = {{.per_item = 1, .padded = true}}};
static const struct arrangement segments = {1, 8, .shared = {{.per_item = 1, .padded = true}},
                                            .shared_per_thread = 2};
/* Tiles as large as can be: the fewer they are, the shorter the chain. */
static const struct arrangement chain_tile = {2, 8, .shared = {{.per_item = 1, .padded = true}},
                                              .shared_per_workgroup = 3};

static void step_constants(const struct caps *caps, const struct plan *plan,
                           const struct stage *stage, struct constants *list)
{
    vks_textbook_combine(caps, plan, stage, list);
    vks_constants_add(list, SPEC_EXCLUSIVE, vks_plan_exclusive(plan, stage));
}

/* Adds the arrays of kogge_stone.glsl. */
static void add_arrays(const struct plan *plan, struct constants *list)
{
    vks_constants_add(list, SPEC_ARRAYS, plan->algorithm->arrangement->shared_per_thread);
}

static void strides_constants(const struct caps *caps, const struct plan *plan,
                              const struct stage *stage, struct constants *list)
{
    step_constants(caps, plan, stage, list);
    add_arrays(plan, list);
}

static void coarse_constants(const struct caps *caps, const struct plan *plan,
                             const struct stage *stage, struct constants *list)
{
    vks_textbook_shared_tile_scan(caps, plan, stage, list);
    add_arrays(plan, list);
}

/* Plans two dispatches: one scans each element by itself, and one copies: a step of the naive scan
 * with a stride that no element has. */
static void passes_direct(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    if (count == 0)
        return;
    /* In place, threads would read what others have overwritten. */
    const struct span results = vks_pass_scratch(plan, list, count);
    const uint64_t groups = vks_divide_up(count, plan->tile_size);

    vks_pass_add(list, (struct pass){.stage = STAGE_STEP,
                                     .input = vks_pass_source(plan),
                                     .output = results,
                                     .auxiliary = vks_pass_unused(plan),
                                     .count = count,
                                     .groups = groups,
                                     .seeded = true});
    vks_pass_add(list, (struct pass){.stage = STAGE_COPY,
                                     .input = results,
                                     .output = vks_pass_destination(plan),
                                     .auxiliary = vks_pass_unused(plan),
                                     .count = count,
                                     .parameter = count + 1,
                                     .groups = groups});
}

/* Plans steps, which combine each element with the element a stride to its left, back
 * and forth between two arrays; strides double. */
static void passes_naive(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    if (count == 0)
        return;
    /* No step may go from the source to the destination, which can be the same, unless there is
     * but one element: so two elements take a second step, which copies. */
    const uint64_t last = count == 2 ? 2 : vks_textbook_last_stride(count);
    const struct span arrays[] = {vks_pass_scratch(plan, list, count),
                                  vks_pass_scratch(plan, list, count)};
    struct span input = vks_pass_source(plan);

    for (uint64_t stride = 1; stride <= last; stride *= 2) {
        const struct span output =
            stride == last ? vks_pass_destination(plan) : arrays[list->count % 2];
        vks_pass_add(list, (struct pass){.stage = STAGE_STEP,
                                         .input = input,
                                         .output = output,
                                         .auxiliary = vks_pass_unused(plan),
                                         .count = count,
                                         .parameter = stride,
                                         .groups = vks_divide_up(count, plan->tile_size),
                                         .seeded = stride == 1});
        input = output;
    }
}

/* Plans one dispatch, which scans everything. */
static void passes_chained(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    const uint64_t tiles = vks_divide_up(count, plan->tile_size);

    if (tiles > 0)
        vks_pass_single(plan, count, list, CHAIN_WORDS(tiles, plan->computation.words), tiles);
}

/* The stages of a scan of tiles in shared memory, and of the addition of the scanned aggregates. */
#define SCAN_THEN_ADD(kernel, constants_of)                                                        \
    STAGES([STAGE_ADD_PREFIXES] = {"add_prefixes", .constants = vks_textbook_items},               \
           [STAGE_SCAN_LEVEL] = {kernel, .constants = constants_of, .exclusive = true},            \
           [STAGE_SCAN_SOURCE] = {kernel, .constants = constants_of}),                             \
        .passes = vks_passes_scan_then_add

const struct algorithm vks_textbook_scans[] = {
    {
        .id = VKSCAN_ALGORITHM_DIRECT,
        .name = "direct",
        .summary = "each element by itself, up to 2^18 (Hwu et al. 2022)",
        .primitives = PRIMITIVES_SCAN,
        .largest = 1u << 18,
        .arrangement = &vks_textbook_step,
        .policies = vks_textbook_step_policies,
        STAGES([STAGE_STEP] = {"direct_scan", .constants = step_constants},
               [STAGE_COPY] = {"naive_scan", .constants = step_constants, .exclusive = true}),
        .passes = passes_direct,
    },
    {
        .id = VKSCAN_ALGORITHM_NAIVE,
        .name = "naive",
        .summary = "strides in device memory (Hillis and Steele 1986)",
        .primitives = PRIMITIVES_SCAN,
        .arrangement = &vks_textbook_step,
        .policies = vks_textbook_step_policies,
        STAGES([STAGE_STEP] = {"naive_scan", .constants = step_constants}),
        .passes = passes_naive,
    },
    {
        .id = VKSCAN_ALGORITHM_KOGGE_STONE,
        .name = "kogge-stone",
        .summary = "strides over double-buffered tiles (Kogge and Stone 1973)",
        .primitives = PRIMITIVES_SCAN,
        .arrangement = &doubled,
        .policies = vks_textbook_doubled_policies,
        SCAN_THEN_ADD("kogge_stone_scan", strides_constants),
    },
    {
        .id = VKSCAN_ALGORITHM_KOGGE_STONE_INPLACE,
        .name = "kogge-stone-inplace",
        .summary = "kogge-stone in one array, with two barriers a step",
        .primitives = PRIMITIVES_SCAN,
        .arrangement = &once,
        .policies = vks_textbook_doubled_policies,
        SCAN_THEN_ADD("kogge_stone_scan", strides_constants),
    },
    {
        .id = VKSCAN_ALGORITHM_BRENT_KUNG,
        .name = "brent-kung",
        .summary = "trees there and back, padded (Brent and Kung 1982)",
        .primitives = PRIMITIVES_SCAN,
        .arrangement = &vks_textbook_pairs,
        .policies = vks_textbook_pairs_policies,
        SCAN_THEN_ADD("brent_kung_scan", vks_textbook_shared_tile_scan),
    },
    {
        .id = VKSCAN_ALGORITHM_BRENT_KUNG_UNPADDED,
        .name = "brent-kung-unpadded",
        .summary = "brent-kung with bank conflicts (Brent and Kung 1982)",
        .primitives = PRIMITIVES_SCAN,
        .unpadded = true,
        .arrangement = &vks_textbook_pairs,
        .policies = vks_textbook_pairs_policies,
        SCAN_THEN_ADD("brent_kung_scan", vks_textbook_shared_tile_scan),
    },
    {
        .id = VKSCAN_ALGORITHM_BRENT_KUNG_COARSE,
        .name = "brent-kung-coarse",
        .summary = "brent-kung, 8 elements per thread (Hwu et al. 2022)",
        .primitives = PRIMITIVES_SCAN,
        .arrangement = &coarse,
        .policies = vks_textbook_coarse_policies,
        SCAN_THEN_ADD("brent_kung_scan", vks_textbook_shared_tile_scan),
    },
    {
        .id = VKSCAN_ALGORITHM_COARSE,
        .name = "coarse",
        .summary = "a segment per thread, in order (Hwu et al. 2022)",
        .primitives = PRIMITIVES_SCAN,
        .arrangement = &segments,
        .policies = vks_textbook_segments_policies,
        SCAN_THEN_ADD("coarse_scan", coarse_constants),
    },
    {
        .id = VKSCAN_ALGORITHM_BLELLOCH_TILE,
        .name = "blelloch-tile",
        .summary = "up- and down-sweeps over padded tiles (Blelloch 1990)",
        .primitives = PRIMITIVES_SCAN,
        .arrangement = &vks_textbook_pairs,
        .policies = vks_textbook_pairs_policies,
        SCAN_THEN_ADD("blelloch_tile_scan", vks_textbook_shared_tile_scan),
    },
    {
        .id = VKSCAN_ALGORITHM_BLELLOCH_UNPADDED,
        .name = "blelloch-unpadded",
        .summary = "blelloch-tile with bank conflicts (Blelloch 1990)",
        .primitives = PRIMITIVES_SCAN,
        .unpadded = true,
        .arrangement = &vks_textbook_pairs,
        .policies = vks_textbook_pairs_policies,
        SCAN_THEN_ADD("blelloch_tile_scan", vks_textbook_shared_tile_scan),
    },
    {
        .id = VKSCAN_ALGORITHM_CHAINED,
        .name = "chained",
        .summary = "one dispatch, tiles wait in line (Yan et al. 2013)",
        .primitives = PRIMITIVES_SCAN,
        .arrangement = &chain_tile,
        .policies = vks_textbook_chain_policies,
        STAGES([STAGE_ALL] = {"chained_scan", .constants = vks_textbook_shared_tile_scan}),
        .passes = passes_chained,
    },
    {0},
};
