// SPDX-License-Identifier: MIT
// Vectors of elements of one word.
#ifndef SOURCE_WORD_VECTOR_GLSL
#define SOURCE_WORD_VECTOR_GLSL

// Returns a vector that lies at a vector's start.
V input_vector(uint vector)
{
    V v = load_vector(vector);
    if (!INPUT_IS_RAW && (REVERSE != 0 || !INPUT_IS_T))
        v = TO_WORDS(in_order(vector_from_words(v, INPUT_FORMAT)));
    return v;
}

#endif
