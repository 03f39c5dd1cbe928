// SPDX-License-Identifier: MIT
// The keys of sorted arrays, 8 to 64 bits in one module: the low word first, the high word 0 in
// keys of up to 32 bits. They are compared by the ordered form that sorts go by (sort/keys.glsl).
#ifndef SORTED_KEYS_GLSL
#define SORTED_KEYS_GLSL

#include "port/port.glsl"
#include "sorted/sorted.h"

layout(constant_id = SPEC_KEY_BITS) const uint KEY_BITS = 32; // in memory: 8, 16, 32 or 64

ALIASED PORT(BINDING_INPUT, 4) readonly buffer FirstWords { uint words[]; } BOUND(FirstWords);
ALIASED PORT(BINDING_INPUT, 8) readonly buffer FirstPairs { uvec2 pairs[]; } BOUND(FirstPairs);
ALIASED PORT(BINDING_SECOND_INPUT, 4) readonly buffer SecondWords {
    uint words[];
} BOUND(SecondWords);
ALIASED PORT(BINDING_SECOND_INPUT, 8) readonly buffer SecondPairs {
    uvec2 pairs[];
} BOUND(SecondPairs);

const uint KEYS_PER_WORD = KEY_BITS < 32 ? 32 / KEY_BITS : 1;

// Returns key i of a word; of 32 bits the word itself.
uvec2 key_of_word(uint word, uint i)
{
    const uint key = bitfieldExtract(word, int(i % KEYS_PER_WORD * KEY_BITS), int(KEY_BITS));
    return uvec2(KEY_BITS < 32 ? key : word, 0);
}

// Returns key `index` of the input.
uvec2 load_first(uint index)
{
    const uint i = dispatch.input_offset + index;
    if (KEY_BITS == 64)
        return AT(FirstPairs, pairs, input, 8, i);
    return key_of_word(AT(FirstWords, words, input, 4, i / KEYS_PER_WORD), i);
}

// Returns key `index` of the second input.
uvec2 load_second(uint index)
{
    const uint i = OFFSET_OF(second_input, KEY_BITS / 8) + index;
    if (KEY_BITS == 64)
        return AT(SecondPairs, pairs, second_input, 8, i);
    return key_of_word(AT(SecondWords, words, second_input, 4, i / KEYS_PER_WORD), i);
}

#include "element/ordered_form.glsl"

#endif
