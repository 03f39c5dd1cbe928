// SPDX-License-Identifier: MIT
// Makes of offsets the heads of a scan, a bit for each element, in two steps that are a dispatch
// each. The first clears the bits, and the second sets that of each offset that is an element. So
// offsets may be any: those that fall, are equal or exceed the count do no harm.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "port/workgroup_size.glsl"
#include "element/element.glsl"

T seed()
{
    return identity(); // heads have none
}

#define FOUND_NUMBER STATE_TOTAL
#include "segments/offsets.glsl"

layout(constant_id = SPEC_SEGMENT_STEP) const uint STEP = STEP_CLEAR;

PORT(BINDING_OUTPUT, 4) buffer BitWords { uint words[]; } BOUND(BitWords);
PORT(BINDING_OUTPUT, 16) writeonly buffer BitQuads { uvec4 quads[]; } BOUND(BitQuads);

// Clears by vectors, which scratch has whole.
void clear_bits(uint count)
{
    const uint threads = gl_NumWorkGroups.x * WORKGROUP_SIZE;
    for (uint k = gl_GlobalInvocationID.x; k < divide_up(count, BITS_OF_VECTOR); k += threads)
        AT(BitQuads, quads, output, 16, dispatch.output_offset / 4 + k) = uvec4(0);
}

// Sets the bit of an element, if there is one. Lanes whose bits are in one word are not combined
// beforehand: that takes longer than their atomics, on an H200 by a third where all are segments.
void set_bit(uint element, uint count)
{
    if (element < count)
        atomicOr(AT(BitWords, words, output, 4, dispatch.output_offset + element / 32),
                 1u << element % 32);
}

void set_bits(uint count)
{
    const uint offsets = segment_count() + uint(HEADS != HEADS_STARTS);
    const uint tile = WORKGROUP_SIZE * OFFSETS_AT_ONCE;
    for (uint first = gl_WorkGroupID.x * tile; first < offsets; first += gl_NumWorkGroups.x * tile) {
        uint elements[OFFSETS_AT_ONCE];
        [[unroll]] for (uint k = 0; k < OFFSETS_AT_ONCE; k++) {
            const uint at = first + k * WORKGROUP_SIZE + gl_LocalInvocationID.x;
            const uint element = offset_at(min(at, offsets - 1));
            elements[k] = at < offsets ? element : count;
        }
        [[unroll]] for (uint k = 0; k < OFFSETS_AT_ONCE; k++)
            set_bit(elements[k], count);
    }
}

void main()
{
    read_operands();
    const uint count = run_count(); // bits behind the last element, for head padding, are ignored
    if (STEP == STEP_CLEAR)
        clear_bits(count);
    else
        set_bits(count);
}
