// SPDX-License-Identifier: MIT
// Lanes store the elements of a stripe that they keep side by side, each by itself.
#ifndef SELECT_ANY_STRIPE_GLSL
#define SELECT_ANY_STRIPE_GLSL

#include "tile/ballots.glsl"

#endif
