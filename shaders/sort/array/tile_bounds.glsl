// SPDX-License-Identifier: MIT
// Where tiles begin and end in an array that has no rows, or whose rows a workgroup takes whole.
#ifndef TILE_BOUNDS_GLSL
#define TILE_BOUNDS_GLSL

#define FIRST_KEY(tile) ((tile)*TILE_SIZE) // the number of a tile's first key
#define INDEX_IN_ROW(i) (i)

// Returns the keys of a tile: 0 if the count in a buffer ends before.
uint tile_keys(uint tile)
{
    const uint first = tile * TILE_SIZE;
    return run_count() > first ? min(run_count() - first, TILE_SIZE) : 0;
}

#define TILES_OF(count) divide_up(count, TILE_SIZE)

#endif
