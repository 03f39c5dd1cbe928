// SPDX-License-Identifier: MIT
// The candidates of a chunk, those of its elements that may be among the best K. Each lane has a
// delegate, the best one, of each of LIST_ITEMS groups of its elements, in all at least 2 K. The best
// K elements have no rank behind that of the K-th delegate; of elements in random order some 1.4 K
// do.
#ifndef TOP_K_CANDIDATES_GLSL
#define TOP_K_CANDIDATES_GLSL

const uint RANK_BITS = KEY_BITS == 64 ? 64 : 32;

// Returns a rank with one bit.
uvec2 one_bit(uint bit)
{
    return bit < 32 ? uvec2(1u << bit, 0) : uvec2(0, 1u << bit % 32);
}

// Returns the rank's bits below one bit.
uvec2 bits_below(uint bit)
{
    return bit < 32 ? uvec2((1u << bit) - 1, 0) : uvec2(~0u, (1u << bit % 32) - 1);
}

// Returns how many of the subgroup's ranks are below one.
uint count_below(uvec2 ranks[LIST_ITEMS], uvec2 rank)
{
    uint count = 0;
    [[unroll]] for (uint k = 0; k < LIST_ITEMS; k++)
        count += subgroupBallotBitCount(subgroupBallot(is_below(ranks[k], rank)));
    return count;
}

// Returns a rank up to which there are K of the subgroup's ranks, and few more: bit by bit, until
// few enough are left.
uvec2 bound_of(uvec2 ranks[LIST_ITEMS])
{
    uvec2 bound = uvec2(0);
    for (uint bit = RANK_BITS; bit > 0; bit--) {
        const uvec2 above = bound | one_bit(bit - 1);
        const uint count = count_below(ranks, above);
        if (count < K)
            bound = above;
        else if (count <= K + K / 8)
            return bound | bits_below(bit - 1);
    }
    return bound;
}

// Returns those of a lane's elements that are candidates, a bit each; `present` are those that there
// are.
uint candidates_of(uvec2 ranks[ITEMS], uint present)
{
    uvec2 delegates[LIST_ITEMS];
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        if (k < LIST_ITEMS || is_below(ranks[k], delegates[k % LIST_ITEMS]))
            delegates[k % LIST_ITEMS] = ranks[k];
    const uvec2 bound = bound_of(delegates);
    uint candidates = 0;
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        candidates |= uint(!is_below(bound, ranks[k])) << k;
    return candidates & present;
}

#endif
