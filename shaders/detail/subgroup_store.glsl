// SPDX-License-Identifier: MIT
// Storing misaligned slices of subgroups.
#ifndef SUBGROUP_STORE_GLSL
#define SUBGROUP_STORE_GLSL

#include "detail/subgroup_tile.glsl"
#include "detail/tile_store.glsl"

// The output's vector that begins output_shift() elements before this lane's vector: the last
// elements of the lane before, then this lane's first. The lane before lane 0 is the last one, in
// the stripe before: no other lane reads from the last one, so it offers its elements of that
// stripe.
V shifted(V stripe_before, V items)
{
    const V last = gl_SubgroupInvocationID == vks_lanes - 1 ? stripe_before : items;
    const uint lane_before = (gl_SubgroupInvocationID - 1) % vks_lanes;
#if VECTOR == 4
    if (output_shift() == 1)
        return V(subgroupShuffle(last.w, lane_before), items.xyz);
    if (output_shift() == 2)
        return V(subgroupShuffle(last.zw, lane_before), items.xy);
    return V(subgroupShuffle(last.yzw, lane_before), items.x);
#else
    return V(VKS_SHUFFLE(last.y, lane_before), items.x);
#endif
}

// Stores a stripe of a whole slice whose output is misaligned: each lane assembles an output vector.
void tile_store_shifted_stripe(uint tile, uint s, V stripe_before, V items)
{
    const V results = shifted(stripe_before, items);
    if (s > 0 || gl_SubgroupInvocationID > 0)
        output_vector(tile * TILE_VECTORS + tile_vector(s), results);
}

// Stores the elements that these stripes leave, a vector of them: the slice's first and its last.
void tile_store_ends(uint tile, V first_stripe, V last_stripe)
{
    const uint first = slice_start(tile) * VECTOR;
    const uint last = first + (STRIPES * vks_lanes - 1) * VECTOR;
    V ends;
    for (uint k = 0; k < VECTOR; k++) {
        const bool is_first = k < VECTOR - output_shift();
        ends[k] = VKS_SHUFFLE(is_first ? first_stripe[k] : last_stripe[k],
                              is_first ? 0 : vks_lanes - 1);
    }
    for (uint k = gl_SubgroupInvocationID; k < VECTOR; k += vks_lanes)
        output_element((k < VECTOR - output_shift() ? first : last) + k, ends[k]);
}

void tile_store_shifted(uint tile, V items[STRIPES])
{
    [[unroll]] for (uint s = 0; s < STRIPES; s++)
        tile_store_shifted_stripe(tile, s, items[s > 0 ? s - 1 : 0], items[s]);
    tile_store_ends(tile, items[0], items[STRIPES - 1]);
}

#endif
