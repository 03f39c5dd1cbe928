// SPDX-License-Identifier: MIT
// The same without scaling, whose matrices grow by a factor an equation and soon overflow.
#define PLAIN
#include "elimination.glsl"
