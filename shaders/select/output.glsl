// SPDX-License-Identifier: MIT
// The stores of select, partition and unique: elements, and their number.
#ifndef SELECT_OUTPUT_GLSL
#define SELECT_OUTPUT_GLSL

#include "select/criterion.glsl"

layout(constant_id = SPEC_DIVISOR) const uint DIVISOR = 1; // of the number, in arguments

PORT(BINDING_OUTPUT, 4) buffer OutputWords { uint words[]; } BOUND(OutputWords);
PORT(BINDING_OUTPUT, 8) writeonly buffer OutputPairs { uvec2 pairs[]; } BOUND(OutputPairs);
PORT(BINDING_OUTPUT, 16) writeonly buffer OutputQuads { uvec4 quads[]; } BOUND(OutputQuads);

// ---- elements ----

#ifdef CLASS_narrow

// Stores the elements of a word at places [low, high) of the buffer, not of the port. A word that
// is stored in part is changed by atomics: others have elements there.
void store_part(uint word, uint value, uint low, uint high)
{
    const uint bits = 32 / INPUT_PER_WORD;
    if (high - low == INPUT_PER_WORD) {
        AT(OutputWords, words, output, 4, word) = value;
    } else {
        const uint own = bitfieldInsert(0u, ~0u, int(bits * (low % INPUT_PER_WORD)),
                                        int(bits * (high - low)));
        atomicAnd(AT(OutputWords, words, output, 4, word), ~own);
        atomicOr(AT(OutputWords, words, output, 4, word), value & own);
    }
}

#else

#define STORE_WORDS_1 AT(OutputWords, words, output, 4, dispatch.output_offset + place) = words;
#define STORE_WORDS_2 AT(OutputPairs, pairs, output, 8, dispatch.output_offset + place) = words;
#define STORE_WORDS_3                                                                              \
    for (uint k = 0; k < 3; k++)                                                                   \
        AT(OutputWords, words, output, 4, dispatch.output_offset + 3 * place + k) = words[k];
#define STORE_WORDS_4 AT(OutputQuads, quads, output, 16, dispatch.output_offset + place) = words;

void store_words(uint place, W words)
{
    PASTE(STORE_WORDS_, ELEMENT_WORDS)
}

#endif

// ---- the number ----

// Stores the number of elements of a group: 0, or with three ways 0 or 1.
void store_number(uint group, uint number)
{
    if ((dispatch.flags & OPERAND_TOTAL) != 0)
        OPERAND_WORD(dispatch.total_place, group) = number;
    if ((dispatch.flags & OPERAND_OWN) != 0) {
        OPERAND_WORD(dispatch.own_place, 3 * group) = divide_up(number, DIVISOR);
        OPERAND_WORD(dispatch.own_place, 3 * group + 1) = 1;
        OPERAND_WORD(dispatch.own_place, 3 * group + 2) = 1;
    }
}

#endif
