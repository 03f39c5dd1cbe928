// SPDX-License-Identifier: MIT
// Elements packed in words.
#ifndef PACKED_SOURCE_GLSL
#define PACKED_SOURCE_GLSL

#include "tile/source/packed.glsl"

#endif
