// SPDX-License-Identifier: MIT
// A tile in registers: WORKGROUP_SIZE x STRIPES vectors. Each subgroup owns a slice, consecutive
// vectors in a striped arrangement, so that each access of a stripe is coalesced:
//
//              lane 0   lane 1   lane 2   lane 3
//   stripe 0   v0       v1       v2       v3
//   stripe 1   v4       v5       v6       v7
#ifndef TILE_GLSL
#define TILE_GLSL

#include "detail/built_in.glsl"
#include "vkscan/workgroup.glsl"

layout(constant_id = SPEC_ITEMS) const uint STRIPES = 4; // vectors per thread
layout(constant_id = SPEC_COMMUTATIVE) const uint COMMUTATIVE = 0; // the operator

const uint TILE_VECTORS = WORKGROUP_SIZE * STRIPES;
const uint TILE_SIZE = TILE_VECTORS * VECTOR; // elements

// Defined by the kernel over its own buffers; indices count elements, or vectors, from the start
// of the head padding. input_vector is only called where input_has_vectors.
T input_element(uint index);
V input_vector(uint index);
bool input_has_vectors();
uint head(); // elements of head padding: neither read nor written

uint tile_count(uint count)
{
    return count / TILE_SIZE + uint(count % TILE_SIZE != 0);
}

// Position within the tile of this lane's vector in a stripe.
uint tile_vector(uint s)
{
    return (gl_SubgroupID * STRIPES + s) * vks_lanes + gl_SubgroupInvocationID;
}

bool element_is_there(uint element, uint count)
{
    return element >= head() && element < count;
}

bool vector_is_there(uint vector, uint count)
{
    return vector * VECTOR >= head() && vector < count / VECTOR;
}

// The first vector of this subgroup's slice of a tile; and whether the slice is neither padded nor
// partial.
uint slice_start(uint tile)
{
    return tile * TILE_VECTORS + gl_SubgroupID * STRIPES * vks_lanes;
}

bool slice_is_whole(uint tile, uint count)
{
    const uint first = slice_start(tile);
    return first * VECTOR >= head() && first + STRIPES * vks_lanes <= count / VECTOR;
}

// Elements of the head padding and past the count read as the identity.
V tile_load_stripe(uint tile, uint s, uint count)
{
    const uint vector = tile * TILE_VECTORS + tile_vector(s);
    V items;
    if (input_has_vectors() && vector_is_there(vector, count))
        items = input_vector(vector);
    else
        for (uint k = 0; k < VECTOR; k++) {
            const uint element = vector * VECTOR + k;
            items[k] = element_is_there(element, count) ? input_element(element) : identity();
        }
    return items;
}

void tile_load(uint tile, uint count, out V items[STRIPES])
{
    if (!slice_is_whole(tile, count)) {
        [[unroll]] for (uint s = 0; s < STRIPES; s++)
            items[s] = tile_load_stripe(tile, s, count);
    } else if (input_has_vectors()) {
        [[unroll]] for (uint s = 0; s < STRIPES; s++)
            items[s] = input_vector(tile * TILE_VECTORS + tile_vector(s));
    } else {
        [[unroll]] for (uint s = 0; s < STRIPES; s++)
            for (uint k = 0; k < VECTOR; k++)
                items[s][k] =
                    input_element((tile * TILE_VECTORS + tile_vector(s)) * VECTOR + k);
    }
}

// The aggregate of this subgroup's slice, in all lanes. With a commutative operator, each lane
// first combines its own elements.
T tile_reduce_slice(V items[STRIPES])
{
    T total = identity();
    [[unroll]] for (uint s = 0; s < STRIPES; s++) {
        const T value = combine_vector(items[s]);
        total = combine(total, COMMUTATIVE != 0 ? value : vks_subgroup_reduce(value));
    }
    return COMMUTATIVE != 0 ? vks_subgroup_reduce(total) : total;
}

// The tile's aggregate, combined in order; in lane 0 of subgroup 0, undefined elsewhere.
T tile_reduce(V items[STRIPES])
{
    T total = identity();
    [[unroll]] for (uint s = 0; s < STRIPES; s++)
        total = combine(total, vks_subgroup_reduce(combine_vector(items[s])));
    return vks_workgroup_reduce(total);
}

// Replaces each item by the combination of prefix and all items before it, and itself unless
// exclusive.
void tile_scan(T prefix, bool exclusive, inout V items[STRIPES])
{
    T lane_prefix[STRIPES]; // exclusive prefix of this lane's vector within its slice
    T total = identity();
    [[unroll]] for (uint s = 0; s < STRIPES; s++) {
        const T inclusive = vks_subgroup_inclusive_scan(combine_vector(items[s]));
        lane_prefix[s] = combine(total, vks_subgroup_exclusive_from_inclusive(inclusive));
        total = combine(total, vks_subgroup_last(inclusive));
    }

    const T subgroup_prefix = combine(prefix, vks_workgroup_exclusive_scan(total));
    [[unroll]] for (uint s = 0; s < STRIPES; s++) {
        T before = combine(subgroup_prefix, lane_prefix[s]);
        for (uint k = 0; k < VECTOR; k++) {
            const T after = combine(before, items[s][k]);
            items[s][k] = exclusive ? before : after;
            before = after;
        }
    }
}

#endif
