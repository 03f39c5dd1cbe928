// SPDX-License-Identifier: MIT
// A tile: WORKGROUP_SIZE x ROWS vectors, held in registers. Each subgroup owns consecutive
// vectors, ROWS rows of one vector a lane, so that every access of a row is one coalesced run:
//
//            lane 0   lane 1   lane 2   lane 3
//   row 0    v0       v1       v2       v3
//   row 1    v4       v5       v6       v7
#ifndef TILE_GLSL
#define TILE_GLSL

#include "vkscan/workgroup.glsl"

layout(constant_id = SPEC_ITEMS) const uint ROWS = 4;
layout(constant_id = SPEC_COMMUTATIVE) const uint COMMUTATIVE = 0; // the operator

const uint TILE_VECTORS = WORKGROUP_SIZE * ROWS;
const uint TILE_SIZE = TILE_VECTORS * VECTOR; // elements

// Defined by the kernel over its own buffers; indices count elements, or vectors, from the start
// of what is skipped. input_vector is only used where input_has_vectors.
T input_element(uint index);
V input_vector(uint index);
bool input_has_vectors();
uint skipped(); // elements in front of the input and output, which are not there

uint tile_count(uint count)
{
    return count / TILE_SIZE + uint(count % TILE_SIZE != 0);
}

// Position within the tile of this lane's vector in a row of a subgroup.
uint tile_vector(uint row)
{
    return (gl_SubgroupID * ROWS + row) * subgroup_lanes + gl_SubgroupInvocationID;
}

bool element_is_there(uint element, uint count)
{
    return element >= skipped() && element < count;
}

bool vector_is_there(uint vector, uint count)
{
    return vector * VECTOR >= skipped() && vector < count / VECTOR;
}

// The first vector of this subgroup's share of a tile; and whether all of the share is there.
uint share_start(uint tile)
{
    return tile * TILE_VECTORS + gl_SubgroupID * ROWS * subgroup_lanes;
}

bool share_is_whole(uint tile, uint count)
{
    const uint first = share_start(tile);
    return first * VECTOR >= skipped() && first + ROWS * subgroup_lanes <= count / VECTOR;
}

// Elements that are not there read as the identity.
V tile_load_row(uint tile, uint row, uint count)
{
    const uint vector = tile * TILE_VECTORS + tile_vector(row);
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

void tile_load(uint tile, uint count, out V items[ROWS])
{
    if (!share_is_whole(tile, count)) {
        [[unroll]] for (uint row = 0; row < ROWS; row++)
            items[row] = tile_load_row(tile, row, count);
    } else if (input_has_vectors()) {
        [[unroll]] for (uint row = 0; row < ROWS; row++)
            items[row] = input_vector(tile * TILE_VECTORS + tile_vector(row));
    } else {
        [[unroll]] for (uint row = 0; row < ROWS; row++)
            for (uint k = 0; k < VECTOR; k++)
                items[row][k] =
                    input_element((tile * TILE_VECTORS + tile_vector(row)) * VECTOR + k);
    }
}

// Of this subgroup's share, in all lanes. As long as the order does not matter, lanes keep totals
// of their own.
T tile_reduce_share(V items[ROWS])
{
    T total = identity();
    [[unroll]] for (uint row = 0; row < ROWS; row++) {
        const T value = combine_vector(items[row]);
        total = combine(total, COMMUTATIVE != 0 ? value : subgroup_reduce(value));
    }
    return COMMUTATIVE != 0 ? subgroup_reduce(total) : total;
}

// In order; in invocation 0 of subgroup 0, undefined in the others.
T tile_reduce(V items[ROWS])
{
    T total = identity();
    [[unroll]] for (uint row = 0; row < ROWS; row++)
        total = combine(total, subgroup_reduce(combine_vector(items[row])));
    return workgroup_reduce(total);
}

// Replaces each item by the combination of prefix and all items up to it, itself included or not.
void tile_scan(T prefix, bool exclusive, inout V items[ROWS])
{
    T lane_prefix[ROWS]; // what precedes this lane's vector within its subgroup
    T total = identity();
    [[unroll]] for (uint row = 0; row < ROWS; row++) {
        const T inclusive = subgroup_inclusive_scan(combine_vector(items[row]));
        lane_prefix[row] = combine(total, subgroup_exclusive_from_inclusive(inclusive));
        total = combine(total, subgroup_last(inclusive));
    }

    const T subgroup_prefix = combine(prefix, workgroup_exclusive_scan(total));
    [[unroll]] for (uint row = 0; row < ROWS; row++) {
        T before = combine(subgroup_prefix, lane_prefix[row]);
        for (uint k = 0; k < VECTOR; k++) {
            const T after = combine(before, items[row][k]);
            items[row][k] = exclusive ? before : after;
            before = after;
        }
    }
}

#endif
