// SPDX-License-Identifier: MIT
// Sums the copies of each counter into the output, in place of its values or added to them; without
// copies clears the output. With HISTOGRAM_CLEARS clears the number of values outside too.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "port/workgroup_size.glsl"
#include "element/element.glsl"
#include "histogram/bins.h"

T seed()
{
    return identity(); // a histogram has none
}

#include "port/operands.glsl"

layout(constant_id = SPEC_WEIGHTS) const uint WEIGHTS = WEIGHTS_NONE;

ALIASED PORT(BINDING_INPUT, 4) readonly buffer Copies { uint words[]; } BOUND(Copies);
ALIASED PORT(BINDING_OUTPUT, 4) buffer Counts { uint words[]; } BOUND(Counts);

uint sum(uint left, uint right)
{
    return WEIGHTS == WEIGHTS_F32 ? floatBitsToUint(uintBitsToFloat(left) + uintBitsToFloat(right))
                                  : left + right;
}

void main()
{
    const uint counters = dispatch.count; // not the run's
    const uint first = gl_WorkGroupID.x * WORKGROUP_SIZE + gl_LocalInvocationID.x;
    for (uint i = first; i < counters; i += gl_NumWorkGroups.x * WORKGROUP_SIZE) {
        const uint at = dispatch.output_offset + i;
        uint count = 0;
        if ((dispatch.parameter & HISTOGRAM_ADDS) != 0)
            count = AT(Counts, words, output, 4, at);
        for (uint copy = 0; copy < HISTOGRAM_COPIES(dispatch.parameter); copy++)
            count = sum(count, AT(Copies, words, input, 4,
                                  dispatch.input_offset + copy * counters + i));
        AT(Counts, words, output, 4, at) = count;
    }
    if (HAS_TOTAL && first == 0 && (dispatch.parameter & HISTOGRAM_CLEARS) != 0)
        OPERAND_WORD(dispatch.total_place, 0) = 0;
}
