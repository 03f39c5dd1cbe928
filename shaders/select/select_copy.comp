// SPDX-License-Identifier: MIT
// The last pass of a selection in place, which copies the stored elements from scratch to the
// destination, of a partition all elements of the run; and of one with lengths, which makes these
// of the indices that are kept, the borders of runs. The number kept is a word of the auxiliary
// buffer.
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
layout(constant_id = SPEC_KEEPS_LAST) const uint KEEPS_LAST = 0;

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

uint border(uint run)
{
    return AT(StoredWords, words, input, 4, dispatch.input_offset + run);
}

// Stores how far each run's border is from that of the next run, or with KEEPS_LAST from that of
// the run before.
void store_lengths(uint runs)
{
    for (uint run = gl_GlobalInvocationID.x; run < runs;
         run += gl_NumWorkGroups.x * WORKGROUP_SIZE) {
        const uint begins = KEEPS_LAST == 0 ? border(run) : run > 0 ? border(run - 1) + 1 : 0;
        const uint ends = KEEPS_LAST != 0  ? border(run) + 1
                          : run + 1 < runs ? border(run + 1)
                                           : run_count();
        AT(OutputWords, words, output, 4, dispatch.output_offset + run) = ends - begins;
    }
}

void copy(uint number)
{
    begin = dispatch.output_offset;
    end = begin + number * (ELEMENT_BYTES < 4 ? 1 : ELEMENT_BYTES / 4);
    const uint begins = begin / UNITS_PER_VECTOR;
    const uint from = dispatch.input_offset / UNITS_PER_VECTOR;
    const uint vectors = number > 0 ? divide_up(end, UNITS_PER_VECTOR) - begins : 0;
    for (uint first = gl_WorkGroupID.x * TILE_VECTORS; first < vectors;
         first += gl_NumWorkGroups.x * TILE_VECTORS)
        copy_tile(begins + first, from + first);
}

void main()
{
    read_operands();
    const uint number =
        (STORES & STORES_REST) != 0 ? run_count() : header.words[dispatch.auxiliary_offset];
    if ((STORES & STORES_LENGTHS) != 0)
        store_lengths(number);
    else
        copy(number);
}
