// SPDX-License-Identifier: MIT
// Makes of offsets the heads of a scan, in two steps that are a dispatch each. The first clears a bit
// for each element, and the second sets that of each offset that is an element. Where segments have
// seeds, there are words in place of bits, which name segments: see segments/heads.glsl. So offsets may
// be any: those that fall, are equal or exceed the count do no harm.
//
// For a sort the words are where segments begin, of each in the word before its first element, so
// that an exclusive scan to their maximum is where the segment of each element begins. Then a third
// step finds the tiles of segments.
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

const bool HAS_SEEDS = (OPERANDS & OPERAND_SEEDS) != 0;
const bool HAS_WORDS = HAS_SEEDS || STEP == STEP_CLEAR_WORDS;

PORT(BINDING_OUTPUT, 4) buffer BitWords { uint words[]; } BOUND(BitWords);
PORT(BINDING_OUTPUT, 16) writeonly buffer BitQuads { uvec4 quads[]; } BOUND(BitQuads);

#define OUTPUT_WORD(word) AT(BitWords, words, output, 4, dispatch.output_offset + (word))
#include "segments/sort_tiles.glsl"

// Clears by vectors, which scratch has whole. Behind the words of elements is one more.
void clear_heads(uint count)
{
    const uint threads = gl_NumWorkGroups.x * WORKGROUP_SIZE;
    const uint vectors = HAS_WORDS ? count / 4 + 1 : divide_up(count, BITS_OF_VECTOR);
    for (uint k = gl_GlobalInvocationID.x; k < vectors; k += threads)
        AT(BitQuads, quads, output, 16, dispatch.output_offset / 4 + k) = uvec4(0);
}

// Sets the bit of an element, if there is one, or the word before it. Lanes whose bits are in one
// word are not combined beforehand: that takes longer than their atomics, on an H200 by a third
// where all are segments.
void set_bit(uint element, uint count)
{
    if (STEP == STEP_STORE_STARTS) {
        if (element > 0 && element < count)
            OUTPUT_WORD(element - 1) = element;
    } else if (element < count) {
        atomicOr(AT(BitWords, words, output, 4, dispatch.output_offset + element / 32),
                 1u << element % 32);
    }
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

// Names segments in the words before which they begin or end. Of several the last one begins, and
// those without elements end behind the first: both have the greatest word.
void name_segments(uint count)
{
    const uint last = segment_count(), threads = gl_NumWorkGroups.x * WORKGROUP_SIZE;
    for (uint k = gl_GlobalInvocationID.x; k <= last; k += threads) {
        uint element = count;
        if (k < last || HEADS == HEADS_OFFSETS) // else there is no closing offset
            element = min(offset_at(k), count);
        const uint begins = k < last ? k + 1 : CLOSING;
        atomicMax(AT(BitWords, words, output, 4, dispatch.output_offset + element),
                  STEP == STEP_NAME_REVERSE ? ~k : begins);
    }
}

void main()
{
    read_operands();
    const uint count = run_count(); // bits behind the last element, for head padding, are ignored
    if (STEP == STEP_CLEAR || STEP == STEP_CLEAR_WORDS)
        clear_heads(count);
    else if (STEP == STEP_FIND_TILES)
        find_tiles(count);
    else if (HAS_SEEDS)
        name_segments(count);
    else
        set_bits(count);
}
