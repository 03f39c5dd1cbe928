// SPDX-License-Identifier: MIT
// One step of a reduction in device memory: the first half of the elements is combined with the
// second. The last step, which leaves one element, combines the seed too. Neighbouring threads
// access neighbouring elements. Operands are exchanged, so the operator has to be commutative.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "textbook/buffers.glsl"
#include "port/workgroup_size.glsl"
#include "textbook/steps.h"

void main()
{
    const uint half_count = max((dispatch.count + 1) / 2, 1);
    const uint threads = gl_NumWorkGroups.x * WORKGROUP_SIZE;
    for (uint t = gl_GlobalInvocationID.x; t < half_count; t += threads) {
        const uint right = HALVES_RIGHT(t, half_count);
        T value = load(t);
        if (right < dispatch.count)
            value = combine(value, load(right));
        if (half_count == 1)
            value = combine(seed(), value);
        store(t, value);
    }
}
