// SPDX-License-Identifier: MIT
// Whether an element is kept, by flags, keys, comparisons or a predicate.
#ifndef KEPT_GLSL
#define KEPT_GLSL

#include "select/comparisons.glsl"
#include "select/flags.glsl"

bool is_kept(uint index)
{
    if (CRITERION >= CRITERION_KEYS)
        return is_border(index);
    if (CRITERION <= CRITERION_FLAGS_LAST)
        return (flag_of(index) | KEEPS_FIRST & uint(index == 0)) != 0;
    return meets(input_value(index), run_seed(), index);
}

#endif
