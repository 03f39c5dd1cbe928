// SPDX-License-Identifier: MIT
// Elements as their words lie in memory.
#ifndef SELECT_ANY_LOAD_GLSL
#define SELECT_ANY_LOAD_GLSL

const uint SIGN = BINARY32.sign; // of a key

// The element with the words that input_bits() returns.
#define VALUE_OF(bits) from_words(bits, FORMAT_NATIVE)

#define LOAD_WORDS_1 return AT(InputWords, words, input, 4, dispatch.input_offset + index);
#define LOAD_WORDS_2 return AT(InputPairs, pairs, input, 8, dispatch.input_offset + index);
#define LOAD_WORDS_3                                                                               \
    const uint word = dispatch.input_offset + 3 * index;                                           \
    return W(AT(InputWords, words, input, 4, word), AT(InputWords, words, input, 4, word + 1),     \
             AT(InputWords, words, input, 4, word + 2));
#define LOAD_WORDS_4 return AT(InputQuads, quads, input, 16, dispatch.input_offset + index);

// Returns the words of an element as they lie in memory.
W input_bits(uint index)
{
    PASTE(LOAD_WORDS_, ELEMENT_WORDS)
}

T input_value(uint index)
{
    return VALUE_OF(input_bits(index));
}

#endif
