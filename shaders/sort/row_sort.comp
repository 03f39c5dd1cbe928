// SPDX-License-Identifier: MIT
// Sorts the rows of an array, each workgroup as many as its tile holds, or its short segments, as
// workgroup_sort.comp sorts an array.
#version 450
#extension GL_GOOGLE_include_directive : require

uint sorted_by; // each digit in turn, as other kernels have it in dispatch.parameter
#define SORTED_BY sorted_by

#include "sort/store.glsl"
#include "sort/part.glsl"
#define ITEM_DIGIT(items, k) digit_of_item(items[k], carried[k])
#include "sort/exchange.glsl"
#include "carry_places.glsl"

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

    load_part(keys, items);
    if (CARRIES_WORDS)
        load_words(keys, carried);
    for (uint digit = 0; digit < DIGITS + ROW_DIGITS; digit++) {
        uint places[ITEMS];
        sorted_by = digit_number(digit);
        sorts_by_row = HAS_SEVERAL_ROWS && digit >= DIGITS;
        row_shift = (digit - DIGITS) * SORT_DIGIT_BITS;
        rank_tile(keys, items, places);
        exchange_keys(places, keys, items);
        if (CARRIES_WORDS)
            exchange_words(places, keys, carried);
    }
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        if (slice_place(k) < keys)
            store_key(part_first + slice_place(k), items[k]);
    WITH_VALUES(store_values(keys, carried);)
}

void main()
{
    read_operands();
    const uint size = part_size();
    for (uint first = gl_WorkGroupID.x * size; first < run_count();
         first += gl_NumWorkGroups.x * size) {
        const uint keys = begin_part(first, size);
        if (!HAS_SEGMENTS || keys > 0)
            sort_part(keys);
    }
}
