// SPDX-License-Identifier: MIT
// Where tiles begin and end in an array, or in its rows: these have tiles of their own, all rows as
// many, of which those behind the count are empty. And where the count of each digit and tile lies:
// by row, in it by digit, of it by tile. As every row keeps its keys, one scan of all counts tells
// where the keys of each tile begin in the output. Segments are like rows, but where their tiles
// are lies in scratch, and keys of short segments are not counted: see digits.h.
#ifndef TILE_BOUNDS_GLSL
#define TILE_BOUNDS_GLSL

// HAS_ROWS tells whether the array has rows. Without them nothing of them is left in a pipeline.
layout(constant_id = SPEC_HAS_ROWS) const bool HAS_ROWS = false;
layout(constant_id = SPEC_HAS_SEGMENTS) const bool HAS_SEGMENTS = false; // and no rows

// Returns a word of a segment's tile.
uint tile_word(uint tile, uint word)
{
    const uint tiles = SEGMENT_TILES(dispatch.count, TILE_SIZE);
    return header.words[dispatch.auxiliary_offset + SEGMENT_TILE_AT(tiles, tile) + word];
}

uint row_length()
{
    return dispatch.state_words; // there is no persistent state
}

// Returns the tiles of a row.
uint row_tiles()
{
    return divide_up(row_length(), TILE_SIZE);
}

// Where the tile that the workgroup has begun with lies, in an array with rows or segments.
uint tile_begin;
uint tile_end; // of segments alone

// Returns the number in its row of a tile's first key, or of a segment's tile in the array.
uint first_in_row(uint tile)
{
    uint number = tile;
    if (HAS_ROWS)
        number = tile % row_tiles();
    number *= TILE_SIZE;
    if (HAS_SEGMENTS)
        number = tile_begin;
    return number;
}

// Finds where a tile lies, once for all of its keys.
void begin_tile(uint tile)
{
    if (HAS_SEGMENTS) {
        tile_begin = tile_word(tile, TILE_BEGIN);
        tile_end = tile_word(tile, TILE_END);
    } else if (HAS_ROWS) {
        tile_begin = tile / row_tiles() * row_length() + first_in_row(tile);
    }
}

uint first_key(uint tile)
{
    uint first = tile * TILE_SIZE;
    if (HAS_ROWS || HAS_SEGMENTS)
        first = tile_begin;
    return first;
}

#define FIRST_KEY(tile) first_key(tile)

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
    if (HAS_SEGMENTS)
        most = tile_end - first;
    return run_count() > first ? min(run_count() - first, most) : 0;
}

// Returns whether a tile of segments has no keys.
bool is_empty(uint tile)
{
    return HAS_SEGMENTS && tile_keys(tile) == 0;
}

uint tiles_of(uint count)
{
    uint tiles;
    if (HAS_SEGMENTS)
        tiles = SEGMENT_TILES(count, TILE_SIZE);
    else if (HAS_ROWS)
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
    if (HAS_SEGMENTS) {
        const uint first = tile_word(tile, TILE_FIRST);
        place = first * SORT_DIGITS + digit * tile_word(tile, TILE_NUMBER) + tile - first;
    }
    return place;
}

// Returns the keys in front of a tile's segment that are not counted, once counts are scanned.
uint keys_not_counted(uint tile)
{
    uint keys = 0;
    if (HAS_SEGMENTS) {
        const uint first = tile_word(tile, TILE_FIRST);
        keys = tile_word(first, TILE_BEGIN) -
               header.words[dispatch.auxiliary_offset + first * SORT_DIGITS];
    }
    return keys;
}

#endif
