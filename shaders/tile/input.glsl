// SPDX-License-Identifier: MIT
// The input of kernels that work on tiles, by vectors where it begins at a vector's start. What its
// elements are is in source.glsl, a file of the class's, which includes files of tile/source/.
//
// A kernel defines INPUT_IS_OUTPUT if the two may be the same buffer, and HEAD_PADDED if its input is
// the source and the head padding always aligns one that does not round (vks_plan_head of plan.h),
// which leaves code out.
#ifndef TILE_INPUT_GLSL
#define TILE_INPUT_GLSL

#include "element/format.glsl"
#include "port/port.glsl"
#include "tile/tile.glsl"

layout(constant_id = SPEC_REVERSE) const uint REVERSE = 0;

#ifdef INPUT_IS_OUTPUT
#define INPUT_ALIASED ALIASED
#else
#define INPUT_ALIASED
#endif

INPUT_ALIASED PORT(BINDING_INPUT, 4) readonly buffer InputWords { uint words[]; } BOUND(InputWords);
INPUT_ALIASED PORT(BINDING_INPUT, 8) readonly buffer InputPairs { uvec2 pairs[]; } BOUND(InputPairs);
INPUT_ALIASED PORT(BINDING_INPUT, 16) readonly buffer InputQuads { uvec4 quads[]; } BOUND(InputQuads);

T seed()
{
    return seed_from_words(seed_words());
}

uint head()
{
#ifdef HEAD_PADDED
    return dispatch.padding;
#else
    return (dispatch.flags & PASS_HAS_HEAD) != 0 ? dispatch.padding : 0;
#endif
}

// ---- places in a buffer ----

const uint HEAD_END = 2 * VECTOR; // the head padding is shorter

// Returns the place of element `index` in a buffer. A place is an element's index; for elements of
// three words, the index of its first word. `index` counts from the start of the head padding;
// `offset` is the place of the first element behind the padding. Places are modulo 2^32: the padding
// may begin before the buffer does.
uint place_of(uint index, uint offset, uint words)
{
    const uint i = mix(index - head(), run_count() - 1 - index, REVERSE != 0);
    return words == 3 ? offset + 3 * i : offset + i;
}

// Returns the distance from a place to the next element's.
uint words_of_place(uint words)
{
    return words == 3 ? 3 : 1;
}

// Returns the elements from a vector's start to the one at a place.
uint shift_of(uint place, uint words)
{
    return words == 3 ? (3 * place) % VECTOR : place % VECTOR; // 3 is its own inverse modulo 4
}

#define WORD_OF_V(i) V_WORD(v, i)

#include "source.glsl"

// Returns whether a tile that was loaded before the count was read is right: all of it is there, at
// its place.
bool is_loaded_early(uint tile)
{
    return run_count() == dispatch.count || REVERSE == 0 && tile < run_count() / TILE_SIZE;
}

#endif
