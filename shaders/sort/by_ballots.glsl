// SPDX-License-Identifier: MIT
// The sort of a tile with subgroup operations: ranks its keys, exchanges them by shared memory, and
// stores them where the look-back or the scanned counts say.
#ifndef BY_BALLOTS_GLSL
#define BY_BALLOTS_GLSL

#include "sort/onesweep_lookback.glsl"
#include "sort/ranks.glsl"

// ---- the exchange of words by shared memory ----

// Stores each thread's words at the places of its keys in the sorted tile, in shared memory.
void put_words(uint places[ITEMS], uint words[ITEMS], uint keys)
{
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        if (HAS_LAST_KEY || slice_place(k) < keys)
            tile_words[places[k]] = words[k];
}

// Returns the place in the sorted tile that this thread stores k-th.
uint stored_place(uint k)
{
    return k * WORKGROUP_SIZE + gl_LocalInvocationID.x;
}

#include "exchange_keys.glsl"

// Returns the output index of stored key k, whose digit is given.
uint place_in_output(uint k, uint digit)
{
    return stored_place(k) + distance_of_digit[digit];
}

#ifdef MOVES_VALUES

// ---- values: words in registers, or places from which larger values are moved ----

// Loads values of one word; of larger values where the keys came from, and to make indices where in
// their rows.
void load_values(uint tile, uint keys, out uint words[ITEMS])
{
    const uint first = OFFSET_OF(second_input, VALUE_BYTES) + FIRST_KEY(tile);
    const uint number = PAYLOAD_WORDS == 1 ? first_in_row(tile) : FIRST_KEY(tile);
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        const uint place = slice_place(k);
        words[k] = number + place;
        if (PAYLOAD_WORDS == 1 && !DIGIT_MAKES_INDICES(dispatch.parameter) && place < keys)
            words[k] = AT(ValueWords, words, second_input, 4, first + place);
    }
}

void store_values(uint places[ITEMS], uint words[ITEMS], uint to[ITEMS], uint keys)
{
    barrier(); // the keys have been read
    put_words(places, words, keys);
    barrier();
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        if (stored_place(k) < keys) {
            const uint word = tile_words[stored_place(k)];
            if (PAYLOAD_WORDS == 1)
                AT(MovedWords, words, second_output, 4,
                   OFFSET_OF(second_output, VALUE_BYTES) + to[k]) = word;
            else
                move_value(word, to[k]);
        }
}

#endif

// ---- the sort of a tile ----

// Loads where the tile's keys of this thread's values of the digit begin in the output.
void load_offsets(uint tile, out uint bins[THREAD_DIGITS])
{
    [[unroll]] for (uint i = 0; i < THREAD_DIGITS; i++) {
        bins[i] = 0;
        if (has_digits())
            bins[i] = load_offset(thread_first_digit() + i, tile);
    }
}

// Stores the distances; ends with a barrier.
void set_distances(uint bins[THREAD_DIGITS], uint starts[THREAD_DIGITS])
{
    if (has_digits())
        [[unroll]] for (uint i = 0; i < THREAD_DIGITS; i++)
            distance_of_digit[thread_first_digit() + i] = bins[i] - starts[i];
    barrier();
}

// Ranks the tile's keys: returns their places in the sorted tile; and of this thread's values of
// the digit, how many keys there are and where they begin in the sorted tile. Needs clear rows,
// behind a barrier, and ends with a barrier.
void rank_tile(uint tile, uint keys, K items[ITEMS], out uint places[ITEMS],
               out uint counts[THREAD_DIGITS], out uint starts[THREAD_DIGITS])
{
    rank_in_turns(keys, items, places);
    const uint total = sum_rows(counts);
    if (LOOKS_BACK)
        publish_counts(tile, counts);
    uint place = sum_before(total);
    [[unroll]] for (uint i = 0; i < THREAD_DIGITS; i++) {
        starts[i] = place;
        if (has_digits())
            place = place_rows(thread_first_digit() + i, place);
    }
    barrier();
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        places[k] = (places[k] & 0xffffu) + tile_words[own_row() * SORT_DIGITS + (places[k] >> 16)];
    barrier();
}

// Sorts a tile by the digit to where the look-back or the tile's offsets say.
void sort_tile(uint tile)
{
    const uint keys = tile_keys(tile);
    K items[ITEMS];
    uint places[ITEMS];
    uint bins[THREAD_DIGITS];
    uint counts[THREAD_DIGITS];
    uint starts[THREAD_DIGITS];
    WITH_VALUES(uint words[ITEMS];)
    WITH_VALUES(uint to[ITEMS];) // where the keys are stored

    load_keys(tile, slice_place(0), slice_lanes(), items);
    if (LOOKS_BACK)
        begin_look_back(bins);
    else
        load_offsets(tile, bins);
    rank_tile(tile, keys, items, places, counts, starts);
    SORT_KEYS(places, items, keys)
    WITH_VALUES(load_values(tile, keys, words);)
    if (LOOKS_BACK)
        look_back(tile, bins, counts, starts);
    else
        set_distances(bins, starts);
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        if (stored_place(k) < keys) {
            const K key = SORTED_KEY(k);
            const uint place = place_in_output(k, digit_of(key));
            store_key(place, key);
            WITH_VALUES(to[k] = place;)
        }
    WITH_VALUES(store_values(places, words, to, keys);)
}

#endif
