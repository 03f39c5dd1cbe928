// SPDX-License-Identifier: MIT
// Elements of a raw vector.
#ifndef SOURCE_RAW_GLSL
#define SOURCE_RAW_GLSL

// Returns element k of a raw vector that begins with the element `first`.
T raw_element(V v, uint k, uint first)
{
    const uint p = mix(k, VECTOR - 1 - k, REVERSE != 0);
    RETURN_NARROW(v, p)
}

#include "tile/source/set.glsl"

#endif
