// SPDX-License-Identifier: MIT
// The tiles of a sort of segments, from where the segment of each key begins: see sort/digits.h.
// These never fall, whatever the offsets were, so that each key is in one tile or part.
#ifndef SORT_TILES_GLSL
#define SORT_TILES_GLSL

#include "sort/digits.h"

uint tile_size()
{
    return dispatch.state_words; // there is no persistent state
}

uint sort_tiles()
{
    return SEGMENT_TILES(dispatch.count, tile_size());
}

// Returns where the segment of a key begins.
uint segment_start(uint key)
{
    return OUTPUT_WORD(SEGMENT_START_AT(sort_tiles(), key));
}

// Returns where the segment that begins with a key ends, by a binary search.
uint segment_end(uint begin, uint count)
{
    uint low = begin, high = count; // the last key lies from here to before there
    while (high - low > 1) {
        const uint middle = low + (high - low) / 2;
        if (segment_start(middle) == begin)
            low = middle;
        else
            high = middle;
    }
    return high;
}

// Returns a block's tile of the segment that began before it: an empty one lies behind all of that
// segment's keys.
uvec4 tile_of_earlier(uint tile, uint block, uint block_end, uint count)
{
    const uint begin = segment_start(block), end = segment_end(begin, count);
    const uint first = 2 * (begin / tile_size()) + 1, last = 2 * ((end - 1) / tile_size());
    uvec4 words = uvec4(block, block, tile, 1);
    if (begin < block && end - begin > tile_size())
        words = uvec4(block, min(end, block_end), first, last - first + 1);
    else if (begin < block)
        words.xy = uvec2(end);
    return words;
}

// Returns a block's tile of the last segment in it. An empty one lies behind all that the block's
// workgroup sorts, or is one of the segment that goes on behind the block.
uvec4 tile_of_last(uint tile, uint block, uint block_end, uint count)
{
    const uint begin = segment_start(block_end - 1), end = segment_end(begin, count);
    const uint first = 2 * (begin / tile_size()) + 1, last = 2 * ((end - 1) / tile_size());
    const bool is_long = end - begin > tile_size();
    uvec4 words = uvec4(is_long ? block_end : end, end, tile, 1);
    if (is_long) {
        words.x = begin < block ? block_end : begin;
        words.y = block_end;
    }
    if (is_long && end > block_end)
        words.zw = uvec2(first, last - first + 1);
    return words;
}

uvec4 tile_of_segment(uint tile, uint count)
{
    const uint block = tile / 2 * tile_size();
    uvec4 words = uvec4(count, count, tile, 1);
    if (block < count) {
        const uint block_end = min(count - block, tile_size()) + block;
        if (tile % 2 == 0)
            words = tile_of_earlier(tile, block, block_end, count);
        else
            words = tile_of_last(tile, block, block_end, count);
    }
    return words;
}

void find_tiles(uint count)
{
    const uint threads = gl_NumWorkGroups.x * WORKGROUP_SIZE;
    for (uint tile = gl_GlobalInvocationID.x; tile < sort_tiles(); tile += threads) {
        const uvec4 words = tile_of_segment(tile, count);
        [[unroll]] for (uint w = 0; w < SEGMENT_TILE_WORDS; w++)
            OUTPUT_WORD(SEGMENT_TILE_AT(sort_tiles(), tile) + w) = words[w];
    }
}

#endif
