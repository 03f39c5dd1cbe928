// SPDX-License-Identifier: MIT
// The values of merged keys. Each takes the place of the number that tells which value it is: words
// of the destination that hold nothing else yet.
#ifndef SORTED_VALUES_GLSL
#define SORTED_VALUES_GLSL

layout(constant_id = SPEC_MERGED_WORDS) const uint MERGED_WORDS = 0; // of a value; 0: none
const uint VALUE_BYTES = MERGED_WORDS == 0 ? 4 : 4 * MERGED_WORDS;

ALIASED PORT(BINDING_INPUT, 16) readonly buffer FirstQuads { uvec4 quads[]; } BOUND(FirstQuads);
ALIASED PORT(BINDING_SECOND_INPUT, 16) readonly buffer SecondQuads {
    uvec4 quads[];
} BOUND(SecondQuads);
ALIASED PORT(BINDING_SECOND_OUTPUT, 4) buffer ValueWords { uint words[]; } BOUND(ValueWords);
ALIASED PORT(BINDING_SECOND_OUTPUT, 8) writeonly buffer ValuePairs {
    uvec2 pairs[];
} BOUND(ValuePairs);
ALIASED PORT(BINDING_SECOND_OUTPUT, 16) writeonly buffer ValueQuads {
    uvec4 quads[];
} BOUND(ValueQuads);

uint value_place(uint index)
{
    return OFFSET_OF(second_output, VALUE_BYTES) + index;
}

// The number of a value among those of both arrays, until the value takes its place.
#define NUMBER_OF_VALUE(index)                                                                     \
    AT(ValueWords, words, second_output, 4, value_place(index) * MERGED_WORDS)

#define MOVE_VALUE(Array, port, from, to)                                                          \
    if (MERGED_WORDS == 4)                                                                         \
        AT(ValueQuads, quads, second_output, 16, to) = AT(Array##Quads, quads, port, 16, from);    \
    else if (MERGED_WORDS == 2)                                                                    \
        AT(ValuePairs, pairs, second_output, 8, to) = AT(Array##Pairs, pairs, port, 8, from);      \
    else                                                                                           \
        AT(ValueWords, words, second_output, 4, to) = AT(Array##Words, words, port, 4, from);

// Moves a value of the input, which has `firsts` of them, or of the second input.
void move_value(uint index, uint firsts)
{
    const uint number = NUMBER_OF_VALUE(index), to = value_place(index);
    if (number < firsts) {
        MOVE_VALUE(First, input, dispatch.input_offset + number, to)
    } else {
        MOVE_VALUE(Second, second_input,
                   OFFSET_OF(second_input, VALUE_BYTES) + number - firsts, to)
    }
}

#endif
