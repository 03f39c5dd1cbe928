// SPDX-License-Identifier: MIT
// Look-back over tiles of which some have heads. What lies before a tile's last head does not matter
// behind it, so such a tile publishes its aggregate, of the elements from there on, as its inclusive
// prefix. A look-back ends at the nearest one, and tiles need no further state.
#ifndef TO_HEADS_GLSL
#define TO_HEADS_GLSL

#define PREFIXES_BY_WINDOW
#define NEAREST_PREFIX(is_prefix) last_lane(is_prefix)
#define RETURN_NEAREST_MISSING(is_missing, nearest)                                                \
    const int missing = last_lane(is_missing);                                                     \
    return missing < nearest ? -1 : missing;
#define PREFIX_OF(w)                                                                               \
    window_total(int(gl_SubgroupInvocationID) < w.nearest ? identity() : w.found.value)

#include "pass/forward.glsl"

#endif
