// SPDX-License-Identifier: MIT
// The loop over stripes of a user's elements.
#if ELEMENT_WORDS == 4
#include "scan/rolled/stripes.glsl"
#else
#include "scan/unrolled/stripes.glsl"
#endif
