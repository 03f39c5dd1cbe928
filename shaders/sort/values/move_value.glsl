// SPDX-License-Identifier: MIT
// The values of a radix sort, which are moved with their keys.
#ifndef MOVE_VALUE_GLSL
#define MOVE_VALUE_GLSL

#define MOVES_VALUES
#define WITH_VALUES(statement) statement

layout(constant_id = SPEC_PAYLOAD_WORDS) const uint PAYLOAD_WORDS = 1; // 1, 2 or 4
const uint VALUE_BYTES = 4 * PAYLOAD_WORDS;

ALIASED PORT(BINDING_SECOND_INPUT, 4) readonly buffer ValueWords {
    uint words[];
} BOUND(ValueWords);
ALIASED PORT(BINDING_SECOND_INPUT, 8) readonly buffer ValuePairs {
    uvec2 pairs[];
} BOUND(ValuePairs);
ALIASED PORT(BINDING_SECOND_INPUT, 16) readonly buffer ValueQuads {
    uvec4 quads[];
} BOUND(ValueQuads);
ALIASED PORT(BINDING_SECOND_OUTPUT, 4) writeonly buffer MovedWords {
    uint words[];
} BOUND(MovedWords);
ALIASED PORT(BINDING_SECOND_OUTPUT, 8) writeonly buffer MovedPairs {
    uvec2 pairs[];
} BOUND(MovedPairs);
ALIASED PORT(BINDING_SECOND_OUTPUT, 16) writeonly buffer MovedQuads {
    uvec4 quads[];
} BOUND(MovedQuads);

// Moves the value of key `from` of the input, or makes it, the index `from`, or that in its row.
void move_value(uint from, uint to)
{
    const uint source = OFFSET_OF(second_input, VALUE_BYTES) + from;
    const uint destination = OFFSET_OF(second_output, VALUE_BYTES) + to;
    if (PAYLOAD_WORDS == 4) {
        AT(MovedQuads, quads, second_output, 16, destination) =
            AT(ValueQuads, quads, second_input, 16, source);
    } else if (PAYLOAD_WORDS == 2) {
        AT(MovedPairs, pairs, second_output, 8, destination) =
            AT(ValuePairs, pairs, second_input, 8, source);
    } else if (DIGIT_MAKES_INDICES(dispatch.parameter)) {
        AT(MovedWords, words, second_output, 4, destination) = INDEX_IN_ROW(from);
    } else {
        AT(MovedWords, words, second_output, 4, destination) =
            AT(ValueWords, words, second_input, 4, source);
    }
}

#endif
