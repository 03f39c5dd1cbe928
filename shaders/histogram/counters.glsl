// SPDX-License-Identifier: MIT
// The counters of a workgroup: in shared memory, or if they are too many in the output itself, or
// in copies of it. In shared memory each counter has several copies, with 32 a bank for each lane;
// with fewer a thread adds equal neighbours at once, so that lanes seldom wait for each other's
// atomics.
#ifndef COUNTERS_GLSL
#define COUNTERS_GLSL

layout(constant_id = SPEC_CHANNELS) const uint CHANNELS = 1; // values of an element
layout(constant_id = SPEC_COUNTED) const uint COUNTED = 1;   // channels, the first ones
layout(constant_id = SPEC_COPIES) const uint COPIES = 0;     // in shared memory; 0: in the output
layout(constant_id = SPEC_WEIGHTS) const uint WEIGHTS = WEIGHTS_NONE;

PORT(BINDING_OUTPUT, 4) buffer Counts { uint words[]; } BOUND(Counts);

const uint COUNTERS = COUNTED * NUMBER_OF_BINS;
const uint SHARED_WORDS = COPIES > 0 ? COUNTERS * COPIES : 1;
const bool MERGES = COPIES < 32;

shared uint counters[SHARED_WORDS];
shared uint all_outside; // values that have no bin

uint outside = 0; // those of this thread
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

#endif
