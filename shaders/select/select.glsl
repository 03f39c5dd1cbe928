// SPDX-License-Identifier: MIT
// Tiles of elements and their marks, which go through scratch from one pass to the next.
#ifndef SELECT_GLSL
#define SELECT_GLSL

#include "select/criterion.glsl"

layout(constant_id = SPEC_ITEMS) const uint ITEMS = 8; // elements per thread

layout(constant_id = SPEC_GROUPS) const uint GROUPS = 1; // groups that are marked

const uint TILE_SIZE = WORKGROUP_SIZE * ITEMS;
const uint GROUP_WORDS = TILE_SIZE / 32; // of a tile: bit i % 32 of word i / 32 is element i's
const uint MARK_WORDS = GROUPS * GROUP_WORDS;

uint tiles_of(uint count)
{
    return divide_up(count, TILE_SIZE);
}

#endif
