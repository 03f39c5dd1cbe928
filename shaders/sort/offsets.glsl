// SPDX-License-Identifier: MIT
// The places where the keys of a tile begin in the output: the scanned counts of the tiles.
#ifndef SORT_OFFSETS_GLSL
#define SORT_OFFSETS_GLSL

#include "sort/store.glsl"

PORT(BINDING_AUXILIARY, 4) readonly buffer Offsets { uint words[]; } BOUND(Offsets);

uint load_offset(uint digit, uint tile)
{
    return AT(Offsets, words, auxiliary, 4, dispatch.auxiliary_offset + count_place(digit, tile));
}

#endif
