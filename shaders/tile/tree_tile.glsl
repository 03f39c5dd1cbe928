// SPDX-License-Identifier: MIT
// A tile that is one slice, reduced and scanned without subgroup operations. The totals of its
// vectors are in shared memory, in order. There each thread combines STRIPES of them that follow
// each other, its leaf, and the workgroup sweeps over the tree of leaves.
#ifndef TREE_TILE_GLSL
#define TREE_TILE_GLSL

#include "tile/tile.glsl"

layout(constant_id = SPEC_BANKS) const uint BANKS = 32;

// The tree, whose elements are totals of vectors.
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

// Returns the place of item k of this thread's leaf.
uint leaf_item(uint k)
{
    return vks_pad(SEGMENT_ITEM(gl_LocalInvocationID.x, STRIPES, k));
}

// Combines the totals of this thread's leaf, which are in their places, into the leaf's total.
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

// Replaces the totals of this thread's leaf by the prefixes of its vectors, from the leaf's prefix.
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

// Returns the combination of all threads' values, in order, in every thread.
T tree_reduce(T value)
{
    barrier(); // the tile before has been read
    vks_tile[leaf_item(STRIPES - 1)] = value;
    return vks_up_sweep();
}

// Tells whether this is the thread that stores what tile_reduce() returns.
bool knows_aggregate()
{
    return gl_LocalInvocationID.x == 0;
}

// Returns the tile's aggregate, combined in order, in every thread.
T tile_reduce(uint tile, uint count, V items[STRIPES])
{
    barrier(); // the tile before has been read
    [[unroll]] for (uint s = 0; s < STRIPES; s++)
        vks_tile[vks_pad(tile_vector(s))] = tile_combine_stripe(items[s], tile, s, count);
    combine_leaf();
    return vks_up_sweep();
}

// Scans the elements of the vectors, whose prefixes a sweep down has left in the tree.
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

// Does what tile_scan() does, after tile_reduce() of the same tile, whose tree it takes over.
void tile_scan_on(T prefix, bool exclusive, uint tile, uint count, V items[STRIPES],
                  out T_VECTOR results[STRIPES])
{
    [[unroll]] for (uint s = 0; s < STRIPES; s++)
        tile_elements(items[s], tile, s, count, results[s]);
    vks_down_sweep(prefix);
    scan_vectors(exclusive, results);
}

#endif
