// SPDX-License-Identifier: MIT
// The segments of a tile by offsets: segment s begins at offset s. Of each tile the first segment that
// begins there lies in scratch, behind the parts of tiles. Offsets that fall give segments wrong
// values, but each tile has its own segments even so, and nothing is stored elsewhere.
#ifndef TILE_OFFSETS_GLSL
#define TILE_OFFSETS_GLSL

#include "segments/parts.glsl"
#include "segments/tile_segments.glsl"

#define FOUND_NUMBER STATE_TOTAL
#include "segments/bounds.glsl"

#define FIRST_SEGMENT(tile) PART_WORD(part_word(2 * segment_tiles()) + (tile))

// Returns the first segments that begin in a tile and behind it. The last tile has all that begin at
// the count or behind it.
uvec2 offset_firsts(uint tile)
{
    return uvec2(FIRST_SEGMENT(tile), FIRST_SEGMENT(tile + 1));
}

// Returns the first segment of which an element may be in the tile, and how many there are: those that
// begin there, and the one before.
uvec2 offsets_of_tile(uvec2 firsts)
{
    const uint from = firsts.x > 0 ? firsts.x - 1 : 0;
    return uvec2(from, firsts.y - from);
}

// ---- heads ----

const W HEAD_WORDS = W(0x3f800000); // a normal number of all floats

// Returns the heads of this thread's block of a tile, and the end of the last segment. They are marked
// where later the values are, so that threads need no atomics.
uint offset_heads(uint tile, uvec2 firsts)
{
    const uint first = firsts.x, last = firsts.y;
    const uint closing = uint(last == segment_count()); // what lies behind all segments is none's
    const uint thread = gl_LocalInvocationID.x;
    uint heads = 0;
    if (first == last + closing)
        return heads;
    for (uint k = thread; k < TILE_SIZE + WORKGROUP_SIZE; k += WORKGROUP_SIZE)
        ends[k] = SHARED_FROM_WORDS(W(0));
    barrier();
    for (uint k = first + thread; k < last + closing; k += WORKGROUP_SIZE) {
        const uint element = head() + segment_offset(k) - tile * TILE_SIZE;
        if (element < TILE_SIZE)
            ends[end_place(element)] = SHARED_FROM_WORDS(HEAD_WORDS);
    }
    barrier();
    [[unroll]] for (uint k = 0; k < BLOCK; k++)
        heads |= uint(WORD(SHARED_WORDS(ends[own_block() * (BLOCK + 1) + k]), 0) != 0) << k;
    barrier(); // the marks have been read
    return heads;
}

// ---- the search, before all tiles ----

// Returns the first segment whose offset is no less than `element`: SEARCH_WAYS - 1 loads at a time.
// Of any offsets it falls for no larger element.
uint first_segment_from(uint element)
{
    uint low = 0, high = segment_count();
    while (low < high) {
        const uint step = divide_up(high - low, SEARCH_WAYS);
        uint below = 0;
        [[unroll]] for (uint k = 1; k < SEARCH_WAYS; k++) {
            const uint at = low + k * step - 1;
            if (at < high)
                below += uint(segment_offset(at) < element);
        }
        low += below * step;
        if (below < SEARCH_WAYS - 1)
            high = min(low + step - 1, high);
    }
    return low;
}

void find_segments(uint tile)
{
    FIRST_SEGMENT(tile) = tile < segment_tiles()
                              ? first_segment_from(max(tile * TILE_SIZE, head()) - head())
                              : segment_count();
}

#endif
