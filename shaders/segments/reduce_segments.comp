// SPDX-License-Identifier: MIT
// Reduces each row, in two dispatches. The first stores the rows that lie in a tile; and of those
// that cross its ends the tile's part, in scratch. The second, with JOINS, combines these parts.
// Neither waits for other workgroups, so all of it runs at the speed of a reduction.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "tile/input.glsl"
#include "tile/output.glsl"
#include "port/operands.glsl"
#include "segments/segments.h"
#include "segments/parts.glsl"
#include "segments/tile_rows.glsl"
#include "segments/tile_segments.glsl"

layout(constant_id = SPEC_JOINS) const uint JOINS = 0;

void store_segment(uint segment, T value)
{
    store_element(dispatch.output_offset + (ELEMENT_WORDS == 3 ? 3 * segment : segment), value);
}

// ---- tiles ----

// Stores the segments that end in a scanned tile.
void store_segments(uint tile)
{
    const uint first = tile * TILE_SIZE, end = first + TILE_SIZE;
    const uvec2 segments = rows_of_tile(tile);
    for (uint k = gl_LocalInvocationID.x; k < segments.y; k += WORKGROUP_SIZE) {
        const uvec2 bounds = row_bounds(segments.x + k);
        if (bounds.y > end)
            continue;
        const T value = value_at(tile, bounds.x, bounds.y - 1);
        if (bounds.x >= first)
            store_segment(segments.x + k, value);
        else
            store_last_part(tile, value);
    }
}

void reduce_tile(uint tile)
{
    V items[STRIPES];
    tile_load(tile, run_count(), items);
    const partial aggregate = scan_tile(tile, row_heads(tile), items);
    if (gl_SubgroupID == 0 && gl_SubgroupInvocationID == 0)
        store_part(tile, aggregate.value);
    barrier();
    store_segments(tile);
    barrier(); // the values have been read
}

// ---- segments that cross tiles ----

shared uint long_segment; // the first thread whose segment a workgroup has yet to join

// Returns the segment that begins in a tile and ends in a later one, and this one, or the same tile if
// there is none.
uvec2 crossing_segment(uint tile)
{
    const uvec2 segments = rows_of_tile(tile);
    uvec2 crossing = uvec2(segments.x + segments.y - 1, tile);
    if (segments.y > 0) {
        const uvec2 bounds = row_bounds(crossing.x);
        if (bounds.x >= tile * TILE_SIZE)
            crossing.y = (bounds.y - 1) / TILE_SIZE;
    }
    return crossing;
}

// Stores a segment. Operators commute, so that all threads take parts side by side.
void join_long_segment(uint tile)
{
    const uvec2 crossing = crossing_segment(tile);
    const T part = join_parts(tile + gl_LocalInvocationID.x, crossing.y, WORKGROUP_SIZE);
    put_slice(partial(vks_subgroup_last(vks_subgroup_inclusive_scan(part)), false));
    barrier();
    if (gl_SubgroupID == 0) {
        const partial total = scan_slices();
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
    if (tile < tile_count(run_count())) {
        const uvec2 crossing = crossing_segment(tile);
        is_long = crossing.y - tile > SEGMENT_TILES_OF_THREAD;
        if (crossing.y > tile && !is_long)
            store_segment(crossing.x, join_parts(tile, crossing.y, 1));
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
    const uint tiles = tile_count(run_count());
    if (JOINS == 0)
        for (uint tile = gl_WorkGroupID.x; tile < tiles; tile += gl_NumWorkGroups.x)
            reduce_tile(tile);
    else
        for (uint tile = gl_WorkGroupID.x * WORKGROUP_SIZE; tile < tiles;
             tile += gl_NumWorkGroups.x * WORKGROUP_SIZE)
            join_segments(tile);
}
