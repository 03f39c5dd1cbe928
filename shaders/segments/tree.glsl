// SPDX-License-Identifier: MIT
// A tile of segments, reduced and scanned without subgroup operations: tile/tree_tile.glsl over partial
// results. Whether a total in shared memory has a head is beside it.
#ifndef SEGMENT_TREE_GLSL
#define SEGMENT_TREE_GLSL

#include "segments/partial.glsl"
#include "tile/tree_tile.glsl"

shared uint tree_begins[VKS_PAD(TILE_VECTORS - 1, BANKS) + 1];

void put_total(uint place, partial total)
{
    vks_tile[place] = total.value;
    tree_begins[place] = uint(total.begins);
}

partial total_at(uint place)
{
    return partial(vks_tile[place], tree_begins[place] != 0);
}

// Puts the partial results of the tile's vectors in their places; a segment begins with `start`.
void put_vectors(uint tile, uint heads, T start, V vectors[STRIPES])
{
    T_VECTOR starts;
    set_items(start, starts);
    barrier(); // the tile before has been read
    [[unroll]] for (uint s = 0; s < STRIPES; s++) {
        T_VECTOR items;
        tile_elements(vectors[s], tile, s, run_count(), items);
        put_total(vks_pad(tile_vector(s)), partial_of(items, stripe_heads(heads, s), starts));
    }
    barrier();
}

// Combines the totals of this thread's leaf into the leaf's total, in place of the last one.
void join_leaf()
{
    partial total = total_at(leaf_item(0));
    for (uint k = 1; k < STRIPES; k++)
        total = join(total, total_at(leaf_item(k)));
    put_total(leaf_item(STRIPES - 1), total);
}

// Replaces the totals of this thread's leaf by what lies before each vector, from what lies before the
// leaf.
void separate_leaf()
{
    T before = vks_tile[leaf_item(STRIPES - 1)];
    for (uint k = 0; k < STRIPES - 1; k++) {
        const partial total = total_at(leaf_item(k));
        vks_tile[leaf_item(k)] = before;
        before = follow(before, total);
    }
    vks_tile[leaf_item(STRIPES - 1)] = before;
}

// Leaves in every right child the partial result of its subtree; returns the root's, the tile's.
partial sweep_up()
{
    const uint thread = gl_LocalInvocationID.x;
    join_leaf();
    for (uint stride = STRIPES; stride < TILE_VECTORS; stride *= 2) {
        barrier();
        if (thread < TILE_VECTORS / (2 * stride)) {
            const uint right = vks_pad(VKS_SWEEP_RIGHT(thread, stride));
            put_total(right, join(total_at(vks_pad(VKS_SWEEP_LEFT(thread, stride))),
                                  total_at(right)));
        }
    }
    barrier();
    return total_at(vks_pad(TILE_VECTORS - 1));
}

// Replaces the total of each vector by what lies before it, back to the nearest head or from the
// prefix on. Whether subtrees have heads stays as the sweep up has left it.
void sweep_down(T prefix)
{
    const uint thread = gl_LocalInvocationID.x;
    barrier(); // the root has been read
    if (thread == 0)
        vks_tile[vks_pad(TILE_VECTORS - 1)] = prefix;
    for (uint stride = TILE_VECTORS / 2; stride >= STRIPES; stride /= 2) {
        barrier();
        if (thread < TILE_VECTORS / (2 * stride)) {
            const uint left = vks_pad(VKS_SWEEP_LEFT(thread, stride));
            const uint right = vks_pad(VKS_SWEEP_RIGHT(thread, stride));
            const partial subtree = total_at(left);
            vks_tile[left] = vks_tile[right];
            vks_tile[right] = follow(vks_tile[left], subtree);
        }
    }
    barrier();
    separate_leaf();
    barrier();
}

#endif
