// SPDX-License-Identifier: MIT
// Counts values by bins. Each workgroup counts in shared memory, and at its end adds the counters
// to the output; if they are too many, it counts in the output itself, or in copies of it. In
// shared memory each counter has several copies, with 32 a bank for each lane; with fewer a thread
// adds equal neighbours at once, so that lanes seldom wait for each other's atomics.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "histogram/histogram.glsl"

layout(constant_id = SPEC_ITEMS) const uint ITEMS = 4;       // vectors per thread
layout(constant_id = SPEC_CHANNELS) const uint CHANNELS = 1; // values of an element
layout(constant_id = SPEC_COUNTED) const uint COUNTED = 1;   // channels, the first ones
layout(constant_id = SPEC_COPIES) const uint COPIES = 0;     // in shared memory; 0: in the output
layout(constant_id = SPEC_WEIGHTS) const uint WEIGHTS = WEIGHTS_NONE;

ALIASED PORT(BINDING_INPUT, 16) readonly buffer Vectors { uvec4 vectors[]; } BOUND(Vectors);
ALIASED PORT(BINDING_INPUT, 4) readonly buffer Words { uint words[]; } BOUND(Words);
PORT(BINDING_OUTPUT, 4) buffer Counts { uint words[]; } BOUND(Counts);
ALIASED PORT(BINDING_AUXILIARY, 4) readonly buffer Weights { uint words[]; } BOUND(Weights);

const uint COUNTERS = COUNTED * NUMBER_OF_BINS;
const uint SHARED_WORDS = COPIES > 0 ? COUNTERS * COPIES : 1;
const bool MERGES = COPIES < 32;
const uint VALUES = 128 / VALUE_BITS; // of a vector

shared uint counters[SHARED_WORDS];
shared uint all_outside;

uint outside = 0;
uint run_counter = ~0u;
uint run_weight = 0;

uint sum(uint left, uint right)
{
    return WEIGHTS == WEIGHTS_F32 ? floatBitsToUint(uintBitsToFloat(left) + uintBitsToFloat(right))
                                  : left + right;
}

#define ADD(word, weight)                                                                          \
    if (WEIGHTS == WEIGHTS_F32) {                                                                  \
        uint expected = word;                                                                      \
        for (bool done = false; !done;) {                                                          \
            const uint found = atomicCompSwap(word, expected, sum(expected, weight));              \
            done = found == expected;                                                              \
            expected = found;                                                                      \
        }                                                                                          \
    } else {                                                                                       \
        atomicAdd(word, weight);                                                                   \
    }

uint output_at(uint counter)
{
    const uint copy = gl_WorkGroupID.x % HISTOGRAM_COPIES(dispatch.parameter);
    return dispatch.output_offset + copy * COUNTERS + counter;
}

// Adds to a counter in shared memory or in the output; ~0u is no counter.
void store(uint counter, uint weight)
{
    if (counter == ~0u)
        return;
    if (COPIES > 0) {
        ADD(counters[counter * COPIES + gl_LocalInvocationID.x % max(COPIES, 1)], weight)
    } else {
        ADD(AT(Counts, words, output, 4, output_at(counter)), weight)
    }
}

// Adds to a counter; with MERGES once another one follows.
void add(uint counter, uint weight)
{
    if (MERGES && counter == run_counter) {
        run_weight = sum(run_weight, weight);
        return;
    }
    store(MERGES ? run_counter : counter, MERGES ? run_weight : weight);
    run_counter = counter;
    run_weight = weight;
}

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

// Returns value `index` of the input, from the start of the port's range.
T load_value(uint index)
{
#ifdef CLASS_float64
    return FROM_WORDS(uvec2(AT(Words, words, input, 4, 2 * index),
                            AT(Words, words, input, 4, 2 * index + 1)));
#else
    const uint values = 32 / VALUE_BITS; // of a word
    return bitfieldExtract(AT(Words, words, input, 4, index / values),
                           int(index % values * VALUE_BITS), int(VALUE_BITS));
#endif
}

#ifndef CLASS_float64

// Counts the values of a vector by their places. Few values are beside an edge, and so a loop
// corrects their bins. The loop turns the vectors, as a dynamic index would move them out of
// registers.
void count_floats(uvec4 words, uint index)
{
    uvec4 bins;
    uint last = 0;
    [[unroll]] for (uint k = 0; k < 4; k++) {
        const uint place = place_of_float(words[k]);
        last = max(last, part_of(place));
        bins[k] = is_in_range(uintBitsToFloat(words[k])) ? bin_of_place(place) : NUMBER_OF_BINS;
    }
    if (last == LAST_PART)
        [[dont_unroll]] for (uint k = 0; k < 4; k++) {
            uint bin = bins.x;
            if (part_of(place_of_float(words.x)) == LAST_PART && bin < NUMBER_OF_BINS - 1)
                bin += uint(!is_below_even_edge(words.x, bin + 1));
            words = words.yzwx;
            bins = uvec4(bins.yzw, bin);
        }
    [[unroll]] for (uint k = 0; k < 4; k++)
        if ((index + k) % CHANNELS < COUNTED)
            count_in(bins[k], index + k);
}

#endif

void count_vector(uvec4 words, uint index)
{
#ifdef CLASS_float64
    [[unroll]] for (uint k = 0; k < 2; k++)
        count_value(FROM_WORDS(k == 0 ? words.xy : words.zw), index + k);
#else
    const uint values = 32 / VALUE_BITS;
    if (FRACTION > 0) {
        count_floats(words, index);
        return;
    }
    [[unroll]] for (uint w = 0; w < 4; w++)
        [[unroll]] for (uint k = 0; k < values; k++)
            count_value(bitfieldExtract(words[w], int(k * VALUE_BITS), int(VALUE_BITS)),
                        index + w * values + k);
#endif
}

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
