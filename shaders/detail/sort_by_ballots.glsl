// SPDX-License-Identifier: MIT
// Sorts a tile by digit with subgroup operations, of subgroups of 1 to 128 lanes. Each subgroup has
// a slice of the tile, consecutive keys in stripes of one key a lane, and counts digits in a row of
// shared memory. Where subgroups are smaller than ROW_THREADS several have a row in turn.
#ifndef SORT_BY_BALLOTS_GLSL
#define SORT_BY_BALLOTS_GLSL

#include "detail/sort_store.glsl"
#include "detail/built_in.glsl"

const uint ROW_THREADS = 32;
const uint ROWS = WORKGROUP_SIZE / ROW_THREADS;

shared uint row_counts[ROWS * SORT_DIGITS];
shared uint subgroup_totals[WORKGROUP_SIZE]; // at worst a subgroup is one lane
shared uint exchanged[TILE_SIZE];

// The number in the tile of this thread's key k.
uint slice_place(uint k)
{
    return (gl_SubgroupID * ITEMS + k) * vks_lanes + gl_SubgroupInvocationID;
}

// Word by word: Mesa's compiler for AMD (22.3) has no subgroupBallotFindLSB of masks of 64 lanes that
// differ by lane.
uint lowest_lane(uvec4 mask)
{
    const uvec4 lanes = uvec4(findLSB(mask)) + uvec4(0, 32, 64, 96);
    const uint upper = mask.z != 0 ? lanes.z : lanes.w;
    return mask.x != 0 ? lanes.x : mask.y != 0 ? lanes.y : upper;
}

// The keys before this lane's in the row that have its digit, which this subgroup's stripes up to
// this one are added to. One lane for each digit adds, and it has added the stripe before when this
// stripe's ballots are taken.
uint rank_key(uint row, uint digit, bool is_key)
{
    uvec4 peers = subgroupBallot(is_key);
    [[unroll]] for (uint bit = 0; bit < SORT_DIGIT_BITS; bit++) {
        const bool is_set = bitfieldExtract(digit, int(bit), 1) != 0;
        const uvec4 set = subgroupBallot(is_set);
        peers &= mix(~set, set, bvec4(is_set));
    }
    const uint leader = is_key ? lowest_lane(peers) : 0;
    uint before = 0;
    if (is_key && gl_SubgroupInvocationID == leader)
        before = atomicAdd(row_counts[row * SORT_DIGITS + digit], subgroupBallotBitCount(peers));
    subgroupMemoryBarrierShared();
    return subgroupShuffle(before, leader) + subgroupBallotExclusiveBitCount(peers);
}

// The sum of the values of all threads before this one.
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

// Of these digits, before the keys are ranked: so nothing waits for the loads.
void load_offsets(uint tile, out uint offsets[THREAD_DIGITS])
{
    [[unroll]] for (uint i = 0; i < THREAD_DIGITS; i++) {
        offsets[i] = 0;
        if (thread_first_digit() < SORT_DIGITS)
            offsets[i] = load_offset(thread_first_digit() + i, tile);
    }
}

// Replaces the rows' counts by where in the sorted tile each row's keys of each digit begin.
void place_digits(uint offsets[THREAD_DIGITS], uint rows)
{
    const uint first = thread_first_digit();
    uint total = 0;
    if (first < SORT_DIGITS)
        for (uint i = 0; i < THREAD_DIGITS * rows; i++)
            total += row_counts[i % rows * SORT_DIGITS + first + i / rows];
    uint place = sum_before(total);
    if (first < SORT_DIGITS)
        [[unroll]] for (uint i = 0; i < THREAD_DIGITS; i++) {
            const uint digit = first + i;
            distance_of_digit[digit] = offsets[i] - place;
            for (uint row = 0; row < rows; row++) {
                const uint keys = row_counts[row * SORT_DIGITS + digit];
                row_counts[row * SORT_DIGITS + digit] = place;
                place += keys;
            }
        }
    barrier();
}

// What each thread has for its keys, in the order of their places: those of the sorted tile.
void exchange(uint places[ITEMS], uint words[ITEMS], uint keys, out uint sorted_words[ITEMS])
{
    barrier(); // what was exchanged before has been read
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        if (slice_place(k) < keys)
            exchanged[places[k]] = words[k];
    barrier();
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        sorted_words[k] = exchanged[k * WORKGROUP_SIZE + gl_LocalInvocationID.x];
}

void exchange_keys(uint places[ITEMS], K items[ITEMS], uint keys, out K sorted_keys[ITEMS])
{
#ifdef CLASS_words2
    uint words[ITEMS];
    uint low[ITEMS];
    uint high[ITEMS];
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        words[k] = items[k].x;
    exchange(places, words, keys, low);
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        words[k] = items[k].y;
    exchange(places, words, keys, high);
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        sorted_keys[k] = K(low[k], high[k]);
#else
    exchange(places, items, keys, sorted_keys);
#endif
}

// In each row the subgroups take turns, in order.
void rank_keys(uint keys, uint rows, K items[ITEMS], out uint places[ITEMS])
{
    const uint turns = vks_subgroup_count() / rows;
    const uint row = gl_SubgroupID / turns;

    for (uint i = gl_LocalInvocationID.x; i < rows * SORT_DIGITS; i += WORKGROUP_SIZE)
        row_counts[i] = 0;
    barrier();
    for (uint turn = 0; turn < turns; turn++) {
        if (turn == gl_SubgroupID % turns) {
            [[unroll]] for (uint k = 0; k < ITEMS; k++)
                places[k] = rank_key(row, digit_of(items[k]), slice_place(k) < keys);
        }
        barrier();
    }
}

void sort_tile(uint tile)
{
    const uint keys = tile_keys(tile);
    const uint rows = min(ROWS, vks_subgroup_count());
    const uint row = gl_SubgroupID / (vks_subgroup_count() / rows);
    K items[ITEMS];
    K sorted_keys[ITEMS];
    uint places[ITEMS];
    uint offsets[THREAD_DIGITS];

    load_offsets(tile, offsets);
    load_keys(tile, slice_place(0), vks_lanes, items);
    rank_keys(keys, rows, items, places);
    place_digits(offsets, rows);
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        places[k] += row_counts[row * SORT_DIGITS + digit_of(items[k])];
    exchange_keys(places, items, keys, sorted_keys);
    uint from[ITEMS];
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        from[k] = slice_place(k);
#ifdef VALUES
    exchange(places, from, keys, from);
#endif
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        const uint place = k * WORKGROUP_SIZE + gl_LocalInvocationID.x;
        if (place < keys)
            store_sorted(tile, place, sorted_keys[k], from[k]);
    }
}

#endif
