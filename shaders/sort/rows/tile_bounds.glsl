// SPDX-License-Identifier: MIT
// Where tiles begin and end in an array, or in its rows: these have tiles of their own, all rows as
// many, of which those behind the count are empty. And where the count of each digit and tile lies:
// by row, in it by digit, of it by tile. As every row keeps its keys, one scan of all counts tells
// where the keys of each tile begin in the output.
#ifndef TILE_BOUNDS_GLSL
#define TILE_BOUNDS_GLSL

// HAS_ROWS tells whether the array has rows. Without them nothing of them is left in a pipeline.
layout(constant_id = SPEC_HAS_ROWS) const bool HAS_ROWS = false;

uint row_length()
{
    return dispatch.state_words; // there is no persistent state
}

// Returns the tiles of a row.
uint row_tiles()
{
    return divide_up(row_length(), TILE_SIZE);
}

// Returns the number of the first key of a tile's row.
uint row_first(uint tile)
{
    uint first = 0;
    if (HAS_ROWS)
        first = tile / row_tiles() * row_length();
    return first;
}

// Returns the number in its row of a tile's first key.
uint first_in_row(uint tile)
{
    uint number = tile;
    if (HAS_ROWS)
        number = tile % row_tiles();
    return number * TILE_SIZE;
}

#define FIRST_KEY(tile) (row_first(tile) + first_in_row(tile))

// Returns the index in its row of key `i`.
uint index_in_row(uint i)
{
    uint index = i;
    if (HAS_ROWS)
        index = i % row_length();
    return index;
}

#define INDEX_IN_ROW(i) index_in_row(i)

// Returns the keys of a tile: 0 if the count in a buffer ends before.
uint tile_keys(uint tile)
{
    const uint first = FIRST_KEY(tile);
    uint most = TILE_SIZE;
    if (HAS_ROWS)
        most = min(row_length() - first_in_row(tile), TILE_SIZE);
    return run_count() > first ? min(run_count() - first, most) : 0;
}

uint tiles_of(uint count)
{
    uint tiles;
    if (HAS_ROWS)
        tiles = divide_up(count, row_length()) * row_tiles();
    else
        tiles = divide_up(count, TILE_SIZE);
    return tiles;
}

#define TILES_OF(count) tiles_of(count)

// Returns the tiles of the largest count.
uint tile_count()
{
    return tiles_of(dispatch.count);
}

// Returns where the count of a digit's keys in a tile is among all counts.
uint count_place(uint digit, uint tile)
{
    uint place = digit * tile_count() + tile;
    if (HAS_ROWS)
        place = (tile / row_tiles() * SORT_DIGITS + digit) * row_tiles() + tile % row_tiles();
    return place;
}

#endif
