// SPDX-License-Identifier: MIT
// Loads and counts of values of up to 32 bits.
#ifndef COUNT_VECTOR_GLSL
#define COUNT_VECTOR_GLSL

// Returns value `index` of the input, from the start of the port's range.
T load_value(uint index)
{
    const uint values = 32 / VALUE_BITS; // of a word
    return bitfieldExtract(AT(Words, words, input, 4, index / values),
                           int(index % values * VALUE_BITS), int(VALUE_BITS));
}

// Counts the values of a vector by their places. Few values are beside an edge, and so a loop
// corrects their bins. The loop turns the vectors, as a dynamic index would move them out of
// registers.
void count_floats(uvec4 words, uint index)
{
    uvec4 bins;
    uint last = 0;
    [[unroll]] for (uint k = 0; k < 4; k++) {
        const uint place = place_of_float(words[k]);
        last = max(last, part_of(place));
        bins[k] = is_in_range(uintBitsToFloat(words[k])) ? bin_of_place(place) : NUMBER_OF_BINS;
    }
    if (last == LAST_PART)
        [[dont_unroll]] for (uint k = 0; k < 4; k++) {
            uint bin = bins.x;
            if (part_of(place_of_float(words.x)) == LAST_PART && bin < NUMBER_OF_BINS - 1)
                bin += uint(!is_below_even_edge(words.x, bin + 1));
            words = words.yzwx;
            bins = uvec4(bins.yzw, bin);
        }
    [[unroll]] for (uint k = 0; k < 4; k++)
        if ((index + k) % CHANNELS < COUNTED)
            count_in(bins[k], index + k);
}

void count_vector(uvec4 words, uint index)
{
    const uint values = 32 / VALUE_BITS;
    if (FRACTION > 0) {
        count_floats(words, index);
        return;
    }
    [[unroll]] for (uint w = 0; w < 4; w++)
        [[unroll]] for (uint k = 0; k < values; k++)
            count_value(bitfieldExtract(words[w], int(k * VALUE_BITS), int(VALUE_BITS)),
                        index + w * values + k);
}

#endif
