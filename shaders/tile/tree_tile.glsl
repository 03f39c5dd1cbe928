// SPDX-License-Identifier: MIT
// A tile that is one slice, reduced and scanned without subgroup operations. The totals of its
// vectors are in shared memory, in order. There each thread combines STRIPES of them that follow
// each other, its leaf, and the workgroup sweeps over the tree of leaves.
#ifndef TREE_TILE_GLSL
#define TREE_TILE_GLSL

#include "tile/tile.glsl"

layout(constant_id = SPEC_BANKS) const uint BANKS = 32;

// Of the tree, whose elements are totals of vectors.
#define VKS_LEAF STRIPES
#define TILE_SIZE TILE_VECTORS
#include "vkscan/sweep.glsl"
#undef TILE_SIZE

uint tile_first_vector()
{
    return gl_LocalInvocationID.x;
}

uint slice_threads()
{
    return WORKGROUP_SIZE;
}

uint slice_start(uint tile)
{
    return tile * TILE_VECTORS;
}

// The place of item k of this thread's leaf.
uint leaf_item(uint k)
{
    return vks_pad(SEGMENT_ITEM(gl_LocalInvocationID.x, STRIPES, k));
}

// From the totals of vectors in their places: that of this thread's leaf.
void combine_leaf()
{
    if (STRIPES > 1) {
        barrier();
        T total = vks_tile[leaf_item(0)];
        [[unroll]] for (uint k = 1; k < STRIPES; k++)
            total = combine(total, vks_tile[leaf_item(k)]);
        vks_tile[leaf_item(STRIPES - 1)] = total;
    }
}

// From the leaf's prefix, those of its vectors.
void scan_leaf()
{
    if (STRIPES > 1) {
        T before = vks_tile[leaf_item(STRIPES - 1)];
        [[unroll]] for (uint k = 0; k < STRIPES - 1; k++) {
            const T total = vks_tile[leaf_item(k)];
            vks_tile[leaf_item(k)] = before;
            before = combine(before, total);
        }
        vks_tile[leaf_item(STRIPES - 1)] = before;
        barrier();
    }
}

// The combination of a value per thread, in order; in every thread.
T tree_reduce(T value)
{
    barrier(); // the tile before has been read
    vks_tile[leaf_item(STRIPES - 1)] = value;
    return vks_up_sweep();
}

// The thread that stores what tile_reduce returns.
bool knows_aggregate()
{
    return gl_LocalInvocationID.x == 0;
}

// The tile's aggregate, combined in order; in every thread.
T tile_reduce(uint tile, uint count, V items[STRIPES])
{
    barrier(); // the tile before has been read
    [[unroll]] for (uint s = 0; s < STRIPES; s++)
        vks_tile[vks_pad(tile_vector(s))] = tile_combine_stripe(items[s], tile, s, count);
    combine_leaf();
    return vks_up_sweep();
}

// From the totals of vectors, after a sweep down: their elements' scans.
void scan_vectors(bool exclusive, inout T_VECTOR items[STRIPES])
{
    scan_leaf();
    [[unroll]] for (uint s = 0; s < STRIPES; s++)
        scan_items(vks_tile[vks_pad(tile_vector(s))], exclusive, items[s]);
}

// Replaces the vectors by their elements' scan from `prefix`, exclusive or not.
void tile_scan(T prefix, bool exclusive, uint tile, uint count, V items[STRIPES],
               out T_VECTOR results[STRIPES])
{
    barrier(); // the tile before has been read
    [[unroll]] for (uint s = 0; s < STRIPES; s++) {
        tile_elements(items[s], tile, s, count, results[s]);
        vks_tile[vks_pad(tile_vector(s))] = combine_items(results[s]);
    }
    combine_leaf();
    vks_scan_sweep(prefix);
    scan_vectors(exclusive, results);
}

// The same behind tile_reduce of the same tile.
void tile_scan_on(T prefix, bool exclusive, uint tile, uint count, V items[STRIPES],
                  out T_VECTOR results[STRIPES])
{
    [[unroll]] for (uint s = 0; s < STRIPES; s++)
        tile_elements(items[s], tile, s, count, results[s]);
    vks_down_sweep(prefix);
    scan_vectors(exclusive, results);
}

#endif
