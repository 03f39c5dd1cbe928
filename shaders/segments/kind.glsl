// SPDX-License-Identifier: MIT
// What heads are, one of HEADS_....
#ifndef KIND_GLSL
#define KIND_GLSL

#include "segments/segments.h"

layout(constant_id = SPEC_HEADS) const uint HEADS = HEADS_ROWS;

#endif
