// SPDX-License-Identifier: MIT
// V for vectors of V_WORDS words, which are more than four. Included by class.glsl.
#ifndef QUADS_GLSL
#define QUADS_GLSL

struct vector_words {
    uvec4 quads[(V_WORDS + 3) / 4];
};
#define V vector_words
#define V_WORD(v, i) (v).quads[(i) / 4][(i) % 4]
#define V_QUAD(v, q) (v).quads[q]

#endif
