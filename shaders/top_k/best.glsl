// SPDX-License-Identifier: MIT
// The best K elements of each chunk of a workgroup in shared memory: kept, and stored. The includer
// defines
//
//   BEST_PLACES                              all places in shared memory
//   uint best_place(uint chunk, uint i)      the place of a chunk's element i
#ifndef TOP_K_BEST_GLSL
#define TOP_K_BEST_GLSL

shared uint best_low[BEST_PLACES], best_index[BEST_PLACES];
shared uint best_high[KEY_BITS == 64 ? BEST_PLACES : 1];

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

// Stores the best of chunks, from number `first` of all chunks and number `own` of the workgroup's on;
// a thread those of every `threads` places. These are the results, or indices in scratch, where a
// chunk with fewer elements leaves places that have none.
void store_best(uint first, uint own, uint chunks, uint thread, uint threads)
{
    for (uint i = thread; i < chunks * K; i += threads) {
        const uint index = best_index[best_place(own + i / K, i % K)], place = first * K + i;
        const uint row_begin = IS_LAST ? (first + i / K) * dispatch.parameter : 0;
        if (!IS_LAST)
            AT(BestWords, words, output, 4, dispatch.output_offset + place) = index;
        else if (index != NO_INDEX)
            store_result(place, index, row_begin);
    }
}

#endif
