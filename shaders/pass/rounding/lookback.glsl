// SPDX-License-Identifier: MIT
// Look-back with operators that may round. A window's prefix is its last tile's.
#ifndef LOOKBACK_GLSL
#define LOOKBACK_GLSL

#define PREFIXES_BY_WINDOW
#define RETURN_NEAREST_MISSING(is_missing, nearest)                                                \
    return nearest < 0 ? last_lane(is_missing) : -1;
#define PREFIX_OF(w) vks_subgroup_last(w.found.value)

#include "pass/forward.glsl"

#endif
