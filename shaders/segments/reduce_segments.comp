// SPDX-License-Identifier: MIT
// Reduces each segment, in steps that are a dispatch each. By offsets the first finds the segments of
// each tile. The second stores the segments that lie in a tile; and of those that cross its ends the
// tile's part, in scratch. The third combines these parts. None waits for other workgroups, so all of
// it runs at the speed of a reduction.
#version 450
#extension GL_GOOGLE_include_directive : require

#define INPUT_IS_SOURCE
#include "tile/input.glsl"
#include "tile/output.glsl"
#include "port/operands.glsl"
#include "segments/parts.glsl"
#include "segments/seeds.glsl"
#include "segments/tile_offsets.glsl"
#include "segments/tile_rows.glsl"

layout(constant_id = SPEC_SEGMENT_STEP) const uint STEP = STEP_TILES;

// Returns, by offsets, the first segments that begin in a tile and behind it.
uvec2 firsts_of_tile(uint tile)
{
    uvec2 firsts = uvec2(0);
    if (HEADS != HEADS_ROWS)
        firsts = offset_firsts(tile);
    return firsts;
}

// Returns the first segment of which an element may be in the tile, and how many there are.
uvec2 segments_of_tile(uint tile, uvec2 firsts)
{
    uvec2 segments;
    if (HEADS == HEADS_ROWS)
        segments = rows_of_tile(tile);
    else
        segments = offsets_of_tile(firsts);
    return segments;
}

// Stores the value of a segment, behind its own seed if it has one.
void store_segment(uint segment, T value)
{
    if (HAS_SEEDS)
        value = combine(seed_of(segment), value);
    store_element(dispatch.output_offset + (ELEMENT_WORDS == 3 ? 3 * segment : segment), value);
}

// ---- tiles ----

// Stores the segments that end in a scanned tile, and those of no elements that begin there.
void store_segments(uint tile, uvec2 segments)
{
    const uint first = tile * TILE_SIZE, end = first + TILE_SIZE;
    for (uint k = gl_LocalInvocationID.x; k < segments.y; k += WORKGROUP_SIZE) {
        const uvec2 bounds = segment_bounds(segments.x + k);
        const bool is_empty = bounds.y <= bounds.x, begins = bounds.x >= first;
        if (bounds.y > end || !begins && bounds.y <= first)
            continue;
        T value = segment_start();
        if (!is_empty)
            value = value_at(bounds.y - first);
        if (begins)
            store_segment(segments.x + k, value);
        else
            store_last_part(tile, value);
    }
}

// Tells whether a tile lies within a segment that goes on behind it.
bool is_passed_through(uint tile, uvec2 segments)
{
    bool passes = segments.y == 1;
    if (passes) // else there may be no offset behind
        passes = segment_bounds(segments.x).y > (tile + 1) * TILE_SIZE;
    return passes;
}

void reduce_tile(uint tile, uvec2 firsts, V items[STRIPES])
{
    const uvec2 segments = segments_of_tile(tile, firsts);
    uint heads;
    if (HEADS == HEADS_ROWS)
        heads = row_heads(tile);
    else
        heads = offset_heads(tile, firsts);
    const T aggregate = scan_tile(tile, heads, items);
    if (is_first_lane())
        store_part(tile, aggregate);
    if (!is_passed_through(tile, segments)) {
        barrier();
        store_segments(tile, segments);
    }
    barrier(); // shared memory has been read
}

// Reduces this workgroup's tiles. The next one is loaded while one is reduced.
void reduce_tiles(uint tiles)
{
    uint tile = tiles; // none
    uvec2 firsts = uvec2(0);
    V items[STRIPES];
    uint next = gl_WorkGroupID.x;
    do {
        uvec2 next_firsts = uvec2(0);
        V next_items[STRIPES];
        if (next < tiles) {
            next_firsts = firsts_of_tile(next);
            tile_load(next, run_count(), next_items);
        }
        if (tile < tiles)
            reduce_tile(tile, firsts, items);
        tile = next;
        firsts = next_firsts;
        [[unroll]] for (uint s = 0; s < STRIPES; s++)
            items[s] = next_items[s];
        next += gl_NumWorkGroups.x;
    } while (tile < tiles);
}

// ---- segments that cross tiles ----

shared uint long_segment; // the first thread whose segment a workgroup has yet to join

// Returns the segment that begins in a tile and ends in a later one, and this one, or the same tile if
// there is none.
uvec2 crossing_segment(uint tile)
{
    const uvec2 segments = segments_of_tile(tile, firsts_of_tile(tile));
    uvec2 crossing = uvec2(segments.x + segments.y - 1, tile);
    if (segments.y > 0) {
        const uvec2 bounds = segment_bounds(crossing.x);
        if (bounds.x >= tile * TILE_SIZE && bounds.y > bounds.x)
            crossing.y = (bounds.y - 1) / TILE_SIZE;
    }
    return crossing;
}

// Stores a segment, of which each thread combines some parts.
void join_long_segment(uint tile)
{
    const uvec2 crossing = crossing_segment(tile);
    const T part = PARTS_OF_THREAD(tile, crossing.y);
    put_slot(partial(vks_subgroup_last(vks_subgroup_inclusive_scan(part)), false));
    barrier();
    if (gl_SubgroupID == 0) {
        const partial total = scan_slots();
        if (gl_SubgroupInvocationID == 0)
            store_segment(crossing.x, total.value);
    }
}

// Joins the segments that begin in WORKGROUP_SIZE tiles: each thread one, and then all threads those
// that are long, one by one.
void join_segments(uint first_tile)
{
    const uint tile = first_tile + gl_LocalInvocationID.x;
    bool is_long = false;
    if (tile < segment_tiles()) {
        const uvec2 crossing = crossing_segment(tile);
        is_long = crossing.y - tile > SEGMENT_TILES_OF_THREAD;
        if (crossing.y > tile && !is_long)
            store_segment(crossing.x, join_parts(tile, crossing.y, crossing.y, 1));
    }
    uint next = 0;
    while (next < WORKGROUP_SIZE) {
        barrier(); // the one before has been joined
        if (gl_LocalInvocationID.x == 0)
            long_segment = WORKGROUP_SIZE;
        barrier();
        if (is_long)
            atomicMin(long_segment, gl_LocalInvocationID.x);
        barrier();
        next = long_segment;
        is_long = is_long && next != gl_LocalInvocationID.x;
        if (next < WORKGROUP_SIZE)
            join_long_segment(first_tile + next);
    }
}

void main()
{
    read_operands();
    const uint tiles = segment_tiles(), thread = gl_GlobalInvocationID.x;
    const uint threads = gl_NumWorkGroups.x * WORKGROUP_SIZE;
    if (STEP == STEP_SEARCH)
        for (uint tile = thread; tile <= tiles; tile += threads)
            find_segments(tile);
    else if (STEP == STEP_TILES)
        reduce_tiles(tiles);
    else
        for (uint tile = gl_WorkGroupID.x * WORKGROUP_SIZE; tile < tiles; tile += threads)
            join_segments(tile);
}
