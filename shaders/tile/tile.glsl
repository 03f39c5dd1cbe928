// SPDX-License-Identifier: MIT
// A tile in registers: WORKGROUP_SIZE x STRIPES vectors. It consists of slices, consecutive vectors
// in a striped arrangement over threads, so that each access of a stripe is coalesced:
//
//              thread 0   thread 1   thread 2   thread 3
//   stripe 0   v0         v1         v2         v3
//   stripe 1   v4         v5         v6         v7
//
// A slice is a subgroup's (subgroup_tile.glsl), or the whole tile is one (tree_tile.glsl).
#ifndef TILE_GLSL
#define TILE_GLSL

#include "element/format.glsl"
#include "port/workgroup_size.glsl"

layout(constant_id = SPEC_ITEMS) const uint STRIPES = 4; // vectors per thread
layout(constant_id = SPEC_COMMUTATIVE) const uint COMMUTATIVE = 0; // the operator

const uint TILE_VECTORS = WORKGROUP_SIZE * STRIPES;
const uint TILE_SIZE = TILE_VECTORS * VECTOR; // elements

// Defined by tile/input.glsl. Indices count elements, or vectors, from the start of the head padding.
// input_vector() is only called where input_has_vectors().
V input_vector(uint vector);
void input_element(inout V v, uint k, uint index);
// Loads each element of a vector by itself; those that are not there are identities.
void input_elements(uint vector, uint count, out V v);
void elements_of(V v, uint first, bool is_whole, uint count, out T_VECTOR items);
bool input_has_vectors();
uint head(); // elements of head padding: neither read nor written
uint run_count(); // elements with head padding (operands.glsl)

uint tile_count(uint count)
{
    return count / TILE_SIZE + uint(count % TILE_SIZE != 0);
}

// Defined by subgroup_tile.glsl or tree_tile.glsl.
uint tile_first_vector(); // the position within the tile of this thread's first vector
uint slice_threads(); // threads that a stripe goes over
uint slice_start(uint tile); // the first vector of this thread's slice of a tile

// Returns the position within the tile of this thread's vector in a stripe.
uint tile_vector(uint s)
{
    return tile_first_vector() + s * slice_threads();
}

bool element_is_there(uint element, uint count)
{
    return element >= head() && element < count;
}

bool vector_is_there(uint vector, uint count)
{
    return vector * VECTOR >= head() && vector < count / VECTOR;
}

// Returns whether this thread's slice of a tile is neither padded nor partial.
bool slice_is_whole(uint tile, uint count)
{
    const uint first = slice_start(tile);
    return first * VECTOR >= head() && first + STRIPES * slice_threads() <= count / VECTOR;
}

// Loads a stripe. Elements of the head padding and past the count are identities.
V tile_load_stripe(uint tile, uint s, uint count)
{
    const uint vector = tile * TILE_VECTORS + tile_vector(s);
    V v;
    if (input_has_vectors() && vector_is_there(vector, count))
        v = input_vector(vector);
    else
        input_elements(vector, count, v);
    return v;
}

// Loads a misaligned vector, all of whose elements are there.
#ifndef LOAD_ELEMENTS // by the class
// No function: with one lavapipe's compiler takes ten times as long.
#define LOAD_ELEMENTS(v, vector, count)                                                            \
    for (uint k = 0; k < VECTOR; k++)                                                              \
        input_element(v, k, (vector) * VECTOR + k);
#endif

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
            LOAD_ELEMENTS(items[s], tile * TILE_VECTORS + tile_vector(s), count)
    }
}

// Returns the elements of a stripe of the tile.
void tile_elements(V v, uint tile, uint s, uint count, out T_VECTOR items)
{
    elements_of(v, (tile * TILE_VECTORS + tile_vector(s)) * VECTOR, slice_is_whole(tile, count),
                count, items);
}

T tile_combine_stripe(V v, uint tile, uint s, uint count)
{
    T_VECTOR items;
    tile_elements(v, tile, s, count, items);
    return combine_items(items);
}

#ifndef PACKED_VECTOR // packed classes have their own

// Replaces each item by the combination of prefix and all items before it, and itself unless
// exclusive.
void scan_items(T before, bool exclusive, inout T_VECTOR items)
{
    T after;
#define SCAN_ITEM(k)                                                                               \
    after = combine(before, items[k]);                                                             \
    if (exclusive)                                                                                 \
        items[k] = before;                                                                         \
    else                                                                                           \
        items[k] = after;                                                                          \
    before = after;
    EACH_ITEM(SCAN_ITEM)
#undef SCAN_ITEM
}

#endif

#endif
