// SPDX-License-Identifier: MIT
// Rows that are sorted: the best elements of a row are the first. Kept has the indices, in their
// rows, of the sorted elements of all rows; or those of the best alone, as many places for each
// row, where these were sorted by index in turn.
#ifndef TOP_K_SORTED_GLSL
#define TOP_K_SORTED_GLSL

// Tells whether a row has a result at a place. `begin` is the index of its first element.
bool has_result(uint row, uint begin, uint place)
{
    bool has = begin + place < row_end(row);
    if ((OPERANDS & OPERAND_OWN) != 0)
        has = has && place < OPERAND_WORD(dispatch.own_place, 0);
    return has;
}

// Stores the first elements of all rows: the results, or indices in scratch, with NO_INDEX in the
// places that have no result.
void store_sorted(uint rows)
{
    const bool are_best_alone = IS_LAST && (FLAGS & TOP_K_BY_INDEX) != 0;
    const uint row_places = dispatch.state_words, places = rows * row_places;
    const uint threads = gl_NumWorkGroups.x * WORKGROUP_SIZE;
    for (uint i = gl_GlobalInvocationID.x; i < places; i += threads) {
        const uint row = i / row_places, place = i % row_places;
        const uint begin = row * dispatch.parameter;
        uint index = NO_INDEX;
        if (has_result(row, begin, place))
            index = kept_index(are_best_alone ? i : begin + place);
        if (!IS_LAST)
            AT(BestWords, words, output, 4, dispatch.output_offset + i) = index;
        else if (index != NO_INDEX)
            store_result(i, begin + index, begin);
    }
}

#endif
