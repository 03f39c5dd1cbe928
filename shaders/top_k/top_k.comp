// SPDX-License-Identifier: MIT
// Finds the best K elements of each row, by levels. A row is taken in chunks, by the threads of a
// workgroup or by some of them, where rows are short. Of each chunk a level keeps the best K, or
// all if there are fewer, as their indices in scratch; the next level takes these for a row, until
// that is one chunk. The last level sorts the K, and writes them.
//
// dispatch.parameter is the number of a row's elements; between the first level and the last, of
// the places in scratch that a row has. dispatch.count counts those of all rows.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "port/workgroup_size.glsl"
#include "element/element.glsl"

T seed()
{
    return identity(); // there is none
}

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
#include "top_k/select.glsl"
#include "top_k/best.glsl"

// Returns the places of a row on this level.
uint row_places()
{
    uint places = dispatch.parameter;
    if (IS_LAST && !IS_FIRST)
        while (places > CHUNK_SIZE)
            places = divide_up(places, CHUNK_SIZE) * K;
    return places;
}

// Loads the elements of a chunk of a row, from `first` to before `end` on. Returns those that there
// are, a bit each.
uint load_chunk(uint first, uint end, out element items[ITEMS])
{
    uint present = 0;
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        const uint place = first + k * CHUNK_THREADS + chunk_thread();
        items[k] = LAST;
        if (place < end)
            items[k].index = IS_FIRST ? place
                                      : AT(Kept, indices, auxiliary, 4,
                                           dispatch.auxiliary_offset + place);
    }
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        if (items[k].index < (IS_FIRST ? run_count() : NO_INDEX)) {
            items[k] = load_element(items[k].index);
            present |= 1u << k;
        }
    return present;
}

void take_chunk(uint chunk, uint row_chunks, uint places)
{
    const uint row = chunk / row_chunks;
    const uint row_end = min((row + 1) * places, dispatch.count);
    const uint first = row * places + chunk % row_chunks * CHUNK_SIZE;
    element items[ITEMS];
    const uint present = load_chunk(first, row_end, items);
    clear_best();
    keep_best(items, select_best(items, first, present));
}

void main()
{
    read_operands();
    const uint places = row_places(), row_chunks = divide_up(places, CHUNK_SIZE);
    const uint chunks = divide_up(dispatch.count, places) * row_chunks;
    for (uint first = gl_WorkGroupID.x * CHUNKS; first < chunks;
         first += gl_NumWorkGroups.x * CHUNKS) {
        take_chunk(first + workgroup_chunk(), row_chunks, places);
        if (IS_LAST)
            sort_best();
        store_best(first, chunks);
        barrier();
    }
}
