// SPDX-License-Identifier: MIT
// Sizes of the source, whose elements are a T each, or narrower.
#ifndef SOURCE_SIZES_GLSL
#define SOURCE_SIZES_GLSL

#define INPUT_ELEMENT_WORDS ELEMENT_WORDS

// Words of a vector of the input; 0 if it is half a word.
const uint INPUT_VECTOR_WORDS =
    NARROW_OR(VECTOR / INPUT_PER_WORD, VECTOR * INPUT_ELEMENT_WORDS);

#endif
