// SPDX-License-Identifier: MIT
// Stores elements of a tile by their ranks.
#ifndef SELECT_ANY_STORE_RANKS_GLSL
#define SELECT_ANY_STORE_RANKS_GLSL

// Returns the element of a rank as it lies in memory, or of one word its index.
W element_of_rank(uint start, uint rank)
{
    const uint index = start + places[rank];
#if ELEMENT_WORDS == 1
    return (STORES & STORES_INDICES) != 0 ? index : input_bits(index);
#else
    return input_bits(index);
#endif
}

// Stores `count` elements of the tile that begins at `start`, from rank `first` on, at places from
// `to` on.
void store_ranks(uint to, uint start, uint first, uint count)
{
    for (uint rank = gl_LocalInvocationID.x; rank < count; rank += WORKGROUP_SIZE)
        store_words(to + rank, element_of_rank(start, first + rank));
}

#endif
