// SPDX-License-Identifier: MIT
// The elements of a packed vector: V is as many of them as 16 bytes have.
#ifndef PACKED_ELEMENTS_GLSL
#define PACKED_ELEMENTS_GLSL

// Returns a vector that lies at a vector's start.
V input_vector(uint vector)
{
    return in_order(load_vector(vector));
}

// Returns the place of the lowest in memory of as many elements as a word has, from `first` on.
uint place_of_word(uint first, uint offset)
{
    return place_of(REVERSE != 0 ? first + INPUT_PER_WORD - 1 : first, offset, 1);
}

// Returns a word of memory with its elements in order.
uint word_in_order(uint word)
{
    return REVERSE != 0 ? packed_reverse_words(uvec4(word)).x : word;
}

// Loads the elements of a vector; those that are not there are identities. From the last word to the
// first, so that no index is a variable.
void input_elements(uint vector, uint count, out V v)
{
    v = V(0);
    [[dont_unroll]] for (uint w = 4; w-- > 0;) {
        const uint first = vector * VECTOR + w * INPUT_PER_WORD;
        uint word = PACKED_IDENTITY;
        if (element_is_there(first, count) && element_is_there(first + INPUT_PER_WORD - 1, count)) {
            const uint lowest = place_of_word(first, dispatch.input_offset);
            const int bits = INPUT_BITS * int(input_part_of(lowest));
            word = AT(InputWords, words, input, 4, input_word_of(lowest));
            if (bits > 0)
                word = word >> bits |
                       AT(InputWords, words, input, 4, input_word_of(lowest) + 1) << 32 - bits;
            word = word_in_order(word);
        } else {
            [[unroll]] for (uint k = 0; k < INPUT_PER_WORD; k++)
                if (element_is_there(first + k, count)) {
                    const uint place = input_place(first + k);
                    const uint bits = AT(InputWords, words, input, 4, input_word_of(place)) >>
                                      INPUT_BITS * int(input_part_of(place));
                    word = bitfieldInsert(word, bits, INPUT_BITS * int(k), INPUT_BITS);
                }
        }
        v = V(word, v.xyz);
    }
}

// Returns the elements of a vector.
void elements_of(V v, uint first, bool is_whole, uint count, out T_VECTOR items)
{
    items = v;
}

#endif
