// SPDX-License-Identifier: MIT
// The scan of the items of a vector: element/packed.glsl has it.
#ifndef TILE_PACKED_SCAN_ITEMS_GLSL
#define TILE_PACKED_SCAN_ITEMS_GLSL

#include "element/packed.glsl"

#endif
