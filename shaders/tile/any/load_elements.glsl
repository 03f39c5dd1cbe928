// SPDX-License-Identifier: MIT
// Loads of misaligned vectors, all of whose elements are there.
#ifndef TILE_ANY_LOAD_ELEMENTS_GLSL
#define TILE_ANY_LOAD_ELEMENTS_GLSL

// No function: with one lavapipe's compiler takes ten times as long.
#define LOAD_ELEMENTS(v, vector, count)                                                            \
    for (uint k = 0; k < VECTOR; k++)                                                              \
        input_element(v, k, (vector) * VECTOR + k);

#endif
