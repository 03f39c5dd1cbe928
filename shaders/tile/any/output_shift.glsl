// SPDX-License-Identifier: MIT
// Where the vectors of the output begin.
#ifndef TILE_ANY_OUTPUT_SHIFT_GLSL
#define TILE_ANY_OUTPUT_SHIFT_GLSL

uint output_shift()
{
    return vector_shift(dispatch.output_offset, ELEMENT_WORDS);
}

// Returns whether a misaligned slice can be stored by vectors.
bool output_can_shift()
{
    return REVERSE == 0;
}

#endif
