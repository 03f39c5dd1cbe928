// SPDX-License-Identifier: MIT
// Finds where each value of the input belongs in the sorted array, the second input: the number of
// keys below it, or with UPPER not above it. A thread searches for several values side by side, as
// each step waits for a load.
#ifndef SORTED_BOUNDS_GLSL
#define SORTED_BOUNDS_GLSL

layout(constant_id = SPEC_UPPER) const bool UPPER = false;

PORT(BINDING_OUTPUT, 4) writeonly buffer Bounds { uint words[]; } BOUND(Bounds);

// Returns whether the bound of a value is behind a key.
bool is_behind(uvec2 value, uvec2 key)
{
    return UPPER ? !is_below(value, key) : is_below(key, value);
}

// Each step takes `step` more keys, or all that are left, if the bound is behind the last of them.
void find_bounds(uvec2 values[ITEMS], out uint bounds[ITEMS])
{
    const uint length = dispatch.parameter;
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        bounds[k] = 0;
    for (uint step = length > 0 ? 1u << findMSB(length) : 0; step > 0; step /= 2)
        [[unroll]] for (uint k = 0; k < ITEMS; k++) {
            const uint next = bounds[k] + min(step, length - bounds[k]);
            if (is_behind(values[k], ordered_form(load_second(next - 1))))
                bounds[k] = next;
        }
}

void find_all_bounds()
{
    const uint count = run_count(), stride = gl_NumWorkGroups.x * WORKGROUP_SIZE * ITEMS;
    for (uint first = gl_WorkGroupID.x * WORKGROUP_SIZE * ITEMS + gl_LocalInvocationID.x;
         first < count; first += stride) {
        uvec2 values[ITEMS];
        uint bounds[ITEMS];
        [[unroll]] for (uint k = 0; k < ITEMS; k++)
            values[k] = ordered_form(load_first(min(first + k * WORKGROUP_SIZE, count - 1)));
        find_bounds(values, bounds);
        [[unroll]] for (uint k = 0; k < ITEMS; k++)
            if (first + k * WORKGROUP_SIZE < count)
                AT(Bounds, words, output, 4,
                   dispatch.output_offset + first + k * WORKGROUP_SIZE) = bounds[k];
    }
}

#endif
