// SPDX-License-Identifier: MIT
// Where select, partition and unique store elements, and their number.
#ifndef SELECT_OUTPUT_GLSL
#define SELECT_OUTPUT_GLSL

#include "detail/criterion.glsl"

layout(constant_id = SPEC_DIVISOR) const uint DIVISOR = 1; // of the number, for arguments

PORT(BINDING_OUTPUT, 4) buffer OutputWords { uint words[]; } BOUND(OutputWords);
PORT(BINDING_OUTPUT, 8) writeonly buffer OutputPairs { uvec2 pairs[]; } BOUND(OutputPairs);
PORT(BINDING_OUTPUT, 16) writeonly buffer OutputQuads { uvec4 quads[]; } BOUND(OutputQuads);

// Defined by the kernel: what is stored of a rank in the tile that begins at `start`, as words or as
// the bits of a narrow element.
W element_of_rank(uint start, uint rank);

// ---- storing `count` elements of a tile that begins at `start`, from rank `first` on ----

#ifdef CLASS_narrow

// A word that other tiles have elements in too is changed by atomics.
void store_ranks(uint to, uint start, uint first, uint count)
{
    const uint per_word = INPUT_PER_WORD, bits = 32 / per_word;
    const uint begin = dispatch.output_offset + to, end = begin + count;
    if (count == 0)
        return;
    for (uint word = begin / per_word + gl_LocalInvocationID.x; word * per_word < end;
         word += WORKGROUP_SIZE) {
        const uint low = max(begin, word * per_word), high = min(end, (word + 1) * per_word);
        uint value = 0, mask = 0;
        for (uint place = low; place < high; place++) {
            const int shift = int(bits * (place % per_word));
            value = bitfieldInsert(value, element_of_rank(start, first + place - begin),
                                   shift, int(bits));
            mask = bitfieldInsert(mask, ~0u, shift, int(bits));
        }
        if (mask == ~0u) {
            AT(OutputWords, words, output, 4, word) = value;
        } else {
            atomicAnd(AT(OutputWords, words, output, 4, word), ~mask);
            atomicOr(AT(OutputWords, words, output, 4, word), value);
        }
    }
}

#else

void store_words(uint place, W words)
{
#if ELEMENT_WORDS == 1
    AT(OutputWords, words, output, 4, dispatch.output_offset + place) = words;
#elif ELEMENT_WORDS == 2
    AT(OutputPairs, pairs, output, 8, dispatch.output_offset + place) = words;
#elif ELEMENT_WORDS == 3
    for (uint k = 0; k < 3; k++)
        AT(OutputWords, words, output, 4, dispatch.output_offset + 3 * place + k) = words[k];
#else
    AT(OutputQuads, quads, output, 16, dispatch.output_offset + place) = words;
#endif
}

void store_ranks(uint to, uint start, uint first, uint count)
{
    for (uint rank = gl_LocalInvocationID.x; rank < count; rank += WORKGROUP_SIZE)
        store_words(to + rank, element_of_rank(start, first + rank));
}

#endif

// ---- the number ----

// Of a group: 0, or with three ways 0 or 1.
void store_number(uint group, uint number)
{
    if ((dispatch.flags & OPERAND_TOTAL) != 0)
        OPERAND_WORD(dispatch.total_place, group) = number;
    if ((dispatch.flags & OPERAND_ARGUMENTS) != 0) {
        OPERAND_WORD(dispatch.arguments_place, 3 * group) = divide_up(number, DIVISOR);
        OPERAND_WORD(dispatch.arguments_place, 3 * group + 1) = 1;
        OPERAND_WORD(dispatch.arguments_place, 3 * group + 2) = 1;
    }
}

#endif
