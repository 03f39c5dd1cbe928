// SPDX-License-Identifier: MIT
// Finds where the keys with each value of each digit begin in the output of that digit's pass:
// scans the sum of the workgroups' histograms. Stores also which digits are uniform.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "sort/onesweep.glsl"

PORT(BINDING_OUTPUT, 4) readonly buffer Histograms { uint words[]; } BOUND(Histograms);

const uint BINS_AT_ONCE = WORKGROUP_SIZE < SORT_DIGITS ? WORKGROUP_SIZE : SORT_DIGITS;
const uint LOADS_AT_ONCE = 8;
const uint PARTS = WORKGROUP_SIZE / BINS_AT_ONCE; // threads that share the sum of a bin

shared uint part_sums[PARTS * SORT_DIGITS];
shared uint bins[SORT_DIGITS];
shared uint is_uniform;

void sum_histograms(uint digit)
{
    const uint part = gl_LocalInvocationID.x / BINS_AT_ONCE;
    const uint workgroups = state_load(ONESWEEP_WORKGROUPS);
    for (uint bin = gl_LocalInvocationID.x % BINS_AT_ONCE; bin < SORT_DIGITS; bin += BINS_AT_ONCE) {
        uint sum = 0;
        for (uint first = part; first < workgroups; first += LOADS_AT_ONCE * PARTS)
            [[unroll]] for (uint k = 0; k < LOADS_AT_ONCE; k++) {
                const uint w = first + k * PARTS;
                if (w < workgroups)
                    sum += AT(Histograms, words, output, 4,
                              dispatch.output_offset + (w * DIGITS + digit) * SORT_DIGITS + bin);
            }
        part_sums[part * SORT_DIGITS + bin] = sum;
    }
    if (gl_LocalInvocationID.x == 0)
        is_uniform = 0;
    barrier();
    for (uint bin = gl_LocalInvocationID.x; bin < SORT_DIGITS; bin += WORKGROUP_SIZE) {
        uint sum = 0;
        [[unroll]] for (uint p = 0; p < PARTS; p++)
            sum += part_sums[p * SORT_DIGITS + bin];
        bins[bin] = sum;
        if (sum == run_count())
            is_uniform = 1;
    }
    barrier();
}

// Scans the bins exclusively (Hillis and Steele): a thread has each BINS_AT_ONCE-th bin.
void scan_bins()
{
    const uint PER_THREAD = SORT_DIGITS / BINS_AT_ONCE;
    uint sums[PER_THREAD];
    [[unroll]] for (uint i = 0; i < PER_THREAD; i++) {
        const uint bin = i * BINS_AT_ONCE + gl_LocalInvocationID.x;
        sums[i] = bin > 0 && bin < SORT_DIGITS ? bins[bin - 1] : 0;
    }
    for (uint distance = 1; distance <= SORT_DIGITS; distance *= 2) {
        barrier();
        [[unroll]] for (uint i = 0; i < PER_THREAD; i++) {
            const uint bin = i * BINS_AT_ONCE + gl_LocalInvocationID.x;
            if (bin < SORT_DIGITS)
                bins[bin] = sums[i];
        }
        barrier();
        [[unroll]] for (uint i = 0; i < PER_THREAD; i++) {
            const uint bin = i * BINS_AT_ONCE + gl_LocalInvocationID.x;
            if (bin < SORT_DIGITS && bin >= distance)
                sums[i] += bins[bin - distance];
        }
    }
}

void main()
{
    read_operands();
    for (uint digit = gl_WorkGroupID.x; digit < DIGITS; digit += gl_NumWorkGroups.x) {
        sum_histograms(digit);
        scan_bins();
        for (uint bin = gl_LocalInvocationID.x; bin < SORT_DIGITS; bin += WORKGROUP_SIZE)
            state_store(ONESWEEP_BINS(digit) + bin, bins[bin]);
        if (gl_LocalInvocationID.x == 0)
            state_store(ONESWEEP_UNIFORM(digit), is_uniform);
        barrier();
    }
}
