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

// Of the input (tile_input.glsl); indices count elements, or vectors, from the start of the head
// padding. input_vector is only called where input_has_vectors.
V input_vector(uint first, uint further);
void input_element(inout V v, uint k, uint index);
void set_identity(inout V v, uint k);
void elements_of(V v, uint first, bool is_whole, uint count, out T items[VECTOR]);
bool input_has_vectors();
uint head(); // elements of head padding: neither read nor written
uint run_count(); // elements with head padding (operands.glsl)

uint tile_count(uint count)
{
    return count / TILE_SIZE + uint(count % TILE_SIZE != 0);
}

// Position within the tile of this lane's first vector, and of the one in a stripe.
uint tile_first_vector()
{
    return gl_SubgroupID * STRIPES * vks_lanes + gl_SubgroupInvocationID;
}

uint tile_vector(uint s)
{
    return tile_first_vector() + s * vks_lanes;
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

// Elements of the head padding and past the count are identities.
V tile_load_stripe(uint tile, uint s, uint count)
{
    const uint vector = tile * TILE_VECTORS + tile_vector(s);
    V v;
    if (input_has_vectors() && vector_is_there(vector, count))
        v = input_vector(vector, 0);
    else
        for (uint k = 0; k < VECTOR; k++) {
            const uint element = vector * VECTOR + k;
            if (element_is_there(element, count))
                input_element(v, k, element);
            else
                set_identity(v, k);
        }
    return v;
}

void tile_load(uint tile, uint count, out V items[STRIPES])
{
    const uint first = tile * TILE_VECTORS + tile_first_vector();
    if (!slice_is_whole(tile, count)) {
        [[unroll]] for (uint s = 0; s < STRIPES; s++)
            items[s] = tile_load_stripe(tile, s, count);
    } else if (input_has_vectors()) {
        [[unroll]] for (uint s = 0; s < STRIPES; s++)
            items[s] = input_vector(first, s * vks_lanes);
    } else {
        [[unroll]] for (uint s = 0; s < STRIPES; s++)
            for (uint k = 0; k < VECTOR; k++)
                input_element(items[s], k, (first + s * vks_lanes) * VECTOR + k);
    }
}

// The elements of a stripe of the tile.
void tile_elements(V v, uint tile, uint s, uint count, out T items[VECTOR])
{
    elements_of(v, (tile * TILE_VECTORS + tile_vector(s)) * VECTOR, slice_is_whole(tile, count),
                count, items);
}

T tile_combine_stripe(V v, uint tile, uint s, uint count)
{
    T items[VECTOR];
    tile_elements(v, tile, s, count, items);
    return combine_items(items);
}

// The aggregate of this subgroup's slice, in all lanes. With a commutative operator, each lane
// first combines its own elements.
T tile_reduce_slice(uint tile, uint count, V items[STRIPES])
{
    T total = identity();
    [[unroll]] for (uint s = 0; s < STRIPES; s++) {
        const T value = tile_combine_stripe(items[s], tile, s, count);
        total = combine(total, COMMUTATIVE != 0 ? value : vks_subgroup_reduce(value));
    }
    return COMMUTATIVE != 0 ? vks_subgroup_reduce(total) : total;
}

// The tile's aggregate, combined in order; in lane 0 of subgroup 0, undefined elsewhere.
T tile_reduce(uint tile, uint count, V items[STRIPES])
{
    T total = identity();
    [[unroll]] for (uint s = 0; s < STRIPES; s++)
        total = combine(total, vks_subgroup_reduce(tile_combine_stripe(items[s], tile, s, count)));
    return vks_workgroup_reduce(total);
}

// Replaces each item by the combination of prefix and all items before it, and itself unless
// exclusive.
void scan_items(T before, bool exclusive, inout T items[VECTOR])
{
    for (uint k = 0; k < VECTOR; k++) {
        const T after = combine(before, items[k]);
        items[k] = exclusive ? before : after;
        before = after;
    }
}

// Replaces the vectors by their elements' scan from `prefix`, exclusive or not.
void tile_scan(T prefix, bool exclusive, uint tile, uint count, V items[STRIPES],
               out T results[STRIPES][VECTOR])
{
    T lane_prefix[STRIPES]; // exclusive prefix of this lane's vector within its slice
    T total = identity();
    [[unroll]] for (uint s = 0; s < STRIPES; s++) {
        tile_elements(items[s], tile, s, count, results[s]);
        const T inclusive = vks_subgroup_inclusive_scan(combine_items(results[s]));
        lane_prefix[s] = combine(total, vks_subgroup_exclusive_from_inclusive(inclusive));
        total = combine(total, vks_subgroup_last(inclusive));
    }

    const T subgroup_prefix = combine(prefix, vks_workgroup_exclusive_scan(total));
    [[unroll]] for (uint s = 0; s < STRIPES; s++)
        scan_items(combine(subgroup_prefix, lane_prefix[s]), exclusive, results[s]);
}

#endif
