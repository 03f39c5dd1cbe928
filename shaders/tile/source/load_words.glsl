// SPDX-License-Identifier: MIT
// Vectors of any size; those of more than 16 bytes are loaded by as many.
#ifndef SOURCE_LOAD_WORDS_GLSL
#define SOURCE_LOAD_WORDS_GLSL

// Loads the words of a vector.
V load_vector(uint vector)
{
    const uint at = vector_at(vector_base(dispatch.input_offset, INPUT_ELEMENT_WORDS), vector,
                              INPUT_ELEMENT_WORDS);
    V v;
    if (INPUT_VECTOR_WORDS == 0)
        V_QUAD(v, 0).x = AT(InputWords, words, input, 4, at / 2) >> 16 * (at % 2);
    else if (INPUT_VECTOR_WORDS == 1)
        V_QUAD(v, 0).x = AT(InputWords, words, input, 4, at);
    else if (INPUT_VECTOR_WORDS == 2)
        V_QUAD(v, 0).xy = AT(InputPairs, pairs, input, 8, at);
    else if (INPUT_VECTOR_WORDS == 4)
        V_QUAD(v, 0) = AT(InputQuads, quads, input, 16, at);
#if V_WORDS > 4
    else {
        const uint quads = INPUT_VECTOR_WORDS / 4;
        const uint first = INPUT_ELEMENT_WORDS == 3 ? at : at * quads;
        for (uint q = 0; q < quads; q++)
            V_QUAD(v, q) = AT(InputQuads, quads, input, 16, first + q);
    }
#endif
    return v;
}

#endif
