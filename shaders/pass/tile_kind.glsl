// SPDX-License-Identifier: MIT
// The state of a tile, for all workgroups: invalid, its aggregate (of its elements), or its
// inclusive prefix (of everything up to its end). Each word holds a part of the value and the
// epoch, so a reader that sees the epoch sees the value, and relaxed accesses suffice. Words of
// earlier epochs read as invalid.
//
// The module has states of 64-bit words (state_64/) or of 32-bit words (state_32/).
#ifndef TILE_KIND_GLSL
#define TILE_KIND_GLSL

#include "pass/finish_run.glsl"

const uint INVALID = 0;
const uint AGGREGATE = 1;
const uint PREFIX = 2;

struct tile_state {
    uint kind;
    T value; // undefined if INVALID
};

#endif
