/* SPDX-License-Identifier: MIT */
#include "algorithm.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

#define REDUCE (1u << VKSCAN_PRIMITIVE_REDUCE)
#define SCAN (1u << VKSCAN_PRIMITIVE_INCLUSIVE_SCAN | 1u << VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN)

/*
 * AUTO takes the last automatic row for the primitive that the device can run, with a capacity that
 * the tuning table has a shape for in the row's layout.
 */
static const struct algorithm rows[] = {
    {
        .id = VKSCAN_ALGORITHM_BLELLOCH,
        .name = "blelloch",
        .summary = "balanced trees in padded shared memory (Blelloch 1990)",
        .primitives = REDUCE,
        .automatic = true,
        .layout = LAYOUT_BLOCK,
        .stages = {{"blelloch_reduce", MODE_AS_PLANNED}},
        .passes = vks_passes_reduce,
    },
    {
        .id = VKSCAN_ALGORITHM_SUBGROUP,
        .name = "subgroup",
        .summary = "vectors in registers, subgroup operations (Harris 2007)",
        .primitives = REDUCE,
        .needs = VKSCAN_CAPABILITY_SUBGROUPS,
        .automatic = true,
        .layout = LAYOUT_TILE,
        .stages = {{"subgroup_reduce", MODE_AS_PLANNED}},
        .passes = vks_passes_reduce,
    },
    {
        .id = VKSCAN_ALGORITHM_INTERLEAVED,
        .name = "interleaved",
        .summary = "steps over neighbours in device memory (Harris 2007)",
        .primitives = REDUCE,
        .layout = LAYOUT_STEP,
        .stages = {{"interleaved_reduce", MODE_AS_PLANNED}},
        .passes = vks_passes_reduce_neighbours,
    },
    {
        .id = VKSCAN_ALGORITHM_SEQUENTIAL,
        .name = "sequential",
        .summary = "steps over halves in device memory (Harris 2007)",
        .primitives = REDUCE,
        .commutative = true,
        .layout = LAYOUT_STEP,
        .stages = {{"sequential_reduce", MODE_AS_PLANNED}},
        .passes = vks_passes_reduce_halves,
    },
    {
        .id = VKSCAN_ALGORITHM_TREE,
        .name = "tree",
        .summary = "halving blocks in shared memory (Harris 2007)",
        .primitives = REDUCE,
        .commutative = true,
        .layout = LAYOUT_HALVES,
        .stages = {{"tree_reduce", MODE_AS_PLANNED}},
        .passes = vks_passes_reduce,
    },
    {
        .id = VKSCAN_ALGORITHM_UNROLLED,
        .name = "unrolled",
        .summary = "tree, unrolled, with fewer barriers (Harris 2007)",
        .primitives = REDUCE,
        .needs = VKSCAN_CAPABILITY_SUBGROUPS,
        .commutative = true,
        .layout = LAYOUT_HALVES,
        .stages = {{"unrolled_reduce", MODE_AS_PLANNED}},
        .passes = vks_passes_reduce,
    },
    {
        .id = VKSCAN_ALGORITHM_BLELLOCH,
        .name = "blelloch",
        .summary = "up- and down-sweeps over padded blocks (Blelloch 1990)",
        .primitives = SCAN,
        .automatic = true,
        .layout = LAYOUT_BLOCK,
        .stages = {{"add_prefixes", MODE_EXCLUSIVE},
                   {"blelloch_scan", MODE_EXCLUSIVE},
                   {"blelloch_scan", MODE_AS_PLANNED}},
        .passes = vks_passes_scan_then_add,
    },
    {
        .id = VKSCAN_ALGORITHM_SUBGROUP,
        .name = "subgroup",
        .summary = "tile totals, then tiles (Merrill and Grimshaw 2009)",
        .primitives = SCAN,
        .needs = VKSCAN_CAPABILITY_SUBGROUPS,
        .automatic = true,
        .layout = LAYOUT_TILE,
        .stages = {{"subgroup_reduce", MODE_AS_PLANNED},
                   {"subgroup_scan", MODE_EXCLUSIVE},
                   {"subgroup_scan", MODE_AS_PLANNED}},
        .passes = vks_passes_reduce_then_scan,
    },
    {
        .id = VKSCAN_ALGORITHM_DIRECT,
        .name = "direct",
        .summary = "each element by itself, up to 2^18 (Hwu et al. 2022)",
        .primitives = SCAN,
        .largest = 1u << 18,
        .layout = LAYOUT_STEP,
        .stages = {{"direct_scan", MODE_AS_PLANNED}, {"copy", MODE_EXCLUSIVE}},
        .passes = vks_passes_scan_directly,
    },
    {
        .id = VKSCAN_ALGORITHM_NAIVE,
        .name = "naive",
        .summary = "strides in device memory (Hillis and Steele 1986)",
        .primitives = SCAN,
        .layout = LAYOUT_STEP,
        .stages = {{"naive_scan", MODE_AS_PLANNED}},
        .passes = vks_passes_scan_by_strides,
    },
    {
        .id = VKSCAN_ALGORITHM_KOGGE_STONE,
        .name = "kogge-stone",
        .summary = "strides over double-buffered blocks (Kogge and Stone 1973)",
        .primitives = SCAN,
        .layout = LAYOUT_DOUBLED,
        .stages = {{"add_prefixes", MODE_EXCLUSIVE},
                   {"kogge_stone_scan", MODE_EXCLUSIVE},
                   {"kogge_stone_scan", MODE_AS_PLANNED}},
        .passes = vks_passes_scan_then_add,
    },
    {
        .id = VKSCAN_ALGORITHM_BRENT_KUNG,
        .name = "brent-kung",
        .summary = "trees there and back, padded (Brent and Kung 1982)",
        .primitives = SCAN,
        .layout = LAYOUT_BLOCK,
        .stages = {{"add_prefixes", MODE_EXCLUSIVE},
                   {"brent_kung_scan", MODE_EXCLUSIVE},
                   {"brent_kung_scan", MODE_AS_PLANNED}},
        .passes = vks_passes_scan_then_add,
    },
    {
        .id = VKSCAN_ALGORITHM_BRENT_KUNG_UNPADDED,
        .name = "brent-kung-unpadded",
        .summary = "brent-kung with bank conflicts (Brent and Kung 1982)",
        .primitives = SCAN,
        .unpadded = true,
        .layout = LAYOUT_BLOCK,
        .stages = {{"add_prefixes", MODE_EXCLUSIVE},
                   {"brent_kung_scan", MODE_EXCLUSIVE},
                   {"brent_kung_scan", MODE_AS_PLANNED}},
        .passes = vks_passes_scan_then_add,
    },
    {
        .id = VKSCAN_ALGORITHM_BRENT_KUNG_COARSE,
        .name = "brent-kung-coarse",
        .summary = "brent-kung, 8 elements an invocation (Hwu et al. 2022)",
        .primitives = SCAN,
        .layout = LAYOUT_COARSE,
        .stages = {{"add_prefixes", MODE_EXCLUSIVE},
                   {"brent_kung_scan", MODE_EXCLUSIVE},
                   {"brent_kung_scan", MODE_AS_PLANNED}},
        .passes = vks_passes_scan_then_add,
    },
    {
        .id = VKSCAN_ALGORITHM_COARSE,
        .name = "coarse",
        .summary = "a segment an invocation, in order (Hwu et al. 2022)",
        .primitives = SCAN,
        .layout = LAYOUT_SEGMENTS,
        .stages = {{"add_prefixes", MODE_EXCLUSIVE},
                   {"coarse_scan", MODE_EXCLUSIVE},
                   {"coarse_scan", MODE_AS_PLANNED}},
        .passes = vks_passes_scan_then_add,
    },
    {
        .id = VKSCAN_ALGORITHM_BLELLOCH_UNPADDED,
        .name = "blelloch-unpadded",
        .summary = "blelloch with bank conflicts (Blelloch 1990)",
        .primitives = SCAN,
        .unpadded = true,
        .layout = LAYOUT_BLOCK,
        .stages = {{"add_prefixes", MODE_EXCLUSIVE},
                   {"blelloch_scan", MODE_EXCLUSIVE},
                   {"blelloch_scan", MODE_AS_PLANNED}},
        .passes = vks_passes_scan_then_add,
    },
    {
        .id = VKSCAN_ALGORITHM_CHAINED,
        .name = "chained",
        .summary = "one dispatch, blocks wait in line (Yan et al. 2013)",
        .primitives = SCAN,
        .layout = LAYOUT_CHAIN,
        .stages = {{"chained_scan", MODE_AS_PLANNED}},
        .passes = vks_passes_scan_in_chain,
    },
    {
        .id = VKSCAN_ALGORITHM_LOOKBACK,
        .name = "lookback",
        .summary = "one dispatch, totals looked up (Merrill and Garland 2016)",
        .primitives = SCAN,
        .needs = VKSCAN_CAPABILITY_SUBGROUPS,
        .automatic = true,
        .indexes = true,
        .layout = LAYOUT_LOOKBACK,
        .stages = {{"lookback_scan", MODE_AS_PLANNED}},
        .passes = vks_passes_scan_looking_back,
    },
    {
        .id = VKSCAN_ALGORITHM_LOOKBACK,
        .name = "lookback",
        .summary = "one dispatch, totals looked up (Merrill and Garland 2016)",
        .primitives = SCAN,
        .needs = VKSCAN_CAPABILITY_SUBGROUPS | VKSCAN_CAPABILITY_INT64_ATOMICS,
        .automatic = true,
        .indexes = true,
        .layout = LAYOUT_LOOKBACK,
        .stages = {{"lookback_scan_64", MODE_AS_PLANNED}},
        .passes = vks_passes_scan_looking_back,
    },
    {
        .id = VKSCAN_ALGORITHM_LOOKAHEAD,
        .name = "lookahead",
        .summary = "lookback, with the next tile loaded before",
        .primitives = SCAN,
        .needs = VKSCAN_CAPABILITY_SUBGROUPS,
        .automatic = true,
        .layout = LAYOUT_LOOKAHEAD,
        .stages = {{"lookahead_scan", MODE_AS_PLANNED}},
        .passes = vks_passes_scan_looking_back,
    },
    {
        .id = VKSCAN_ALGORITHM_LOOKAHEAD,
        .name = "lookahead",
        .summary = "lookback, with the next tile loaded before",
        .primitives = SCAN,
        .needs = VKSCAN_CAPABILITY_SUBGROUPS | VKSCAN_CAPABILITY_INT64_ATOMICS,
        .automatic = true,
        .layout = LAYOUT_LOOKAHEAD,
        .stages = {{"lookahead_scan_64", MODE_AS_PLANNED}},
        .passes = vks_passes_scan_looking_back,
    },
    {
        .id = VKSCAN_ALGORITHM_SINGLE,
        .name = "single",
        .summary = "one dispatch, the last workgroup combines the results",
        .primitives = REDUCE,
        .needs = VKSCAN_CAPABILITY_SUBGROUPS,
        .automatic = true,
        .layout = LAYOUT_SINGLE,
        .stages = {{"single_reduce", MODE_AS_PLANNED}},
        .passes = vks_passes_reduce_at_once,
    },
};

