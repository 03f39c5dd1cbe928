// SPDX-License-Identifier: MIT
// Which tiles stall.
#ifndef STALLS_GLSL
#define STALLS_GLSL

#include "stalled.h"

layout(constant_id = SPEC_STALL) const uint STALL = STALL_NONE;

bool stalls(uint tile)
{
    const uint which = STALL & ~STALL_LATE;
    return which == STALL_EVERY || which == STALL_THIRD && tile % 3 == 0 ||
           which == STALL_FIRST && tile == 0 ||
           which == STALL_RANDOM && (tile * 2654435761u >> 28) < 6u;
}

#endif
