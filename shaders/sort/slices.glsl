// SPDX-License-Identifier: MIT
// The slices of a tile that is ranked with subgroup operations, of subgroups of 1 to 128 lanes:
// each subgroup, or part of one, has consecutive keys of the tile, in stripes of one key a lane,
// and counts digits in a row of shared memory. Slices smaller than ROW_THREADS share a row, in
// turns.
//
// The includer defines ROW_THREADS, the threads of a row, and SLICE_LANES, the lanes of a slice;
// both may use ONE_WORD.
#ifndef SORT_SLICES_GLSL
#define SORT_SLICES_GLSL

#include "sort/tile.glsl"
#include "tile/built_in.glsl"
#include "tile/ballots.glsl"

const bool ROW_IS_OWN = SUBGROUP_SIZE >= ROW_THREADS; // then a row has one turn
const uint ROWS = WORKGROUP_SIZE / ROW_THREADS;

// Returns the lanes of a slice.
uint slice_lanes()
{
    return SLICE_LANES;
}

// Returns a thread's number in the workgroup.
uint thread_number()
{
    return gl_SubgroupID * vks_lanes + gl_SubgroupInvocationID;
}

uint slice_lane()
{
    return thread_number() % slice_lanes();
}

// Returns the number in the tile of this thread's key k.
uint slice_place(uint k)
{
    return (thread_number() / slice_lanes() * ITEMS + k) * slice_lanes() + slice_lane();
}

// Returns the number of rows in use.
uint row_count()
{
    return min(ROWS, WORKGROUP_SIZE / slice_lanes());
}

uint turns_per_row()
{
    return WORKGROUP_SIZE / slice_lanes() / row_count();
}

uint own_row()
{
    return thread_number() / slice_lanes() / turns_per_row();
}

// Returns the lanes with keys of this lane's digit.
uvec4 peers_of(uint digit, bool is_key)
{
    uvec4 others = uvec4(0);
    [[unroll]] for (uint bit = 0; bit < SORT_DIGIT_BITS; bit++) {
        const bool is_set = (digit & 1u << bit) != 0;
        const uint own = is_set ? ~0u : 0u;
        const uvec4 set = subgroupBallot(is_set);
        if (ONE_WORD)
            others.x |= set.x ^ own;
        else
            others |= set ^ uvec4(own);
    }
    return subgroupBallot(is_key) & ~others;
}

#endif
