// SPDX-License-Identifier: MIT
// Marks the elements that are kept: stores the number of each tile, and behind the numbers of all
// tiles (SELECT_MARKS) a bit for each element. One more place follows the numbers, so that their
// exclusive scan ends with the number of all. The numbers of a second group follow those of the
// first, so that one scan tells where each tile of each group goes; the marks of a tile are those
// of the first group and then those of the second. All places depend on the dispatch's count alone:
// with a count in a buffer, tiles without elements have the number 0, and no bits.
#ifndef MARK_GLSL
#define MARK_GLSL

#extension GL_EXT_control_flow_attributes : require

#include "select/groups.glsl"

PORT(BINDING_OUTPUT, 4) buffer Marks { uint words[]; } BOUND(Marks);

shared uint marks[MARK_WORDS];
shared uint kept[GROUPS];

const uint SECOND_GROUP = 16; // the second group's first bit; a thread has at most 16 elements

// The kernel defines both. stripe_thread() returns the position of this thread in a stripe,
// WORKGROUP_SIZE elements. mark_stripe() sets the bits of a stripe that begins at mark `first` of
// the tile; they were 0.
uint stripe_thread();
void mark_stripe(uint first, bool keep);

// Returns a mask: bit k tells whether this thread's element of stripe k is kept. The second group's
// bits follow.
uint kept_of_thread(uint tile, uint count)
{
    const uint start = tile * TILE_SIZE;
    uint bits = 0;
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        const uint index = start + k * WORKGROUP_SIZE + stripe_thread();
        const bool is_there = index < count;
        const uint group = group_of(is_there ? index : start); // loads do not branch
        bits |= uint(group == 1 && is_there) << k;
        if (GROUPS == 2)
            bits |= uint(group == 2 && is_there) << SECOND_GROUP + k;
    }
    return bits;
}

void store_marks(uint tile)
{
    const uint thread = gl_LocalInvocationID.x, tiles = tiles_of(dispatch.count);
    const uint first =
        dispatch.output_offset + SELECT_MARKS(GROUPS * tiles) + tile * MARK_WORDS;
    if (thread < MARK_WORDS) {
        AT(Marks, words, output, 4, first + thread) = marks[thread];
        atomicAdd(kept[thread / GROUP_WORDS], bitCount(marks[thread]));
    }
    barrier();
    if (thread < GROUPS)
        AT(Marks, words, output, 4, dispatch.output_offset + thread * tiles + tile) = kept[thread];
}

void mark_tile(uint tile, uint count)
{
    const uint bits = kept_of_thread(tile, count);
    barrier(); // the tile before is stored
    if (gl_LocalInvocationID.x < MARK_WORDS)
        marks[gl_LocalInvocationID.x] = 0;
    if (gl_LocalInvocationID.x < GROUPS)
        kept[gl_LocalInvocationID.x] = 0;
    barrier();
    [[unroll]] for (uint g = 0; g < GROUPS; g++)
        [[unroll]] for (uint k = 0; k < ITEMS; k++)
            mark_stripe(g * TILE_SIZE + k * WORKGROUP_SIZE,
                        (bits >> g * SECOND_GROUP + k & 1) != 0);
    barrier();
    store_marks(tile);
}

// Stores the number 0 for the tiles without elements, from tile `first` on.
void store_zeros(uint first)
{
    const uint tiles = tiles_of(dispatch.count), threads = gl_NumWorkGroups.x * WORKGROUP_SIZE;
    for (uint tile = first + gl_GlobalInvocationID.x; tile < tiles; tile += threads)
        [[unroll]] for (uint g = 0; g < GROUPS; g++)
            AT(Marks, words, output, 4, dispatch.output_offset + g * tiles + tile) = 0;
}

void mark_tiles()
{
    read_run();
    const uint count = run_count();
    const uint tiles = tiles_of(count);
    for (uint tile = gl_WorkGroupID.x; tile < tiles; tile += gl_NumWorkGroups.x)
        mark_tile(tile, count);
    if (HAS_COUNT)
        store_zeros(tiles);
}

#endif
