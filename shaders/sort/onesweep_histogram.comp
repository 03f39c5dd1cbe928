// SPDX-License-Identifier: MIT
// Counts the keys by all digits at once: each workgroup those of its tiles, in shared memory. There
// each count has up to four copies, as lanes wait for each other's atomics on one. Clears the
// tickets and tile states of the run's passes.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "sort/onesweep.glsl"

PORT(BINDING_OUTPUT, 4) writeonly buffer Histograms { uint words[]; } BOUND(Histograms);
ALIASED PORT(BINDING_AUXILIARY, 16) writeonly buffer StateQuads { uvec4 quads[]; } BOUND(StateQuads);

const uint COPIES = DIGITS <= 4 ? 4 : DIGITS <= 8 ? 2 : 1; // 16 KiB

shared uint histogram[DIGITS * SORT_DIGITS * COPIES];

void count_key(K key)
{
    const K form = ordered_form(key);
    const uint copy = gl_LocalInvocationID.x % COPIES;
    const uint first = DIGIT_FIRST(dispatch.parameter);
    const uint bits = DIGIT_BITS(dispatch.parameter);
    [[unroll]] for (uint d = 0; d < DIGITS; d++) {
        const uint begin = DIGIT_BEGIN(bits, DIGITS, d);
        const uint digit = bits_of(form, first + begin, DIGIT_BEGIN(bits, DIGITS, d + 1) - begin);
        atomicAdd(histogram[(d * SORT_DIGITS + digit) * COPIES + copy], 1);
    }
}

void count_tile(uint tile)
{
    const uint keys = tile_keys(tile);
    K items[ITEMS];
    load_keys(tile, gl_LocalInvocationID.x, WORKGROUP_SIZE, items);
    // All loads are in flight, and the code that counts is there once: keys move through the
    // registers of the first.
    [[dont_unroll]] for (uint place = gl_LocalInvocationID.x; place < keys; place += WORKGROUP_SIZE) {
        count_key(items[0]);
        [[unroll]] for (uint k = 1; k < ITEMS; k++)
            items[k - 1] = items[k];
    }
}

void clear(uint workgroups)
{
    const uint thread = gl_WorkGroupID.x * WORKGROUP_SIZE + gl_LocalInvocationID.x;
    for (uint i = thread; i < DIGITS; i += workgroups * WORKGROUP_SIZE)
        state_store(ONESWEEP_TICKET(i), 0);
    if (thread == 0)
        state_store(ONESWEEP_WORKGROUPS, workgroups);
    const uint quads = run_tiles() * SORT_DIGITS / 4;
    for (uint i = thread; i < quads; i += workgroups * WORKGROUP_SIZE)
        AT(StateQuads, quads, auxiliary, 16, at(STATES) / 4 + i) = uvec4(0);
}

void main()
{
    read_operands();
    // Workgroups without a tile, of a run with fewer keys than it may have, leave at once.
    const uint workgroups = clamp(run_tiles(), 1, gl_NumWorkGroups.x);
    if (gl_WorkGroupID.x >= workgroups)
        return;
    for (uint i = gl_LocalInvocationID.x; i < DIGITS * SORT_DIGITS * COPIES; i += WORKGROUP_SIZE)
        histogram[i] = 0;
    clear(workgroups);
    barrier();
    for (uint tile = gl_WorkGroupID.x; tile < run_tiles(); tile += workgroups)
        count_tile(tile);
    barrier();
    for (uint i = gl_LocalInvocationID.x; i < DIGITS * SORT_DIGITS; i += WORKGROUP_SIZE) {
        uint keys = 0;
        [[unroll]] for (uint copy = 0; copy < COPIES; copy++)
            keys += histogram[i * COPIES + copy];
        AT(Histograms, words, output, 4,
           dispatch.output_offset + gl_WorkGroupID.x * DIGITS * SORT_DIGITS + i) = keys;
    }
}
