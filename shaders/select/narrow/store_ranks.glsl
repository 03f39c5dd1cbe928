// SPDX-License-Identifier: MIT
// Stores narrow elements of a tile by their ranks, a word at a time.
#ifndef SELECT_NARROW_STORE_RANKS_GLSL
#define SELECT_NARROW_STORE_RANKS_GLSL

// Returns the element of a rank as it lies in memory.
W element_of_rank(uint start, uint rank)
{
    const uint index = start + places[rank];
    return input_bits(index);
}

// Stores `count` elements of the tile that begins at `start`, from rank `first` on, at places from
// `to` on.
void store_ranks(uint to, uint start, uint first, uint count)
{
    const uint per_word = INPUT_PER_WORD, bits = 32 / per_word;
    const uint begin = dispatch.output_offset + to, end = begin + count;
    if (count == 0)
        return;
    for (uint word = begin / per_word + gl_LocalInvocationID.x; word * per_word < end;
         word += WORKGROUP_SIZE) {
        const uint low = max(begin, word * per_word), high = min(end, (word + 1) * per_word);
        uint value = 0;
        for (uint place = low; place < high; place++)
            value = bitfieldInsert(value, element_of_rank(start, first + place - begin),
                                   int(bits * (place % per_word)), int(bits));
        store_part(word, value, low, high);
    }
}

#endif
