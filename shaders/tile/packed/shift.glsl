// SPDX-License-Identifier: MIT
// Misaligned stripes of packed vectors.
#ifndef TILE_PACKED_SHIFT_GLSL
#define TILE_PACKED_SHIFT_GLSL

// Returns the output's vector that begins output_shift() elements before this lane's, as in
// any/shift.glsl.
void shift_stripe(T_VECTOR stripe_before, T_VECTOR items, out T_VECTOR results)
{
    const bool is_last = gl_SubgroupInvocationID == vks_lanes - 1;
    const uint lane_before = (gl_SubgroupInvocationID - 1) % vks_lanes;
    results = packed_shift(subgroupShuffle(is_last ? stripe_before : items, lane_before), items,
                           output_shift());
}

#include "tile/shifted_stripe.glsl"

// Stores the elements that these stripes leave, a vector of them: the slice's first and its last.
void tile_store_ends(uint tile, T_VECTOR first_stripe, T_VECTOR last_stripe)
{
    const uint first = slice_start(tile) * VECTOR;
    const uint last = first + (STRIPES * vks_lanes - 1) * VECTOR;
    const uint kept = VECTOR - output_shift();
    if (gl_SubgroupInvocationID == 0)
        output_elements(first, first_stripe, first, first + kept);
    if (gl_SubgroupInvocationID == vks_lanes - 1)
        output_elements(last, last_stripe, last + kept, last + VECTOR);
}

#endif
