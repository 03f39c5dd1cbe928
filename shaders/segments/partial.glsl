// SPDX-License-Identifier: MIT
// Partial results of elements that heads divide into segments: the combination of the elements from the
// last head on, or of all if there is none. So segments cost a scan no further value, but whether each
// has a head. Sengupta, Harris, Zhang and Owens, "Scan Primitives for GPU Computing", 2007.
#ifndef PARTIAL_GLSL
#define PARTIAL_GLSL

#include "tile/tile.glsl"

struct partial {
    T value;
    bool begins; // has a head
};

#define NOTHING partial(identity(), false)

// Returns the combination of a prefix and what follows.
T follow(T prefix, partial next)
{
    return next.begins ? next.value : combine(prefix, next.value);
}

partial join(partial left, partial right)
{
    return partial(follow(left.value, right), left.begins || right.begins);
}

const uint HEADS_OF_VECTOR = (1u << VECTOR) - 1;

// Returns the heads of a stripe, of those of a tile's stripes.
uint stripe_heads(uint heads, uint s)
{
    return heads >> s * VECTOR & HEADS_OF_VECTOR;
}

T segment_start(); // seeds.glsl

// Sets all items.
void set_items(T value, out T_VECTOR items)
{
#define FILL_ITEM(k) items[k] = value;
    EACH_ITEM(FILL_ITEM)
#undef FILL_ITEM
}

// Returns the partial result of a vector. Heads begin with their starts, as a sum with a seed.
partial partial_of(T_VECTOR items, uint heads, T_VECTOR starts)
{
    T value = identity();
#define ADD_ITEM(k) value = combine((heads >> (k) & 1) != 0 ? starts[k] : value, items[k]);
    EACH_ITEM(ADD_ITEM)
#undef ADD_ITEM
    return partial(value, heads != 0);
}

#endif
