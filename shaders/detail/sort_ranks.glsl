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
#include "detail/ballots.glsl"

const uint ROW_THREADS = 32;
const bool ROW_IS_OWN = SUBGROUP_SIZE >= ROW_THREADS; // then a row has one turn
const uint ROWS = WORKGROUP_SIZE / ROW_THREADS;
const uint ROW_WORDS = ROWS * SORT_DIGITS;

shared uint subgroup_totals[WORKGROUP_SIZE]; // at worst a subgroup is one lane

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

layout(constant_id = SPEC_MASKS) const bool MASKS = false;

// Whether each row has a mask of lanes for each digit behind all rows' counts, where the room of
// what is exchanged later holds them. On an NVIDIA H200 these save a tenth of a sort: a ballot for
// each bit costs more than an atomic.
const bool HAS_MASKS = MASKS && ONE_WORD && ITEMS >= 2 * SORT_DIGITS / ROW_THREADS;

bool is_highest(uvec4 peers)
{
    return ONE_WORD ? peers.x >> gl_SubgroupInvocationID == 1
                    : lanes_before(peers) + 1 == lanes_of(peers);
}

// The keys before each of this lane's in the row that have its digit; the row counts them all.
// Subgroups whose turn it is not do nothing, but meet the barriers: Mesa 25 takes a subgroup's for
// the workgroup's.
void rank_slice(bool has_turn, uint row, uint keys, K items[ITEMS], inout uint places[ITEMS])
{
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        const bool is_key = has_turn && slice_place(k) < keys;
        const uint digit = digit_of(items[k]);
        const uint count = row * SORT_DIGITS + digit;
        const uint mask = ROW_WORDS + count; // of peers: they set their bits, and clear it again
        uvec4 peers = uvec4(0);
        if (HAS_MASKS) {
            if (is_key)
                atomicOr(row_counts[mask], 1u << gl_SubgroupInvocationID);
            subgroupBarrier();
        }
        if (has_turn) {
            peers = HAS_MASKS ? uvec4(row_counts[mask], 0, 0, 0) : peers_of(digit, is_key);
            places[k] = row_counts[count] + lanes_before(peers);
        }
        subgroupBarrier();
        if (is_key && is_highest(peers)) {
            row_counts[count] = places[k] + 1;
            if (HAS_MASKS)
                row_counts[mask] = 0;
        }
        subgroupBarrier();
    }
}

void clear_rows()
{
    for (uint i = gl_LocalInvocationID.x; i < row_count() * SORT_DIGITS; i += WORKGROUP_SIZE) {
        row_counts[i] = 0;
        if (HAS_MASKS)
            row_counts[ROW_WORDS + i] = 0;
    }
}

// In each row the subgroups take turns, in order. Ends with a barrier.
void rank_in_turns(uint keys, K items[ITEMS], out uint places[ITEMS])
{
    const uint turns = turns_per_row();
    const uint row = subgroup_row();
    if (ROW_IS_OWN) { // by itself, as the optimizer does not know the constant
        rank_slice(true, row, keys, items, places);
        barrier();
    } else {
        for (uint turn = 0; turn < turns; turn++) {
            rank_slice(turn == gl_SubgroupID % turns, row, keys, items, places);
            barrier();
        }
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
