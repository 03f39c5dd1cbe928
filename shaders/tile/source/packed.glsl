// SPDX-License-Identifier: MIT
// Sums of narrow integers, all of a word at once: V is as many of them as 16 bytes have.
#ifndef SOURCE_PACKED_GLSL
#define SOURCE_PACKED_GLSL

// Returns where vector 0 begins, as in vectors.glsl; but in reverse a misaligned vector counts as the
// next one, as vectors are many elements.
uint vector_base(uint offset, uint words)
{
    const uint forward = offset - words_of_place(words) * head();
    const uint start = mix(forward, offset + words_of_place(words) * (run_count() - VECTOR),
                           REVERSE != 0);
    if (words == 3)
        return (start - 3 * shift_of(start, words) + 3 * HEAD_END) / 4 - 3 * HEAD_END / 4;
    if (REVERSE != 0)
        return (start + HEAD_END + VECTOR - 1) / VECTOR - HEAD_END / VECTOR;
    return (start + HEAD_END) / VECTOR - HEAD_END / VECTOR;
}

// Returns where vector v begins, from where vector 0 does.
uint vector_at(uint base, uint v, uint words)
{
    const uint distance = words_of_place(words) * v;
    return mix(base + distance, base - distance, REVERSE != 0);
}

// Returns the elements from a vector's start to where vector 0 should begin; in reverse from there to
// the next vector's start.
uint vector_shift(uint offset, uint words)
{
    const uint shift =
        shift_of(place_of(mix(0, VECTOR - 1, REVERSE != 0), offset, words), words);
    if (REVERSE != 0)
        return (VECTOR - shift) % VECTOR;
    return shift;
}

#define INPUT_ELEMENT_WORDS ELEMENT_WORDS

// Words of a vector of the input; 0 if it is half a word.
const uint INPUT_VECTOR_WORDS =
    NARROW_OR(VECTOR / INPUT_PER_WORD, VECTOR * INPUT_ELEMENT_WORDS);

const bool INPUT_IS_RAW = false;

// Returns the items of a vector in the order of memory, or the other way round.
T_VECTOR in_order(T_VECTOR items)
{
    return REVERSE != 0 ? packed_reverse_words(items.wzyx) : items;
}

// Returns the elements of a vector.
T_VECTOR items_of(V v)
{
    return FROM_WORDS(v);
}

#include "tile/source/places.glsl"

bool input_has_vectors()
{
#ifdef HEAD_PADDED
    if (REVERSE == 0)
        return true;
#endif
    return vector_shift(dispatch.input_offset, INPUT_ELEMENT_WORDS) == 0;
}

#include "tile/source/load_quad.glsl"
#include "tile/source/word_vector.glsl"

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
        uint word = 0;
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
                    word |= (bits & PACKED_MASK) << INPUT_BITS * int(k);
                }
        }
        v = V(word, v.xyz);
    }
}

// Returns the elements of a vector.
void elements_of(V v, uint first, bool is_whole, uint count, out T_VECTOR items)
{
    items = items_of(v);
}

#endif
