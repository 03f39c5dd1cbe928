// SPDX-License-Identifier: MIT
// A level of top-k: its constants, and the elements of its rows.
#ifndef TOP_K_LEVEL_GLSL
#define TOP_K_LEVEL_GLSL

#include "port/operands.glsl"
#include "top_k/top_k.h"

layout(constant_id = SPEC_ITEMS) const uint ITEMS = 8; // elements per thread
layout(constant_id = SPEC_TOP_K) const uint K = 1;
layout(constant_id = SPEC_CHUNK_THREADS) const uint CHUNK_THREADS = 256;
layout(constant_id = SPEC_TOP_K_LEVEL) const uint LEVEL = LEVEL_FIRST | LEVEL_LAST;
layout(constant_id = SPEC_TOP_K_FLAGS) const uint FLAGS = TOP_K_ELEMENTS;

const bool IS_FIRST = (LEVEL & LEVEL_FIRST) != 0;
const bool IS_LAST = (LEVEL & LEVEL_LAST) != 0;
const uint CHUNK_SIZE = CHUNK_THREADS * ITEMS;
const uint CHUNKS = WORKGROUP_SIZE / CHUNK_THREADS; // that a workgroup takes side by side

PORT(BINDING_AUXILIARY, 4) buffer Kept { uint indices[]; } BOUND(Kept);

#include "top_k/elements.glsl"

// Returns the elements that there are before the end of a row.
uint row_end(uint row)
{
    const uint length = dispatch.total_place.x; // there is no total
    return min(row * dispatch.parameter + length, run_count());
}

uint kept_index(uint i)
{
    return AT(Kept, indices, auxiliary, 4, dispatch.auxiliary_offset + i);
}

// Returns the index of the element at one of a row's places: one behind the row, if there is none.
uint index_at(uint row, uint place)
{
    return IS_FIRST ? row * dispatch.parameter + place
                    : kept_index(row * dispatch.state_words + place);
}

// Returns how many elements are wanted of a chunk: of the last level as many as a buffer says, if k is
// in one.
uint wanted_of_level()
{
    uint wanted = K;
    if (IS_LAST && (OPERANDS & OPERAND_OWN) != 0)
        wanted = min(K, OPERAND_WORD(dispatch.own_place, 0));
    return wanted;
}

#endif
