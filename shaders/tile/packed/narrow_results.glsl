// SPDX-License-Identifier: MIT
// Results that are narrower than T; their vectors are packed already.
#ifndef TILE_PACKED_NARROW_RESULTS_GLSL
#define TILE_PACKED_NARROW_RESULTS_GLSL

#define FOR_NARROW_VECTORS(statement)

#include "tile/store_narrow.glsl"

#endif
