// SPDX-License-Identifier: MIT
// Scans each block of the input by itself, starting from the seed, and writes the blocks' totals.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "vkscan/sweep.glsl"

layout(constant_id = SPEC_EXCLUSIVE) const uint EXCLUSIVE = 0;

ALIASED layout(set = SET_INPUT, binding = 0) readonly buffer Input { T elements[]; } source;
ALIASED layout(set = SET_OUTPUT, binding = 0) writeonly buffer Output { T elements[]; } destination;
layout(set = SET_TOTALS, binding = 0) writeonly buffer Totals { T elements[]; } totals;
layout(push_constant) uniform Push { push dispatch; };

T load(uint index)
{
    return index < dispatch.count ? from_memory(source.elements[dispatch.input_offset + index])
                                  : identity();
}

void store(uint index, T exclusive, T item)
{
    if (index < dispatch.count)
        destination.elements[dispatch.output_offset + index] =
            to_memory(EXCLUSIVE != 0 ? exclusive : combine(exclusive, item));
}

void main()
{
    const uint t = gl_LocalInvocationID.x;
    const uint blocks = block_count(dispatch.count);
    for (uint b = gl_WorkGroupID.x; b < blocks; b += gl_NumWorkGroups.x) {
        const uint first = b * BLOCK_SIZE + t;
        const uint second = first + WORKGROUP_SIZE;
        const T first_item = load(first);
        const T second_item = load(second);

        barrier(); // the block before has been read
        block[pad(t)] = first_item;
        block[pad(t + WORKGROUP_SIZE)] = second_item;
        const T total = up_sweep();
        if (t == 0 && blocks > 1)
            totals.elements[dispatch.totals_offset + b] = to_memory(total);
        down_sweep(from_bits(dispatch.seed));
        store(first, block[pad(t)], first_item);
        store(second, block[pad(t + WORKGROUP_SIZE)], second_item);
    }
}
