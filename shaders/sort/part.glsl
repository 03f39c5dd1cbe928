// SPDX-License-Identifier: MIT
// The part of an array that a workgroup sorts at a time: one or more of its rows, or the segments
// that begin in a block and are no longer (see digits.h).
// Rows of the array are not those of counts in packed_rows.glsl. Several rows are sorted by their
// keys and then by their numbers in the part, which follow from where the keys were; segments by
// where they begin in the part, by two digits.
#ifndef SORT_PART_GLSL
#define SORT_PART_GLSL

#include "sort/tile.glsl"

layout(constant_id = SPEC_ARRAY_ROWS) const uint ARRAY_ROWS = 1;
const bool HAS_SEVERAL_ROWS = ARRAY_ROWS > 1;
const bool HAS_SEGMENTS = ARRAY_ROWS == ARRAY_SEGMENTS;
const uint ROW_DIGITS = HAS_SEGMENTS ? 2 : uint(HAS_SEVERAL_ROWS);
const uint BLOCK_SIZE = TILE_SIZE / 2;

uint part_first; // the number in the array of the part's first key
uint part_end;   // of segments, the number of the key behind its last
bool sorts_by_row;
uint row_shift; // of the digit of where a segment begins
uint carried[ITEMS]; // with the keys: their places in the part, or values

uint row_length()
{
    return DIGIT_ROW_LENGTH(dispatch.parameter);
}

// Returns the keys of a full part, or those from a block to the next.
uint part_size()
{
    uint size = BLOCK_SIZE;
    if (!HAS_SEGMENTS)
        size = SORT_PART_ROWS(TILE_SIZE, row_length()) * row_length();
    return size;
}

uint segment_word(uint word)
{
    return header.words[dispatch.auxiliary_offset + word];
}

// Begins with the part of up to `size` keys from `first` on, or the segments of the block that
// begins there. Returns its keys.
uint begin_part(uint first, uint size)
{
    part_first = first;
    if (HAS_SEGMENTS) {
        const uint tiles = SEGMENT_TILES(dispatch.count, BLOCK_SIZE);
        const uint tile = 2 * (first / BLOCK_SIZE);
        part_first = segment_word(SEGMENT_TILE_AT(tiles, tile) + TILE_END);
        part_end = segment_word(SEGMENT_TILE_AT(tiles, tile + 1) + TILE_BEGIN);
    }
    return HAS_SEGMENTS ? part_end - part_first : min(run_count() - part_first, size);
}

// Returns a digit of where the segment of a place begins in the part. Places behind the last
// segment have the highest one.
uint segment_of(uint place)
{
    const uint tiles = SEGMENT_TILES(dispatch.count, BLOCK_SIZE), key = part_first + place;
    uint begin = ~0u;
    if (key < part_end)
        begin = segment_word(SEGMENT_START_AT(tiles, key)) - part_first;
    return bitfieldExtract(begin, int(row_shift), SORT_DIGIT_BITS);
}

// Returns the number in the part of the row that has a place, as a digit. Places behind the last
// row have the highest digit, if there are as many rows as values of the digit.
uint row_of(uint place)
{
    uint row;
    if (HAS_SEGMENTS)
        row = segment_of(place);
    else
        row = min(place / row_length(), SORT_DIGITS - 1);
    return row;
}

// Returns the digit of a key, or of the row that the place of the key's word has.
uint digit_of_item(K key, uint word)
{
    return HAS_SEVERAL_ROWS && sorts_by_row ? row_of(word) : digit_of(key);
}

#endif
