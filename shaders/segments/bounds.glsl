// SPDX-License-Identifier: MIT
// Where segments begin and end, by rows or by offsets: counted from the start of the head padding.
#ifndef BOUNDS_GLSL
#define BOUNDS_GLSL

#include "segments/offsets.glsl"

// Returns an offset; the last one may be the count.
uint segment_offset(uint k)
{
    const uint count = run_count() - head();
    return HEADS > HEADS_OFFSETS && k == segment_count() ? count : min(offset_at(k), count);
}

// Returns where a segment begins and ends, counted from the start of the head padding. An empty one
// ends no later than it begins.
uvec2 offset_bounds(uint segment)
{
    return head() + uvec2(segment_offset(segment), segment_offset(segment + 1));
}

// Returns where a row begins and ends.
uvec2 row_bounds(uint row)
{
    const uint length = dispatch.parameter, begin = head() + row * length;
    return uvec2(begin, length < run_count() - begin ? begin + length : run_count());
}

// Returns where a segment begins and ends, counted from the start of the head padding.
uvec2 segment_bounds(uint segment)
{
    uvec2 bounds;
    if (HEADS == HEADS_ROWS)
        bounds = row_bounds(segment);
    else
        bounds = offset_bounds(segment);
    return bounds;
}

#endif
