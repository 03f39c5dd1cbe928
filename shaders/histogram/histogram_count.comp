// SPDX-License-Identifier: MIT
// Counts values by bins. Each workgroup counts in shared memory, and at its end adds the counters
// to the output; or it counts in the output (counters.glsl).
#version 450
#extension GL_GOOGLE_include_directive : require

#include "histogram/histogram.glsl"

layout(constant_id = SPEC_ITEMS) const uint ITEMS = 4; // vectors per thread

ALIASED PORT(BINDING_INPUT, 16) readonly buffer Vectors { uvec4 vectors[]; } BOUND(Vectors);
ALIASED PORT(BINDING_INPUT, 4) readonly buffer Words { uint words[]; } BOUND(Words);
ALIASED PORT(BINDING_AUXILIARY, 4) readonly buffer Weights { uint words[]; } BOUND(Weights);

#include "histogram/counters.glsl"

const uint VALUES = 128 / VALUE_BITS; // of a vector

uint weight_of(uint index)
{
    return WEIGHTS == WEIGHTS_NONE
               ? 1
               : AT(Weights, words, auxiliary, 4, dispatch.auxiliary_offset + index / CHANNELS);
}

void count_in(uint bin, uint index)
{
    if (!every_value_has_a_bin() && bin >= NUMBER_OF_BINS)
        outside++;
    else
        add(index % CHANNELS * NUMBER_OF_BINS + bin, weight_of(index));
}

void count_value(T value, uint index)
{
    if (index % CHANNELS < COUNTED)
        count_in(bin_of(value), index);
}

#include "count_vector.glsl"

// Counts the values in front of the first full vector and behind the last one: fewer than two
// vectors.
void count_ends(uint first, uint end, uint begin_vector, uint end_vector)
{
    const uint head = min(begin_vector * VALUES, end) - first;
    const uint tail_first = end_vector > begin_vector ? end_vector * VALUES : first + head;
    const uint thread = gl_LocalInvocationID.x;
    const uint index = thread < head ? first + thread : tail_first + thread - head;
    if (index < end)
        count_value(load_value(index), index - first);
}

void count_all()
{
    const uint first = dispatch.input_offset;
    const uint end = first + run_count() * CHANNELS;
    const uint begin_vector = divide_up(first, VALUES);
    const uint end_vector = max(end / VALUES, begin_vector);
    const uint tile = WORKGROUP_SIZE * ITEMS;
    for (uint v = begin_vector + gl_WorkGroupID.x * tile + gl_LocalInvocationID.x; v < end_vector;
         v += gl_NumWorkGroups.x * tile) {
        uvec4 vectors[ITEMS];
        [[unroll]] for (uint k = 0; k < ITEMS; k++)
            vectors[k] = AT(Vectors, vectors, input, 16,
                            min(v + k * WORKGROUP_SIZE, end_vector - 1));
        [[unroll]] for (uint k = 0; k < ITEMS; k++)
            if (v + k * WORKGROUP_SIZE < end_vector)
                count_vector(vectors[k], (v + k * WORKGROUP_SIZE) * VALUES - first);
    }
    if (gl_WorkGroupID.x == 0)
        count_ends(first, end, begin_vector, end_vector);
    store(MERGES ? run_counter : ~0u, run_weight);
}

// Returns the sum of the copies of a counter. Threads begin with different copies, which are in
// different banks.
uint shared_count(uint counter)
{
    uint count = 0;
    for (uint copy = 0; copy < COPIES; copy++)
        count = sum(count, counters[counter * COPIES +
                                    (copy + gl_LocalInvocationID.x) % max(COPIES, 1)]);
    return count;
}

void main()
{
    read_operands();
    if (gl_LocalInvocationID.x == 0)
        all_outside = 0;
    if (COPIES > 0)
        for (uint i = gl_LocalInvocationID.x; i < SHARED_WORDS; i += WORKGROUP_SIZE)
            counters[i] = 0;
    barrier();
    count_all();
    if (HAS_TOTAL && outside > 0)
        atomicAdd(all_outside, outside);
    barrier();
    if (COPIES > 0)
        for (uint i = gl_LocalInvocationID.x; i < COUNTERS; i += WORKGROUP_SIZE) {
            const uint count = shared_count(i);
            if (count != 0) {
                ADD(AT(Counts, words, output, 4, output_at(i)), count)
            }
        }
    if (HAS_TOTAL && gl_LocalInvocationID.x == 0)
        atomicAdd(OPERAND_WORD(dispatch.total_place, 0), all_outside);
}
