// SPDX-License-Identifier: MIT
// Writing a tile back, for kernels whose output has the input's shape.
#ifndef TILE_STORE_GLSL
#define TILE_STORE_GLSL

#include "detail/tile.glsl"

// Of the output (tile_buffers.glsl), like their counterparts in tile.glsl. output_vector is called
// where output_has_vectors, and by tile_store_shifted_stripe, whose vectors begin output_shift()
// elements earlier.
void output_element(uint index, T value);
void output_vector(uint first, uint further, T items[VECTOR]);
uint output_shift(); // elements from a vector's start to the output's
bool output_can_shift();

bool output_has_vectors()
{
    return output_shift() == 0;
}

// Stores one stripe of the tile, without head padding and what is past the count.
void tile_store_stripe(uint tile, uint s, uint count, T items[VECTOR])
{
    const uint vector = tile * TILE_VECTORS + tile_vector(s);
    if (output_has_vectors() && vector_is_there(vector, count)) {
        output_vector(vector, 0, items);
    } else {
        for (uint k = 0; k < VECTOR; k++)
            if (element_is_there(vector * VECTOR + k, count))
                output_element(vector * VECTOR + k, items[k]);
    }
}

void tile_store_whole_stripe(uint tile, uint s, T items[VECTOR])
{
    output_vector(tile * TILE_VECTORS + tile_first_vector(), s * vks_lanes, items);
}

// Whether a slice is stored stripe by stripe, with a test of each vector.
bool tile_has_ends(uint tile, uint count)
{
    return !slice_is_whole(tile, count) || !output_has_vectors() && !output_can_shift();
}

#if VECTOR > 1

// The output's vector that begins output_shift() elements before this lane's vector: the last
// elements of the lane before, then this lane's first. The lane before lane 0 is the last one, in
// the stripe before: no other lane reads from the last one, so it offers its elements of that
// stripe.
void shift_stripe(T stripe_before[VECTOR], T items[VECTOR], out T results[VECTOR])
{
    const bool is_last = gl_SubgroupInvocationID == vks_lanes - 1;
    const uint lane_before = (gl_SubgroupInvocationID - 1) % vks_lanes;
    for (uint shift = 1; shift < VECTOR; shift++)
        if (output_shift() == shift)
            for (uint k = 0; k < VECTOR; k++) {
                if (k < shift) {
                    const uint from = VECTOR - shift + k;
                    results[k] =
                        VKS_SHUFFLE(is_last ? stripe_before[from] : items[from], lane_before);
                } else {
                    results[k] = items[k - shift];
                }
            }
}

// Stores a stripe of a full slice whose output is misaligned: each lane assembles an output vector.
void tile_store_shifted_stripe(uint tile, uint s, T stripe_before[VECTOR], T items[VECTOR])
{
    T results[VECTOR];
    shift_stripe(stripe_before, items, results);
    if (s > 0 || gl_SubgroupInvocationID > 0)
        tile_store_whole_stripe(tile, s, results);
}

// Stores the elements that these stripes leave, a vector of them: the slice's first and its last.
void tile_store_ends(uint tile, T first_stripe[VECTOR], T last_stripe[VECTOR])
{
    const uint first = slice_start(tile) * VECTOR;
    const uint last = first + (STRIPES * vks_lanes - 1) * VECTOR;
    T ends[VECTOR];
    for (uint k = 0; k < VECTOR; k++) {
        const bool is_first = k < VECTOR - output_shift();
        ends[k] = VKS_SHUFFLE(is_first ? first_stripe[k] : last_stripe[k],
                              is_first ? 0 : vks_lanes - 1);
    }
    for (uint k = gl_SubgroupInvocationID; k < VECTOR; k += vks_lanes)
        output_element((k < VECTOR - output_shift() ? first : last) + k, ends[k]);
}

#else // never misaligned

void tile_store_shifted_stripe(uint tile, uint s, T stripe_before[VECTOR], T items[VECTOR]) {}
void tile_store_ends(uint tile, T first_stripe[VECTOR], T last_stripe[VECTOR]) {}

#endif

void tile_store(uint tile, uint count, T items[STRIPES][VECTOR])
{
    if (tile_has_ends(tile, count)) {
        [[unroll]] for (uint s = 0; s < STRIPES; s++)
            tile_store_stripe(tile, s, count, items[s]);
    } else if (output_has_vectors()) {
        [[unroll]] for (uint s = 0; s < STRIPES; s++)
            tile_store_whole_stripe(tile, s, items[s]);
    } else {
        [[unroll]] for (uint s = 0; s < STRIPES; s++)
            tile_store_shifted_stripe(tile, s, items[s > 0 ? s - 1 : 0], items[s]);
        tile_store_ends(tile, items[0], items[STRIPES - 1]);
    }
}

#endif
