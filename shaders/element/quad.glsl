// SPDX-License-Identifier: MIT
// V for vectors of 16 bytes: one access moves it. Included by class.glsl.
#ifndef QUAD_GLSL
#define QUAD_GLSL

#define V_WORDS 4
#define V uvec4
#define V_WORD(v, i) (v)[i]
#define V_QUAD(v, q) (v)

#endif
