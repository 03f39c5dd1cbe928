// SPDX-License-Identifier: MIT
// No results are narrower than T.
#ifndef TILE_ANY_NARROW_RESULTS_GLSL
#define TILE_ANY_NARROW_RESULTS_GLSL

#define FOR_NARROW_VECTORS(statement)

#endif
