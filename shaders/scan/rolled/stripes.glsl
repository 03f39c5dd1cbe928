// SPDX-License-Identifier: MIT
// A loop over stripes that is compiled once: moves the stripes through the registers of the first.
#ifndef STRIPES_GLSL
#define STRIPES_GLSL

#define FOR_EACH_STRIPE(s) [[dont_unroll]] for (uint s = 0; s < STRIPES; s++)
#define TAKE_STRIPE(v, vectors, s)                                                                 \
    const V v = vectors[0];                                                                        \
    [[unroll]] for (uint k = 1; k < STRIPES; k++)                                                  \
        vectors[k - 1] = vectors[k];

#endif
