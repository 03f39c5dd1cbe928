// SPDX-License-Identifier: MIT
// Where a radix sort's scatter stores.
#ifndef SORT_SCATTER_GLSL
#define SORT_SCATTER_GLSL

#include "sort/store.glsl"

// The place where a digit's keys of the tile begin in the output, less that in the sorted tile:
// modulo 2^32.
shared uint distance_of_digit[SORT_DIGITS];

// Stores the key, and its value, that is number `place` of the sorted tile, and was number `from`.
void store_sorted(uint tile, uint place, K key, uint from)
{
    const uint to = distance_of_digit[digit_of(key)] + place;
    store_key(to, key);
    WITH_VALUES(move_value(FIRST_KEY(tile) + from, to);)
}

// ---- the scanned counts of the tiles: where the keys of each begin in the output ----

PORT(BINDING_AUXILIARY, 4) readonly buffer Offsets { uint words[]; } BOUND(Offsets);

uint load_offset(uint digit, uint tile)
{
    const uint place = dispatch.auxiliary_offset + count_place(digit, tile);
    return AT(Offsets, words, auxiliary, 4, place) + keys_not_counted(tile);
}

#endif
