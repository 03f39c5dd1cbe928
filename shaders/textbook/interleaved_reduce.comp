// SPDX-License-Identifier: MIT
// One step of a reduction in device memory: each element at a multiple of 2 x stride is combined
// with its neighbour a stride to the right. The last step, which leaves one element, combines the
// seed too. There are no more threads than pairs, but their accesses lie a stride apart.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "textbook/buffers.glsl"
#include "port/workgroup_size.glsl"
#include "textbook/steps.h"

void main()
{
    const uint stride = dispatch.parameter;
    const uint pairs = max((dispatch.count + 2 * stride - 1) / (2 * stride), 1);
    const uint threads = gl_NumWorkGroups.x * WORKGROUP_SIZE;
    for (uint t = gl_GlobalInvocationID.x; t < pairs; t += threads) {
        const uint left = NEIGHBOUR_LEFT(t, stride), right = NEIGHBOUR_RIGHT(t, stride);
        T value = load(left);
        if (right < dispatch.count)
            value = combine(value, load(right));
        if (pairs == 1)
            value = combine(seed(), value);
        store(left, value);
    }
}
