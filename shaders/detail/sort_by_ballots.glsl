// SPDX-License-Identifier: MIT
// Sorts a tile by digit with subgroup operations: see sort_ranks.glsl.
#ifndef SORT_BY_BALLOTS_GLSL
#define SORT_BY_BALLOTS_GLSL

#include "detail/sort_offsets.glsl"

shared uint row_counts[WORKGROUP_SIZE / 32 * SORT_DIGITS];
shared uint exchanged[TILE_SIZE];

#include "detail/sort_ranks.glsl"

// Of these digits, before the keys are ranked: so nothing waits for the loads.
void load_offsets(uint tile, out uint offsets[THREAD_DIGITS])
{
    [[unroll]] for (uint i = 0; i < THREAD_DIGITS; i++) {
        offsets[i] = 0;
        if (has_digits())
            offsets[i] = load_offset(thread_first_digit() + i, tile);
    }
}

void place_digits(uint offsets[THREAD_DIGITS])
{
    uint counts[THREAD_DIGITS];
    uint place = sum_before(sum_rows(counts));
    if (has_digits())
        [[unroll]] for (uint i = 0; i < THREAD_DIGITS; i++) {
            const uint digit = thread_first_digit() + i;
            distance_of_digit[digit] = offsets[i] - place;
            place = place_rows(digit, place);
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

void sort_tile(uint tile)
{
    const uint keys = tile_keys(tile);
    K items[ITEMS];
    K sorted_keys[ITEMS];
    uint places[ITEMS];
    uint offsets[THREAD_DIGITS];

    load_offsets(tile, offsets);
    load_keys(tile, slice_place(0), vks_lanes, items);
    clear_rows();
    barrier();
    rank_in_turns(keys, items, places);
    place_digits(offsets);
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        places[k] += row_counts[subgroup_row() * SORT_DIGITS + digit_of(items[k])];
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
