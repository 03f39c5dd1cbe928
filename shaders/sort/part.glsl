// SPDX-License-Identifier: MIT
// The part of an array that a workgroup sorts at a time: one or more of its rows.
// Rows of the array are not those of counts in packed_rows.glsl. Several rows are sorted by their
// keys and then by their numbers in the part, which follow from where the keys were.
#ifndef SORT_PART_GLSL
#define SORT_PART_GLSL

#include "sort/tile.glsl"

layout(constant_id = SPEC_ARRAY_ROWS) const uint ARRAY_ROWS = 1;
const bool HAS_SEVERAL_ROWS = ARRAY_ROWS > 1;

uint part_first; // the number in the array of the part's first key
bool sorts_by_row;
uint carried[ITEMS]; // with the keys: their places in the part, or values

uint row_length()
{
    return DIGIT_ROW_LENGTH(dispatch.parameter);
}

// Returns the keys of a full part.
uint part_size()
{
    return SORT_PART_ROWS(TILE_SIZE, row_length()) * row_length();
}

// Returns the number in the part of the row that has a place, as a digit. Places behind the last
// row have the highest digit, if there are as many rows as values of the digit.
uint row_of(uint place)
{
    return min(place / row_length(), SORT_DIGITS - 1);
}

// Returns the digit of a key, or of the row that the place of the key's word has.
uint digit_of_item(K key, uint word)
{
    return HAS_SEVERAL_ROWS && sorts_by_row ? row_of(word) : digit_of(key);
}

#endif
