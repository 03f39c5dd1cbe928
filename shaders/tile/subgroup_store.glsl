// SPDX-License-Identifier: MIT
// Stores misaligned slices of subgroups.
#ifndef SUBGROUP_STORE_GLSL
#define SUBGROUP_STORE_GLSL

#include "tile/store.glsl"
#include "tile/subgroup_tile.glsl"

#if VECTOR == 1

// Vectors of one element are never misaligned.
void tile_store_shifted_stripe(uint tile, uint s, T_VECTOR stripe_before, T_VECTOR items) {}
void tile_store_ends(uint tile, T_VECTOR first_stripe, T_VECTOR last_stripe) {}

#else

// Returns the output's vector that begins output_shift() elements before this lane's vector: the last
// elements of the lane before, then this lane's first. The lane before lane 0 is the last one, in
// the stripe before: no other lane reads from the last one, so it offers its elements of that
// stripe.
void shift_stripe(T_VECTOR stripe_before, T_VECTOR items, out T_VECTOR results)
{
    const bool is_last = gl_SubgroupInvocationID == vks_lanes - 1;
    const uint lane_before = (gl_SubgroupInvocationID - 1) % vks_lanes;
#ifdef PACKED_VECTOR
    results = packed_shift(subgroupShuffle(is_last ? stripe_before : items, lane_before), items,
                           output_shift());
#else
#define LAST(k) VKS_SHUFFLE(is_last ? stripe_before[k] : items[k], lane_before)
#if VECTOR == 4
    if (output_shift() == 1)
        results = T_VECTOR(LAST(3), items[0], items[1], items[2]);
    else if (output_shift() == 2)
        results = T_VECTOR(LAST(2), LAST(3), items[0], items[1]);
    else
        results = T_VECTOR(LAST(1), LAST(2), LAST(3), items[0]);
#else
    results = T_VECTOR(LAST(1), items[0]);
#endif
#undef LAST
#endif
}

// Stores a stripe of a whole slice whose output is misaligned: each lane assembles an output vector.
void tile_store_shifted_stripe(uint tile, uint s, T_VECTOR stripe_before, T_VECTOR items)
{
    T_VECTOR results;
    shift_stripe(stripe_before, items, results);
    if (s > 0 || gl_SubgroupInvocationID > 0)
        tile_store_whole_stripe(tile, s, results);
}

// Stores the elements that these stripes leave, a vector of them: the slice's first and its last.
void tile_store_ends(uint tile, T_VECTOR first_stripe, T_VECTOR last_stripe)
{
    const uint first = slice_start(tile) * VECTOR;
    const uint last = first + (STRIPES * vks_lanes - 1) * VECTOR;
#ifdef PACKED_VECTOR
    const uint kept = VECTOR - output_shift();
    if (gl_SubgroupInvocationID == 0)
        output_elements(first, first_stripe, first, first + kept);
    if (gl_SubgroupInvocationID == vks_lanes - 1)
        output_elements(last, last_stripe, last + kept, last + VECTOR);
#else
    T_VECTOR ends;
    for (uint k = 0; k < VECTOR; k++) {
        const bool is_first = k < VECTOR - output_shift();
        ends[k] = VKS_SHUFFLE(is_first ? first_stripe[k] : last_stripe[k],
                              is_first ? 0 : vks_lanes - 1);
    }
    for (uint k = gl_SubgroupInvocationID; k < VECTOR; k += vks_lanes)
        output_element((k < VECTOR - output_shift() ? first : last) + k, ends[k]);
#endif
}

#endif

void tile_store_shifted(uint tile, T_VECTOR items[STRIPES])
{
    [[unroll]] for (uint s = 0; s < STRIPES; s++)
        tile_store_shifted_stripe(tile, s, items[s > 0 ? s - 1 : 0], items[s]);
    tile_store_ends(tile, items[0], items[STRIPES - 1]);
}

#endif
