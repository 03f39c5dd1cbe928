// SPDX-License-Identifier: MIT
// The parts of tiles in segments that cross tiles, in scratch: of each tile the elements from its last
// head on, or all if it has none; and behind these of each the elements up to the end of a segment
// that began in an earlier tile.
#ifndef PARTS_GLSL
#define PARTS_GLSL

#include "port/operands.glsl"
#include "segments/segments.h"
#include "tile/tile.glsl"

// Returns the number of tiles: one even of no elements, which has the empty segments.
uint segment_tiles()
{
    return max(tile_count(run_count()), 1);
}

PORT(BINDING_AUXILIARY, 4) buffer Parts { uint words[]; } BOUND(Parts);

uint part_word(uint part)
{
    return ELEMENT_WORDS == 3 ? dispatch.auxiliary_offset + 3 * part
                              : (dispatch.auxiliary_offset + part) * ELEMENT_WORDS;
}

#define PART_WORD(word) AT(Parts, words, auxiliary, 4, word)

void store_part(uint part, T value)
{
    FOR_EACH_WORD(k)
        PART_WORD(part_word(part) + k) = WORD(TO_WORDS(value), k);
}

T load_part(uint part)
{
    return FROM_WORDS(EACH_WORD(PART_WORD, part_word(part), 1));
}

void store_last_part(uint tile, T value)
{
    store_part(segment_tiles() + tile, value);
}

// Returns the combination of every `stride`-th part from `first` to `end` of a segment that ends in
// the tile `last`.
T join_parts(uint first, uint end, uint last, uint stride)
{
    const uint last_part = segment_tiles() + last;
    T total = identity();
    for (uint tile = first; tile <= end; tile += PARTS_AT_ONCE * stride) {
        T parts[PARTS_AT_ONCE];
        [[unroll]] for (uint k = 0; k < PARTS_AT_ONCE; k++) {
            const uint at = tile + k * stride;
            parts[k] = identity();
            if (at <= end)
                parts[k] = load_part(at < last ? at : last_part);
        }
        [[unroll]] for (uint k = 0; k < PARTS_AT_ONCE; k++)
            total = combine(total, parts[k]);
    }
    return total;
}

#endif
