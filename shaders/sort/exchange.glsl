// SPDX-License-Identifier: MIT
// The exchange of a tile's words by shared memory, once its keys are ranked.
#ifndef EXCHANGE_GLSL
#define EXCHANGE_GLSL

#include "sort/ranks.glsl"

// Stores each thread's words at the places of its keys in the sorted tile, in shared memory.
void put_words(uint places[ITEMS], uint words[ITEMS], uint keys)
{
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        if (HAS_LAST_KEY || slice_place(k) < keys)
            tile_words[places[k]] = words[k];
}

// Exchanges words so that they are in the order of the sorted tile, by slice_place().
void exchange_words(uint places[ITEMS], uint keys, inout uint words[ITEMS])
{
    put_words(places, words, keys);
    barrier();
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        words[k] = tile_words[slice_place(k)];
    barrier();
}

// Returns the place in the sorted tile that this thread stores k-th.
uint stored_place(uint k)
{
    return k * WORKGROUP_SIZE + gl_LocalInvocationID.x;
}

#include "exchange_keys.glsl"

#endif
