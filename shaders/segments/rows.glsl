// SPDX-License-Identifier: MIT
// Rows, segments whose heads follow from a length, the dispatch's parameter.
#ifndef ROWS_GLSL
#define ROWS_GLSL

#include "segments/segments.h"
#include "tile/input.glsl"

// Returns the number within its row of an element, or in reverse of the element behind it in memory.
// What lies in front of the array continues the rows.
uint number_in_row(uint element)
{
    const uint length = dispatch.parameter;
    if (REVERSE != 0)
        return (run_count() - element) % length;
    return element >= head() ? (element - head()) % length
                             : length - 1 - (head() - 1 - element) % length;
}

// Returns the number of the element `distance` behind, which is less than the length.
uint add_in_row(uint number, uint distance)
{
    const uint length = dispatch.parameter;
    if (REVERSE != 0)
        return number >= distance ? number - distance : number + (length - distance);
    return number < length - distance ? number + distance : number - (length - distance);
}

// Returns a mask of the heads of rows in a vector, from its first element's number.
uint heads_of_rows(uint number)
{
    const uint one = dispatch.parameter > 1 ? 1 : 0; // rows of one element have heads alone
    uint heads = 0;
    [[unroll]] for (uint k = 0; k < VECTOR; k++) {
        heads |= uint(number == 0) << k;
        number = add_in_row(number, one);
    }
    return heads;
}

// Returns the heads of rows in this thread's vectors of a tile, VECTOR bits for each. A tile costs
// one division.
uint tile_rows(uint tile)
{
    const uint distance = slice_threads() * VECTOR % dispatch.parameter;
    uint heads = 0;
    uint number = number_in_row((tile * TILE_VECTORS + tile_vector(0)) * VECTOR);
    [[unroll]] for (uint s = 0; s < STRIPES; s++) {
        heads |= heads_of_rows(number) << s * VECTOR;
        number = add_in_row(number, distance);
    }
    return heads;
}

#endif