const struct algorithm *vks_algorithm_row(uint32_t index)
{
    return index < COUNT_OF(rows) ? &rows[index] : NULL;
}

static bool can_run(const struct caps *caps, const struct algorithm *row)
{
    return !(row->needs & ~caps->capabilities);
}

const struct algorithm *vks_algorithm_find(const struct caps *caps, vkscan_algorithm id,
                                           vkscan_primitive primitive)
{
    const struct algorithm *found = NULL;

    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].id == id && rows[i].primitives & 1u << primitive &&
            (!found || can_run(caps, &rows[i])))
            found = &rows[i];
    return found;
}

const struct algorithm *vks_algorithm_choose(const struct caps *caps, vkscan_primitive primitive,
                                             uint64_t capacity)
{
    const struct algorithm *choice = NULL;

    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].automatic && rows[i].primitives & 1u << primitive && can_run(caps, &rows[i]) &&
            vks_tuning_shape_at(caps, rows[i].layout, capacity))
            choice = &rows[i];
    return choice;
}

const char *vkscan_algorithm_summary(vkscan_algorithm algorithm, vkscan_primitive primitive)
{
    const struct caps any = {0};
    const struct algorithm *row =
        vkscan_primitive_name(primitive) ? vks_algorithm_find(&any, algorithm, primitive) : NULL;

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
