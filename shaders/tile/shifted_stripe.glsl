// SPDX-License-Identifier: MIT
// Stores of misaligned stripes.
#ifndef TILE_SHIFTED_STRIPE_GLSL
#define TILE_SHIFTED_STRIPE_GLSL

// Stores a stripe of a whole slice whose output is misaligned: each lane assembles an output vector.
void tile_store_shifted_stripe(uint tile, uint s, T_VECTOR stripe_before, T_VECTOR items)
{
    T_VECTOR results;
    shift_stripe(stripe_before, items, results);
    if (s > 0 || gl_SubgroupInvocationID > 0)
        tile_store_whole_stripe(tile, s, results);
}

#endif
