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

#include "store.glsl"

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
