// SPDX-License-Identifier: MIT
// Scans segments without subgroup operations, and without progress of other workgroups, in steps that
// are a dispatch each. As for a scan of everything the tiles of each level are reduced to the next
// level, and from the last level back scanned. The tile of a level is reduced to a partial result:
// its value is an element of the next level, and whether it has a head a word of the second output. Of
// levels above the source each element is replaced by what lies before it. A reduction scans into
// scratch, and its last step gathers the values at the ends of segments.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "tile/store.glsl"
#include "tile/tree_store.glsl"
#include "port/operands.glsl"
#include "scan/prefixes.glsl"
#include "segments/heads.glsl"
#include "segments/seeds.glsl"
#include "segments/tree.glsl"

#define FOUND_NUMBER dispatch.input_offset
#include "segments/bounds.glsl"

layout(constant_id = SPEC_EXCLUSIVE) const uint EXCLUSIVE = 0;
layout(constant_id = SPEC_SEGMENT_STEP) const uint STEP = STEP_SCAN_SOURCE;

const bool REDUCES = STEP == STEP_REDUCE_SOURCE || STEP == STEP_REDUCE_LEVEL;
const bool OF_LEVEL = STEP == STEP_SCAN_LEVEL || STEP == STEP_REDUCE_LEVEL;

PORT(BINDING_SECOND_OUTPUT, 4) writeonly buffer TileHeads { uint words[]; } BOUND(TileHeads);

void store_result(uint index, T value)
{
    store_element(dispatch.output_offset + (ELEMENT_WORDS == 3 ? 3 * index : index), value);
}

// ---- tiles ----

// Returns the heads of this thread's vectors of a tile of partial results, VECTOR bits for each.
uint level_heads(uint tile)
{
    uint heads = 0;
    [[unroll]] for (uint s = 0; s < STRIPES; s++) {
        const uint first = (tile * TILE_VECTORS + tile_vector(s)) * VECTOR;
        const bvec4 begins = notEqual(head_words(first, run_count()), uvec4(0));
        [[unroll]] for (uint k = 0; k < VECTOR; k++)
            heads |= uint(begins[k]) << s * VECTOR + k;
    }
    return heads;
}

// Replaces each item by the combination of those before it from its head on, and itself unless
// exclusive; or an item of a level by what lies before it, back to the nearest head there.
void scan_segments(T before, uint heads, T start, inout T_VECTOR items)
{
    T first, after;
#define SCAN_ITEM(k)                                                                               \
    first = (heads >> (k) & 1) != 0 ? start : before;                                              \
    after = combine(first, items[k]);                                                              \
    items[k] = OF_LEVEL ? before : EXCLUSIVE != 0 ? first : after;                                 \
    before = after;
    EACH_ITEM(SCAN_ITEM)
#undef SCAN_ITEM
}

void reduce_tile(uint tile)
{
    const partial total = sweep_up();
    if (knows_aggregate()) {
        store_result(tile, total.value);
        AT(TileHeads, words, second_output, 4, OFFSET_OF(second_output, 4) + tile) =
            uint(total.begins);
    }
}

void scan_tile(uint tile, uint heads, T start, V vectors[STRIPES])
{
    const T prefix = (dispatch.flags & PASS_PREFIXED) != 0 ? prefix_of(tile) : run_seed();
    T_VECTOR results[STRIPES];
    sweep_up();
    sweep_down(prefix);
    [[unroll]] for (uint s = 0; s < STRIPES; s++) {
        tile_elements(vectors[s], tile, s, run_count(), results[s]);
        scan_segments(vks_tile[vks_pad(tile_vector(s))], stripe_heads(heads, s), start, results[s]);
    }
    tile_store(tile, run_count(), results);
}

void take_tile(uint tile)
{
    V vectors[STRIPES];
    tile_load(tile, run_count(), vectors);
    uint heads;
    T start = identity(); // a level's partial results have the seed
    if (OF_LEVEL) {
        heads = level_heads(tile);
    } else {
        heads = tile_heads(tile);
        start = segment_start();
    }
    put_vectors(tile, heads, start, vectors);
    if (REDUCES)
        reduce_tile(tile);
    else
        scan_tile(tile, heads, start, vectors);
}

// ---- ends of segments ----

// Returns how many segments there are.
uint number_of_segments()
{
    uint number;
    if (HEADS == HEADS_ROWS)
        number = divide_up(run_count(), dispatch.parameter);
    else
        number = segment_count();
    return number;
}

// Stores the value of each segment, which the scan has left at its end in the auxiliary buffer.
void gather_segments()
{
    const uint threads = gl_NumWorkGroups.x * WORKGROUP_SIZE, number = number_of_segments();
    for (uint segment = gl_GlobalInvocationID.x; segment < number; segment += threads) {
        const uvec2 bounds = segment_bounds(segment);
        T value = segment_start();
        if (bounds.y > bounds.x)
            value = prefix_of(bounds.y - 1);
        store_result(segment, value);
    }
}

void main()
{
    read_operands();
    const uint tiles = tile_count(run_count());
    if (STEP == STEP_GATHER)
        gather_segments();
    else
        for (uint tile = gl_WorkGroupID.x; tile < tiles; tile += gl_NumWorkGroups.x)
            take_tile(tile);
}
