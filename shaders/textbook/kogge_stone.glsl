// SPDX-License-Identifier: MIT
// An inclusive scan over the workgroup, an element per thread: in every step each is combined with
// the one a stride to its left, and strides double. Two arrays take turns, so that one barrier per
// step is enough; a single one has a second barrier between its reads and its writes. Kogge and
// Stone, "A Parallel Algorithm for the Efficient Solution of a General Class of Recurrence
// Equations", 1973; Hillis and Steele, "Data Parallel Algorithms", 1986.
#ifndef KOGGE_STONE_GLSL
#define KOGGE_STONE_GLSL

#include "element/element.glsl"
#include "port/workgroup_size.glsl"
#include "textbook/steps.h"

layout(constant_id = SPEC_ARRAYS) const uint ARRAYS = 2;

shared T doubled[ARRAYS * WORKGROUP_SIZE];

// Returns where in `doubled` the results begin, visible to all threads.
uint kogge_stone(T value)
{
    const uint t = gl_LocalInvocationID.x;
    uint buffer_start = 0;

    doubled[t] = value;
    for (uint stride = 1; stride < WORKGROUP_SIZE; stride *= 2) {
        barrier();
        if (t >= stride)
            value = combine(doubled[buffer_start + STRIDE_FROM(t, stride)], value);
        if (ARRAYS == 1)
            barrier();
        buffer_start = (ARRAYS - 1) * WORKGROUP_SIZE - buffer_start;
        doubled[buffer_start + t] = value;
    }
    barrier();
    return buffer_start;
}

#endif
