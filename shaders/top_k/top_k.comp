// SPDX-License-Identifier: MIT
// Finds the best K elements of each row, by levels. A row is taken in chunks, by the threads of a
// workgroup or by some of them, where rows are short. Of each chunk a level keeps the best K, or
// all if there are fewer, as their indices in scratch; the next level takes these for a row, until
// that is one chunk. The last level sorts the K, and writes them. Long rows begin with delegates, of
// which levels keep the best K; then levels go over the elements of their groups. Where K is too
// large for shared memory, rows are sorted, and a level stores the first elements of each.
//
// dispatch.count counts the elements up to the last row's end, dispatch.parameter those from a row's
// first to the next one's, and dispatch.state_words, as there is no persistent state, the places that a
// row has on this level.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "port/workgroup_size.glsl"
#include "element/element.glsl"

T seed()
{
    return identity(); // there is none
}

#include "top_k/level.glsl"
const uint BEST_PLACES = CHUNKS * K;

uint best_place(uint chunk, uint i)
{
    return chunk * K + i;
}

#include "top_k/select.glsl"
#include "top_k/best.glsl"
#include "top_k/merge.glsl"
#include "top_k/delegates.glsl"
#include "top_k/sorted.glsl"

// Loads the elements of a chunk of a row, from a place on. Returns those that there are, a bit each:
// none behind the last row.
uint load_chunk(uint row, uint rows, uint first, out element items[ITEMS])
{
    const uint places = row < rows ? dispatch.state_words : 0;
    uint present = 0;
    [[unroll]] for (uint k = 0; k < ITEMS; k++) {
        const uint place = first + k * CHUNK_THREADS + chunk_thread();
        items[k] = LAST;
        if (place < places)
            items[k].index = (LEVEL & LEVEL_GROUPS) != 0 ? index_in_groups(row, place)
                                                         : index_at(row, place);
    }
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        if (items[k].index < row_end(row)) {
            items[k] = load_element(items[k].index);
            present |= 1u << k;
        }
    return present;
}

void take_chunk(uint chunk, uint row_chunks, uint rows)
{
    const uint row = chunk / row_chunks, first = chunk % row_chunks * CHUNK_SIZE;
    element items[ITEMS];
    const uint present = load_chunk(row, rows, first, items), wanted = wanted_of_level();
    clear_best();
    keep_best(items, select_best(items, row * dispatch.parameter + first, wanted,
                                 wanted > 0 ? present : 0));
}

// Takes the chunks of all rows.
void take_chunks(uint rows)
{
    const uint row_chunks = divide_up(dispatch.state_words, CHUNK_SIZE), chunks = rows * row_chunks;
    for (uint first = gl_WorkGroupID.x * CHUNKS; first < chunks;
         first += gl_NumWorkGroups.x * CHUNKS) {
        take_chunk(first + workgroup_chunk(), row_chunks, rows);
        if (IS_LAST)
            sort_best();
        store_best(first, 0, min(CHUNKS, chunks - first), gl_LocalInvocationID.x, WORKGROUP_SIZE);
        barrier();
    }
}

void main()
{
    read_operands();
    const uint rows = divide_up(dispatch.count, dispatch.parameter);
    if ((LEVEL & LEVEL_DELEGATES) != 0)
        store_delegates(rows);
    else if ((LEVEL & LEVEL_SORTED) != 0)
        store_sorted(rows);
    else
        take_chunks(rows);
}
