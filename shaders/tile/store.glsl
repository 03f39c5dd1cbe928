// SPDX-License-Identifier: MIT
// Stores a tile, for kernels whose output has the input's shape. Both are loaded and stored by
// vectors where they begin at a vector's start, and may be the same buffer.
#ifndef TILE_STORE_GLSL
#define TILE_STORE_GLSL

#define INPUT_IS_OUTPUT
#include "tile/input.glsl"
#include "tile/output.glsl"

// Defined below. output_vector() is called where output_has_vectors(), and for misaligned slices,
// where vectors begin output_shift() elements earlier.
void output_element(uint index, T value);
void output_vector(uint vector, T_VECTOR items);
uint output_shift(); // elements from a vector's start to the output's
bool output_can_shift(); // tells whether a misaligned slice can be stored by vectors
// Stores as many packed elements as a word has, if they lie in one; else returns false.
bool output_word(uint first, uint word);

// Defined by subgroup_store.glsl or tree_store.glsl: stores a whole slice whose output is
// misaligned. Threads exchange elements to assemble output vectors.
void tile_store_shifted(uint tile, T_VECTOR items[STRIPES]);

bool output_has_vectors()
{
    return output_shift() == 0;
}

// Stores each element of a vector whose index is in [begin, end) by itself; `first` is the index of
// the vector's first.
void output_elements(uint first, T_VECTOR items, uint begin, uint end)
{
#ifdef PACKED_VECTOR
    [[dont_unroll]] for (uint w = 0; w < 4; w++, first += INPUT_PER_WORD) {
        const bool is_whole = first >= begin && first + INPUT_PER_WORD <= end;
        if (!is_whole || !output_word(first, items.x))
            [[unroll]] for (uint k = 0; k < INPUT_PER_WORD; k++)
                if (first + k >= begin && first + k < end)
                    output_element(first + k, packed_element(items.x, k));
        items = uvec4(items.yzw, 0);
    }
#else
    for (uint k = 0; k < VECTOR; k++)
        if (first + k >= begin && first + k < end)
            output_element(first + k, items[k]);
#endif
}

// Stores one stripe of the tile, without head padding and what is past the count.
void tile_store_stripe(uint tile, uint s, uint count, T_VECTOR items)
{
    const uint vector = tile * TILE_VECTORS + tile_vector(s);
    if (output_has_vectors() && vector_is_there(vector, count))
        output_vector(vector, items);
    else
        output_elements(vector * VECTOR, items, head(), count);
}

void tile_store_whole_stripe(uint tile, uint s, T_VECTOR items)
{
    output_vector(tile * TILE_VECTORS + tile_vector(s), items);
}

// Returns whether a slice is stored stripe by stripe, with a test of each vector.
bool tile_has_ends(uint tile, uint count)
{
    return !slice_is_whole(tile, count) || !output_has_vectors() && !output_can_shift();
}

void tile_store(uint tile, uint count, T_VECTOR items[STRIPES])
{
    if (tile_has_ends(tile, count)) {
        [[unroll]] for (uint s = 0; s < STRIPES; s++)
            tile_store_stripe(tile, s, count, items[s]);
    } else if (output_has_vectors()) {
        [[unroll]] for (uint s = 0; s < STRIPES; s++)
            tile_store_whole_stripe(tile, s, items[s]);
    } else {
        tile_store_shifted(tile, items);
    }
}

uint output_place(uint index)
{
    return place_of(index, dispatch.output_offset, ELEMENT_WORDS);
}

void output_element(uint index, T value)
{
    store_element(output_place(index), value);
}

#ifdef PACKED_VECTOR

#define CAN_SHIFT true

// Stores a word if it is one in the output, which no other thread stores into.
bool output_word(uint first, uint word)
{
    const uint lowest = place_of_word(first, dispatch.output_offset);
    const bool is_one = lowest % OUTPUT_PER_WORD == 0;
    if (is_one)
        AT(OutputWords, words, output, 4, lowest / OUTPUT_PER_WORD) = word_in_order(word);
    return is_one;
}

#else
#define CAN_SHIFT REVERSE == 0
#endif

uint output_shift()
{
    return vector_shift(dispatch.output_offset, ELEMENT_WORDS);
}

bool output_can_shift()
{
    return CAN_SHIFT;
}

void output_vector(uint vector, T_VECTOR items)
{
    const uint at =
        vector_at(vector_base(dispatch.output_offset, ELEMENT_WORDS), vector, ELEMENT_WORDS);
    store_vector(at, in_order(items));
}

#endif
