// SPDX-License-Identifier: MIT
// A tile whose elements are combined from each head on. Each thread walks over its block twice: first
// for its partial result, and then, from what lies before the block, for the values of the segments
// that end in it. These are in shared memory by where they end.
#ifndef TILE_SEGMENTS_GLSL
#define TILE_SEGMENTS_GLSL

#include "tile/block_tile.glsl"
#include "segments/lanes.glsl"
#include "segment_shared.glsl"

// Values of segments. A block has one place more than elements, so that lanes are in different banks.
shared SHARED_T ends[TILE_SIZE + WORKGROUP_SIZE + 1];

// Returns the place for a segment that ends before an element of the tile, or at the tile's end.
uint end_place(uint element)
{
    return element + element / BLOCK;
}

T value_at(uint element)
{
    return FROM_SHARED(ends[end_place(element)]);
}

// Returns the heads of an item and those behind, of a block's.
uint heads_from(uint heads, uint s)
{
    return heads >> s * VECTOR;
}

// Returns the partial result of this thread's block.
partial block_total(uint tile, uint heads, V vectors[STRIPES])
{
    const T start = segment_start();
    T value = identity();
    [[unroll]] for (uint s = 0; s < STRIPES; s++) {
        T_VECTOR items;
        tile_elements(vectors[s], tile, s, run_count(), items);
#define ADD_ITEM(k)                                                                                \
    value = combine((heads_from(heads, s) >> (k) & 1) != 0 ? start : value, items[k]);
        EACH_ITEM(ADD_ITEM)
#undef ADD_ITEM
    }
    return partial(value, heads != 0);
}

// Stores the values of the segments that end in this thread's block, from what lies before it.
void store_ends(uint tile, uint heads, T value, V vectors[STRIPES])
{
    const T start = segment_start();
    const uint place = own_block() * (BLOCK + 1);
    [[unroll]] for (uint s = 0; s < STRIPES; s++) {
        T_VECTOR items;
        tile_elements(vectors[s], tile, s, run_count(), items);
#define END_ITEM(k)                                                                                \
    if ((heads_from(heads, s) >> (k) & 1) != 0) {                                                  \
        ends[place + s * VECTOR + (k)] = TO_SHARED(value);                                         \
        value = start;                                                                             \
    }                                                                                              \
    value = combine(value, items[k]);
        EACH_ITEM(END_ITEM)
#undef END_ITEM
    }
}

// Tells whether this is the thread that knows what the tile comes to.
bool is_first_lane()
{
    return gl_SubgroupID == 0 && gl_SubgroupInvocationID == 0;
}

// Returns the combination of the subgroups before one, from their last head on.
T before_subgroup(uint subgroup)
{
    partial before = NOTHING;
    while (subgroup > 0 && !before.begins)
        before = join(slot_at(--subgroup), before);
    return before.value;
}

// Scans a tile, whose heads each thread has as a bit for each item of its block; an end without a head
// behind it counts as one. Returns the tile's value from its last head on, in lane 0 of subgroup 0.
// All threads may read values after the next barrier.
T scan_tile(uint tile, uint heads, V vectors[STRIPES])
{
    const partial inclusive = subgroup_scan(block_total(tile, heads, vectors));
    const partial before = before_lane(inclusive);
    put_slot(last_of_lanes(inclusive));
    barrier();
    if (heads != 0) {
        const T value = before.begins ? before.value
                                      : combine(before_subgroup(gl_SubgroupID), before.value);
        store_ends(tile, heads, value, vectors);
    }
    T aggregate = identity();
    if (is_first_lane()) {
        aggregate = before_subgroup(vks_subgroup_count());
        ends[end_place(TILE_SIZE)] = TO_SHARED(aggregate);
    }
    return aggregate;
}

#endif
