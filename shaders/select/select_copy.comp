// SPDX-License-Identifier: MIT
// The last pass of a selection in place: copies the stored elements from scratch to the
// destination. Their number is a word of the auxiliary buffer; a partition copies all elements of
// the run.
//
// Offsets count words, or narrow elements. Both arrays begin at the same bytes of a vector, so
// whole vectors are copied whatever the destination's offset. Bytes behind the last element stay.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require

#include "element/format.glsl"
#include "port/port.glsl"
#include "port/workgroup_size.glsl"
#include "select/criteria.h"

T seed()
{
    return identity();
}

#include "port/operands.glsl"

layout(constant_id = SPEC_ELEMENT_BYTES) const uint ELEMENT_BYTES = 4;
layout(constant_id = SPEC_STORES) const uint STORES = STORES_VALUES;

PORT(BINDING_INPUT, 4) readonly buffer StoredWords { uint words[]; } BOUND(StoredWords);
PORT(BINDING_INPUT, 16) readonly buffer StoredQuads { uvec4 quads[]; } BOUND(StoredQuads);
PORT(BINDING_OUTPUT, 4) buffer OutputWords { uint words[]; } BOUND(OutputWords);
PORT(BINDING_OUTPUT, 16) writeonly buffer OutputQuads { uvec4 quads[]; } BOUND(OutputQuads);

const uint UNITS_PER_WORD = ELEMENT_BYTES < 4 ? 4 / ELEMENT_BYTES : 1; // units of offsets
const uint UNITS_PER_VECTOR = 4 * UNITS_PER_WORD;
const uint TILE_VECTORS = WORKGROUP_SIZE * COPY_VECTORS;

// The units [begin, end) of the destination.
uint begin, end;

void copy_word(uint word, uint from)
{
    const uint low = max(begin, word * UNITS_PER_WORD);
    const uint high = min(end, (word + 1) * UNITS_PER_WORD);
    if (low >= high)
        return;
    const uint value = AT(StoredWords, words, input, 4, from);
    if (high - low == UNITS_PER_WORD) {
        AT(OutputWords, words, output, 4, word) = value;
    } else { // the other bytes may be a neighbour's
        const uint bits = 32 / UNITS_PER_WORD;
        const int first = int(bits * (low % UNITS_PER_WORD)), width = int(bits * (high - low));
        const uint mask = bitfieldInsert(0u, ~0u, first, width);
        atomicAnd(AT(OutputWords, words, output, 4, word), ~mask);
        atomicOr(AT(OutputWords, words, output, 4, word), value & mask);
    }
}

void copy_in_part(uint vector, uint from)
{
    for (uint k = 0; k < 4; k++)
        copy_word(4 * vector + k, 4 * from + k);
}

// Copies a tile, a vector of each thread at a time, from vector `from` of scratch to vector
// `first`.
void copy_tile(uint first, uint from)
{
    if (first * UNITS_PER_VECTOR >= begin && (first + TILE_VECTORS) * UNITS_PER_VECTOR <= end) {
        uvec4 quads[COPY_VECTORS];
        [[unroll]] for (uint k = 0; k < COPY_VECTORS; k++)
            quads[k] = AT(StoredQuads, quads, input, 16,
                          from + k * WORKGROUP_SIZE + gl_LocalInvocationID.x);
        [[unroll]] for (uint k = 0; k < COPY_VECTORS; k++)
            AT(OutputQuads, quads, output, 16,
               first + k * WORKGROUP_SIZE + gl_LocalInvocationID.x) = quads[k];
    } else {
        for (uint k = gl_LocalInvocationID.x; k < TILE_VECTORS; k += WORKGROUP_SIZE)
            copy_in_part(first + k, from + k);
    }
}

void main()
{
    read_operands();
    const uint number =
        (STORES & STORES_REST) != 0 ? run_count() : header.words[dispatch.auxiliary_offset];
    begin = dispatch.output_offset;
    end = begin + number * (ELEMENT_BYTES < 4 ? 1 : ELEMENT_BYTES / 4);
    const uint begins = begin / UNITS_PER_VECTOR;
    const uint from = dispatch.input_offset / UNITS_PER_VECTOR;
    const uint vectors = number > 0 ? divide_up(end, UNITS_PER_VECTOR) - begins : 0;
    for (uint first = gl_WorkGroupID.x * TILE_VECTORS; first < vectors;
         first += gl_NumWorkGroups.x * TILE_VECTORS)
        copy_tile(begins + first, from + first);
}
