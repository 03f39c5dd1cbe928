// SPDX-License-Identifier: MIT
// Rows, segments whose heads follow from a length, the dispatch's parameter.
#ifndef ROWS_GLSL
#define ROWS_GLSL

#include "segments/segments.h"
#include "tile/input.glsl"

// Returns a mask of the heads of rows in a vector. The number within its row of each element follows
// from that of the one before.
uint heads_of_rows(uint vector)
{
    const uint length = dispatch.parameter;
    const uint q = place_of(vector * VECTOR, 0, 1) + REVERSE;
    uint within = q % length;
    uint heads = 0;
    [[unroll]] for (uint k = 0; k < VECTOR; k++) {
        heads |= uint(within == 0) << k;
        if (REVERSE != 0)
            within = (within == 0 ? length : within) - 1;
        else
            within = within + 1 == length || vector * VECTOR + k + 1 == head() ? 0 : within + 1;
    }
    return heads;
}

#endif
