// SPDX-License-Identifier: MIT
// Vectors that are 16 bytes in any source.
#ifndef SOURCE_LOAD_QUAD_GLSL
#define SOURCE_LOAD_QUAD_GLSL

// Loads the words of a vector.
V load_vector(uint vector)
{
    const uint at = vector_at(vector_base(dispatch.input_offset, INPUT_ELEMENT_WORDS), vector,
                              INPUT_ELEMENT_WORDS);
    V v;
    v = AT(InputQuads, quads, input, 16, at);
    return v;
}

#endif
