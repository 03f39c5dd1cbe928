// SPDX-License-Identifier: MIT
// A tile that is one slice, reduced and scanned without subgroup operations. The totals of its
// vectors are in shared memory, in order. There each thread combines STRIPES of them that follow
// each other, its leaf, and the workgroup sweeps over the tree of leaves.
#ifndef TREE_TILE_GLSL
#define TREE_TILE_GLSL

#include "detail/tile.glsl"

layout(constant_id = SPEC_BANKS) const uint BANKS = 32;

// Of the tree, whose elements are totals of vectors.
#define ITEMS STRIPES
#define VKS_LEAF STRIPES
#define TILE_SIZE TILE_VECTORS
#include "vkscan/sweep.glsl"
#undef TILE_SIZE

uint tile_vector(uint s)
{
    return vks_place(s);
}

uint slice_start(uint tile)
{
    return tile * TILE_VECTORS;
}

uint slice_vectors()
{
    return TILE_VECTORS;
}

// The place of item k of this thread's leaf.
uint leaf_item(uint k)
{
    return vks_pad(SEGMENT_ITEM(gl_LocalInvocationID.x, STRIPES, k));
}

// Puts the totals of this thread's vectors in their places, and then that of its leaf.
void put_totals(V items[STRIPES])
{
    barrier(); // the tile before has been read
    [[unroll]] for (uint s = 0; s < STRIPES; s++)
        vks_tile[vks_pad(tile_vector(s))] = combine_vector(items[s]);
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

// The tile's aggregate, combined in order; in every thread.
T tile_reduce(V items[STRIPES])
{
    put_totals(items);
    return vks_up_sweep();
}

// Replaces each item by the combination of prefix and all items before it, and itself unless
// exclusive.
void tile_scan(T prefix, bool exclusive, inout V items[STRIPES])
{
    put_totals(items);
    vks_scan_sweep(prefix);
    scan_leaf();
    [[unroll]] for (uint s = 0; s < STRIPES; s++)
        items[s] = scan_vector(vks_tile[vks_pad(tile_vector(s))], exclusive, items[s]);
}

#endif
