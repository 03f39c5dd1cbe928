// SPDX-License-Identifier: MIT
// Sorts up to a tile of keys in one workgroup, by all digits in turn: an array, or rows of one.
// Keys stay in registers and are exchanged through shared memory: device memory is read once and
// written once.
#version 450
#extension GL_GOOGLE_include_directive : require

uint sorted_by; // each digit in turn, as other kernels have it in dispatch.parameter
#define SORTED_BY sorted_by

#include "sort/store.glsl"
#include "sort/part.glsl"
#include "sort/packed_rows.glsl"

layout(constant_id = SPEC_DIGITS) const uint DIGITS = 4;

// Returns a digit of the bits in dispatch.parameter.
uint digit_number(uint index)
{
    const uint bits = DIGIT_BITS(dispatch.parameter);
    const uint begin = DIGIT_BEGIN(bits, DIGITS, index);
    const uint end = DIGIT_BEGIN(bits, DIGITS, index + 1);
    return DIGIT_FIRST(dispatch.parameter) + begin | end - begin << 8;
}

// Moves each word to its place, through shared memory. Begins behind a barrier and ends with one.
void exchange_words(uint places[ITEMS], uint keys, inout uint words[ITEMS])
{
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        if (HAS_LAST_KEY || slice_place(k) < keys)
            tile_words[places[k]] = words[k];
    barrier();
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        words[k] = tile_words[slice_place(k)];
    barrier();
}

#define EXCHANGE_WORD(w)                                                                           \
    {                                                                                              \
        uint words[ITEMS];                                                                         \
        [[unroll]] for (uint k = 0; k < ITEMS; k++)                                                \
            words[k] = WORD(items[k], w);                                                          \
        exchange_words(places, keys, words);                                                       \
        [[unroll]] for (uint k = 0; k < ITEMS; k++)                                                \
            WORD(items[k], w) = words[k];                                                          \
    }

void exchange_keys(uint places[ITEMS], uint keys, inout K items[ITEMS])
{
    SET_EACH_WORD(EXCHANGE_WORD)
}

#include "carry_values.glsl"

// Loads the part's keys, and last_key() past the end. In a full tile no load waits for a condition.
void load_part(uint keys, out K items[ITEMS])
{
    const uint first = slice_place(0);
    const uint stride = slice_lanes();
    if (keys == TILE_SIZE) {
        [[unroll]] for (uint k = 0; k < ITEMS; k++)
            items[k] = load_key(part_first + first + k * stride);
    } else {
        [[unroll]] for (uint k = 0; k < ITEMS; k++) {
            items[k] = last_key();
            if (first + k * stride < keys)
                items[k] = load_key(part_first + first + k * stride);
        }
    }
}

// Sorts the part. Ends with a barrier.
void sort_part(uint keys)
{
    K items[ITEMS];
    uint words[ITEMS]; // what is carried with the keys

    load_part(keys, items);
    if (CARRIES_WORDS)
        load_words(keys, words);
    for (uint digit = 0; digit < DIGITS + uint(HAS_SEVERAL_ROWS); digit++) {
        uint places[ITEMS];
        sorted_by = digit_number(digit);
        sorts_by_row = HAS_SEVERAL_ROWS && digit == DIGITS;
        rank_tile(keys, items, words, places);
        exchange_keys(places, keys, items);
        if (CARRIES_WORDS)
            exchange_words(places, keys, words);
    }
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        if (slice_place(k) < keys)
            store_key(part_first + slice_place(k), items[k]);
    WITH_VALUES(store_values(keys, words);)
}

void main()
{
    read_operands();
    const uint size = part_size();
    part_first = HAS_PARTS ? gl_WorkGroupID.x * size : 0;
    do {
        sort_part(part_first < run_count() ? min(run_count() - part_first, size) : 0);
        part_first += gl_NumWorkGroups.x * size;
    } while (HAS_PARTS && part_first < run_count());
}
