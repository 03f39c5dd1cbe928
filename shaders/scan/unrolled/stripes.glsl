// SPDX-License-Identifier: MIT
// A loop over stripes that is unrolled.
#ifndef STRIPES_GLSL
#define STRIPES_GLSL

#define FOR_EACH_STRIPE(s) [[unroll]] for (uint s = 0; s < STRIPES; s++)
#define TAKE_STRIPE(v, vectors, s) const V v = vectors[s];

#endif
