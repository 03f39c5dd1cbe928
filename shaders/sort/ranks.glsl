// SPDX-License-Identifier: MIT
// Ranks a tile's keys by digit with subgroup operations: see slices.glsl. With masks a slice is 16
// lanes.
#ifndef SORT_RANKS_GLSL
#define SORT_RANKS_GLSL

#define ROW_THREADS (HAS_MASKS ? 16 : 32) // or, by ballots, a subgroup if that has more
#define SLICE_LANES (HAS_MASKS ? min(vks_lanes, ROW_THREADS) : vks_lanes)

#include "sort/scatter.glsl"
#include "tile/built_in.glsl"
#include "tile/ballots.glsl"

// MASKS tells whether lanes find those of their digit by a mask, in the lower half of the digit's
// word of the row, in place of a ballot for each bit. Then a row has 16 lanes.
layout(constant_id = SPEC_MASKS) const bool MASKS = false;
const bool HAS_MASKS = MASKS && ONE_WORD;

#include "sort/slices.glsl"

// The rows; once keys are ranked, the words that are exchanged.
shared uint tile_words[TILE_SIZE > ROWS * SORT_DIGITS ? TILE_SIZE : ROWS * SORT_DIGITS];

// The shift of a digit's number of keys in a word of a row; with masks, lanes have the bits below.
const uint COUNT_SHIFT = HAS_MASKS ? 16 : 0;

bool is_highest(uvec4 peers)
{
    return HAS_MASKS  ? peers.x >> slice_lane() == 1
           : ONE_WORD ? peers.x >> gl_SubgroupInvocationID == 1
                      : lanes_before(peers) + 1 == lanes_of(peers);
}

// Ranks this lane's keys: stores in `places` the keys before each in the row that have its digit,
// and the digit above 16 bits; the row counts all keys. Subgroups whose turn it is not do nothing,
// but meet the barriers: Mesa 25 takes a subgroup's for the workgroup's.
void rank_slice(bool has_turn, uint row, uint keys, K items[ITEMS], inout uint places[ITEMS])
{
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        const bool is_key = has_turn && (HAS_LAST_KEY || slice_place(k) < keys);
        const uint digit = digit_of(items[k]);
        const uint at = row * SORT_DIGITS + digit;
        uvec4 peers = uvec4(0);
        if (HAS_MASKS) {
            if (is_key)
                atomicOr(tile_words[at], 1u << slice_lane());
            subgroupBarrier();
        }
        if (has_turn) {
            const uint word = tile_words[at];
            if (HAS_MASKS) {
                peers.x = word & 0xffffu;
                places[k] = (word >> 16) + bitCount(word & (1u << slice_lane()) - 1) | digit << 16;
            } else {
                peers = peers_of(digit, is_key);
                places[k] = word + lanes_before(peers) | digit << 16;
            }
        }
        subgroupBarrier();
        if (is_key && is_highest(peers))
            tile_words[at] = (places[k] & 0xffffu) + 1 << COUNT_SHIFT;
        subgroupBarrier();
    }
}

void clear_rows()
{
    for (uint i = gl_LocalInvocationID.x; i < row_count() * SORT_DIGITS; i += WORKGROUP_SIZE)
        tile_words[i] = 0;
}

// Ranks all slices. In each row the subgroups take turns, in order: one turn if rows are their own.
// Ends with a barrier.
void rank_in_turns(uint keys, K items[ITEMS], out uint places[ITEMS])
{
    const uint turns = ROW_IS_OWN ? 1 : turns_per_row();
    const uint slice = thread_number() / slice_lanes();
    for (uint turn = 0; turn < turns; turn++) {
        rank_slice(ROW_IS_OWN || turn == slice % turns, own_row(), keys, items, places);
        barrier();
    }
}

// The number of the digit's values that a thread places: consecutive ones, in the first threads.
const uint THREAD_DIGITS = WORKGROUP_SIZE < SORT_DIGITS ? SORT_DIGITS / WORKGROUP_SIZE : 1;

uint thread_first_digit()
{
    return thread_number() * THREAD_DIGITS;
}

bool has_digits()
{
    return thread_first_digit() < SORT_DIGITS;
}

// Returns, in threads with digits, the sum of the values of all threads before. Has a barrier. The
// subgroups' totals are in distance_of_digit, which has room for them.
uint sum_before(uint value)
{
    const uint inclusive = subgroupInclusiveAdd(value);
    if (has_digits() && gl_SubgroupInvocationID == vks_lanes - 1)
        distance_of_digit[gl_SubgroupID] = inclusive;
    barrier();
    uint sum = inclusive - value;
    if (has_digits())
        for (uint s = 0; s < gl_SubgroupID; s++)
            sum += distance_of_digit[s];
    return sum;
}

// Sums the rows' counts of each of this thread's digits; returns the total.
uint sum_rows(out uint counts[THREAD_DIGITS])
{
    uint total = 0;
    [[unroll]] for (uint i = 0; i < THREAD_DIGITS; i++) {
        counts[i] = 0;
        if (has_digits())
            for (uint row = 0; row < row_count(); row++)
                counts[i] += tile_words[row * SORT_DIGITS + thread_first_digit() + i] >> COUNT_SHIFT;
        total += counts[i];
    }
    return total;
}

// Replaces the rows' counts of a digit by where each row's keys begin in the sorted tile, those of
// the first row at `place`; returns where the next digit's begin.
uint place_rows(uint digit, uint place)
{
    for (uint row = 0; row < row_count(); row++) {
        const uint keys = tile_words[row * SORT_DIGITS + digit] >> COUNT_SHIFT;
        tile_words[row * SORT_DIGITS + digit] = place;
        place += keys;
    }
    return place;
}

#endif
