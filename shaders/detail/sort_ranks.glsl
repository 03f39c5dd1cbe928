// SPDX-License-Identifier: MIT
// Ranks a tile's keys by digit with subgroup operations, of subgroups of 1 to 128 lanes. Each
// subgroup has a slice of the tile, consecutive keys in stripes of one key a lane, and counts digits
// in a row of shared memory. Where subgroups are smaller than ROW_THREADS several have a row in turn.
//
// The includer declares row_counts, shared memory of ROW_WORDS words.
#ifndef SORT_RANKS_GLSL
#define SORT_RANKS_GLSL

#include "detail/sort_tile.glsl"
#include "detail/built_in.glsl"

const uint ROW_THREADS = 32;
const uint ROWS = WORKGROUP_SIZE / ROW_THREADS;
const uint ROW_WORDS = ROWS * SORT_DIGITS;

shared uint subgroup_totals[WORKGROUP_SIZE]; // at worst a subgroup is one lane

// Whether a word is known to hold a ballot: then nothing is computed of the other three.
const bool ONE_WORD = SUBGROUP_SIZE != 0 && SUBGROUP_SIZE <= 32;

// The number in the tile of this thread's key k.
uint slice_place(uint k)
{
    return (gl_SubgroupID * ITEMS + k) * vks_lanes + gl_SubgroupInvocationID;
}

// Rows in use, and this subgroup's.
uint row_count()
{
    return min(ROWS, vks_subgroup_count());
}

uint turns_per_row()
{
    return vks_subgroup_count() / row_count();
}

uint subgroup_row()
{
    return gl_SubgroupID / turns_per_row();
}

// Word by word: Mesa's compiler for AMD (22.3) has no subgroupBallotFindLSB of masks of 64 lanes that
// differ by lane.
uint lowest_lane(uvec4 mask)
{
    if (ONE_WORD)
        return findLSB(mask.x);
    const uvec4 lanes = uvec4(findLSB(mask)) + uvec4(0, 32, 64, 96);
    const uint upper = mask.z != 0 ? lanes.z : lanes.w;
    return mask.x != 0 ? lanes.x : mask.y != 0 ? lanes.y : upper;
}

uint lanes_of(uvec4 mask)
{
    return ONE_WORD ? bitCount(mask.x) : subgroupBallotBitCount(mask);
}

uint lanes_before(uvec4 mask)
{
    return ONE_WORD ? bitCount(mask.x & gl_SubgroupLtMask.x)
                    : subgroupBallotExclusiveBitCount(mask);
}

// The lanes with keys of this lane's digit.
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

// Stripes whose atomics are in flight together.
const uint STRIPES_AT_ONCE = 4;

// Of stripes from `first` on the keys before each lane's in the row that have its digit, which this
// subgroup's stripes up to that one are added to. One lane for each digit adds, and it has added the
// stripe before when the next one's ballots are taken.
void rank_stripes(uint row, uint first, uint keys, K items[ITEMS], inout uint places[ITEMS])
{
    uint before[STRIPES_AT_ONCE];
    uint leaders[STRIPES_AT_ONCE];
    [[unroll]] for (uint j = 0; j < STRIPES_AT_ONCE; j++) {
        const uint k = first + j;
        if (k < ITEMS) {
            const bool is_key = slice_place(k) < keys;
            const uint digit = digit_of(items[k]);
            const uvec4 peers = peers_of(digit, is_key);
            leaders[j] = is_key ? lowest_lane(peers) : 0;
            places[k] = lanes_before(peers);
            before[j] = 0;
            if (is_key && gl_SubgroupInvocationID == leaders[j])
                before[j] = atomicAdd(row_counts[row * SORT_DIGITS + digit], lanes_of(peers));
            subgroupMemoryBarrierShared();
        }
    }
    [[unroll]] for (uint j = 0; j < STRIPES_AT_ONCE; j++)
        if (first + j < ITEMS)
            places[first + j] += subgroupShuffle(before[j], leaders[j]);
}

void clear_rows()
{
    for (uint i = gl_LocalInvocationID.x; i < row_count() * SORT_DIGITS; i += WORKGROUP_SIZE)
        row_counts[i] = 0;
}

// In each row the subgroups take turns, in order. Ends with a barrier.
void rank_in_turns(uint keys, K items[ITEMS], out uint places[ITEMS])
{
    const uint turns = turns_per_row();
    const uint row = subgroup_row();
    for (uint turn = 0; turn < turns; turn++) {
        if (turn == gl_SubgroupID % turns) {
            [[unroll]] for (uint k = 0; k < ITEMS; k += STRIPES_AT_ONCE)
                rank_stripes(row, k, keys, items, places);
        }
        barrier();
    }
}

// The sum of the values of all threads before this one. Has a barrier.
uint sum_before(uint value)
{
    const uint inclusive = subgroupInclusiveAdd(value);
    if (gl_SubgroupInvocationID == vks_lanes - 1)
        subgroup_totals[gl_SubgroupID] = inclusive;
    barrier();
    uint sum = inclusive - value;
    for (uint s = 0; s < gl_SubgroupID; s++)
        sum += subgroup_totals[s];
    return sum;
}

// The digits that a thread places: consecutive ones, of the first threads.
const uint THREAD_DIGITS = WORKGROUP_SIZE < SORT_DIGITS ? SORT_DIGITS / WORKGROUP_SIZE : 1;

uint thread_first_digit()
{
    return (gl_SubgroupID * vks_lanes + gl_SubgroupInvocationID) * THREAD_DIGITS;
}

bool has_digits()
{
    return thread_first_digit() < SORT_DIGITS;
}

// Of these digits the keys in each row, one digit after the other, and in it row by row.
uint sum_rows(out uint counts[THREAD_DIGITS])
{
    uint total = 0;
    [[unroll]] for (uint i = 0; i < THREAD_DIGITS; i++) {
        counts[i] = 0;
        if (has_digits())
            for (uint row = 0; row < row_count(); row++)
                counts[i] += row_counts[row * SORT_DIGITS + thread_first_digit() + i];
        total += counts[i];
    }
    return total;
}

// Replaces the rows' counts by where in the sorted tile each row's keys of a digit begin, of which
// the first row's are at `place`; returns where the next digit's do.
uint place_rows(uint digit, uint place)
{
    for (uint row = 0; row < row_count(); row++) {
        const uint keys = row_counts[row * SORT_DIGITS + digit];
        row_counts[row * SORT_DIGITS + digit] = place;
        place += keys;
    }
    return place;
}

#endif
