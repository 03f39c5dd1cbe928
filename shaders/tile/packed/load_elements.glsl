// SPDX-License-Identifier: MIT
// Loads of misaligned vectors, all of whose elements are there.
#ifndef TILE_PACKED_LOAD_ELEMENTS_GLSL
#define TILE_PACKED_LOAD_ELEMENTS_GLSL

#define LOAD_ELEMENTS(v, vector, count) input_elements(vector, count, v);

#endif
