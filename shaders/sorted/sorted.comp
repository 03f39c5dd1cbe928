// SPDX-License-Identifier: MIT
// Searches in sorted arrays, and merges: each dispatch is one step of these, which a specialization
// constant names.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "port/workgroup_size.glsl"
#include "element/element.glsl"

T seed()
{
    return identity(); // neither bounds nor merges have one
}

#include "port/operands.glsl"
#include "sorted/keys.glsl"

layout(constant_id = SPEC_ITEMS) const uint ITEMS = 11; // merged keys per thread, or values
layout(constant_id = SPEC_SORTED_STEP) const uint STEP = MERGE_KEYS;

#include "sorted/bounds.glsl"
#include "sorted/merge.glsl"

void main()
{
    read_operands();
    if (STEP == FIND_BOUNDS)
        find_all_bounds();
    else if (STEP == MERGE_SPLITS)
        find_splits();
    else if (STEP == MERGE_KEYS)
        merge_tiles();
    else
        move_values();
}
