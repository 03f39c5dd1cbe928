// SPDX-License-Identifier: MIT
// The best K elements of each chunk of a workgroup in shared memory: sorted, and stored.
#ifndef TOP_K_BEST_GLSL
#define TOP_K_BEST_GLSL

shared uint best_low[CHUNKS * K], best_index[CHUNKS * K];
shared uint best_high[KEY_BITS == 64 ? CHUNKS * K : 1];

void put_best(uint place, element item)
{
    best_low[place] = item.rank.x;
    if (KEY_BITS == 64)
        best_high[place] = item.rank.y;
    best_index[place] = item.index;
}

element get_best(uint place)
{
    return element(uvec2(best_low[place], KEY_BITS == 64 ? best_high[place] : 0),
                   best_index[place]);
}

// Stores the element with an index, in the row that begins at `row_begin`, as a result.
void store_result(uint place, uint index, uint row_begin)
{
    if ((FLAGS & TOP_K_ELEMENTS) != 0)
        store_bits(place, load_bits(index));
    if ((FLAGS & TOP_K_INDICES) != 0)
        AT(BestIndices, words, second_output, 4, OFFSET_OF(second_output, 4) + place) =
            index - row_begin;
}

// Stores the best of each chunk, from chunk `first` on: the results, or indices in scratch, where a
// chunk with fewer elements leaves places that have none.
void store_best(uint first, uint chunks)
{
    const uint places = min(CHUNKS, chunks - first) * K;
    for (uint i = gl_LocalInvocationID.x; i < places; i += WORKGROUP_SIZE) {
        const uint index = best_index[i], place = first * K + i;
        const uint row_begin = IS_LAST ? (first + i / K) * dispatch.parameter : 0;
        if (!IS_LAST)
            AT(BestWords, words, output, 4, dispatch.output_offset + place) = index;
        else if (index != NO_INDEX)
            store_result(place, index, row_begin);
    }
}

#endif
