// SPDX-License-Identifier: MIT
// The group of an element of a partition: 1 if the element is kept, else 0; with three ways 1 if it
// meets the first criterion, 2 if it meets the second alone, else 0. Flags or a predicate tell the
// group, or each criterion has a seed, the second one behind the first.
#ifndef GROUPS_GLSL
#define GROUPS_GLSL

#include "select/select.glsl"

#ifdef PREDICATE

void read_seeds() {}

uint group_of(uint index)
{
    return min(vks_keep(input_value(index), run_seed(), index), GROUPS);
}

#else

layout(constant_id = SPEC_SECOND_CRITERION) const uint SECOND_CRITERION = CRITERION_LESS;

T second_seed;

T load_second_seed()
{
    RETURN_SECOND_SEED
}

void read_seeds()
{
    if (GROUPS == 2 && CRITERION > CRITERION_FLAGS_LAST)
        second_seed = load_second_seed();
}

uint group_of(uint index)
{
    if (CRITERION <= CRITERION_FLAGS_LAST)
        return min(flag_of(index) | KEEPS_FIRST & uint(index == 0), GROUPS);
    if (CRITERION >= CRITERION_KEYS)
        return uint(is_border(index));
    const T value = input_value(index);
    uint group = 0;
    [[unroll]] for (uint g = GROUPS; g > 0; g--) // one call, which is inlined
        if (compares_by(g == 1 ? CRITERION : SECOND_CRITERION, value,
                        g == 1 ? run_seed() : second_seed))
            group = g;
    return group;
}

#endif

#endif
