// SPDX-License-Identifier: MIT
// Vectors of elements of several words, or of a user.
#ifndef SOURCE_WORDS_VECTOR_GLSL
#define SOURCE_WORDS_VECTOR_GLSL

// Returns a vector that lies at a vector's start.
V input_vector(uint vector)
{
    V v = load_vector(vector);
    MAP_VECTOR(v, vector * VECTOR)
    if (!INPUT_IS_RAW && (REVERSE != 0 || !INPUT_IS_T)) {
        T_VECTOR items;
#define WORD_OF_ITEM(k) EACH_WORD(WORD_OF_V, (k) * ELEMENT_WORDS, 1)
#define GET_ITEM(k)                                                                                \
    items[k] = from_words(REVERSE != 0 ? WORD_OF_ITEM(VECTOR - 1 - k) : WORD_OF_ITEM(k),           \
                          INPUT_FORMAT);
        EACH_ITEM(GET_ITEM)
#undef GET_ITEM
#define SET_ITEM(k) set_element(v, k, items[k]);
        EACH_ITEM(SET_ITEM)
#undef SET_ITEM
    }
    return v;
}

#endif
