// SPDX-License-Identifier: MIT
// The digits of a sort in workgroups, and the exchange of keys through shared memory after each. The
// includer defines SORTED_BY as sorted_by.
#ifndef SORT_EXCHANGE_GLSL
#define SORT_EXCHANGE_GLSL

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

#endif
