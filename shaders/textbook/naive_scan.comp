// SPDX-License-Identifier: MIT
// One step of a scan in device memory: each element is combined with the one a stride to its left,
// which is dispatch.parameter. The first step, of stride 1, begins with the seed. Threads read what
// others would overwrite, so input and output must not be the same.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "textbook/shift.glsl"
#include "port/workgroup_size.glsl"
#include "textbook/steps.h"

T operand(uint i)
{
    return dispatch.parameter == 1 ? load_operand(0, i, seed()) : load(i);
}

void main()
{
    const uint threads = gl_NumWorkGroups.x * WORKGROUP_SIZE;
    for (uint i = gl_GlobalInvocationID.x; i < dispatch.count; i += threads) {
        T value = operand(i);
        if (i >= dispatch.parameter)
            value = combine(operand(STRIDE_FROM(i, dispatch.parameter)), value);
        store(i, value);
    }
}
