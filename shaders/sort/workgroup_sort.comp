// SPDX-License-Identifier: MIT
// Sorts up to a tile of keys in one workgroup, by all digits in turn. Keys stay in registers and
// are exchanged through shared memory: device memory is read once and written once.
#version 450
#extension GL_GOOGLE_include_directive : require

uint sorted_by; // each digit in turn, as other kernels have it in dispatch.parameter
#define SORTED_BY sorted_by

#include "sort/store.glsl"
#include "sort/exchange.glsl"
#include "carry_values.glsl"

void main()
{
    read_operands();
    const uint keys = tile_keys(0);
    K items[ITEMS];
    WITH_VALUES(uint words[ITEMS];)

    load_keys(0, slice_place(0), slice_lanes(), items);
    WITH_VALUES(load_values(keys, words);)
    for (uint digit = 0; digit < DIGITS; digit++) {
        uint places[ITEMS];
        sorted_by = digit_number(digit);
        rank_tile(keys, items, places);
        exchange_keys(places, keys, items);
        WITH_VALUES(exchange_words(places, keys, words);)
    }
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        if (slice_place(k) < keys)
            store_key(slice_place(k), items[k]);
    WITH_VALUES(store_values(keys, words);)
}
