// SPDX-License-Identifier: MIT
// Sums 32-bit integers in one dispatch: each workgroup adds its sum to a word of 64 bits whose
// lower half counts the workgroups, so that the last one has the total from its own atomic.
#version 450
#extension GL_GOOGLE_include_directive : require

#define OP OP_ADD
#include "reduce/single_reduce.glsl"

#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

ALIASED PORT(BINDING_AUXILIARY, 8) coherent buffer Sums { uint64_t words[]; } BOUND(Sums);
#define sums VIEW(Sums, auxiliary)

void main()
{
    uint workgroups;
    const T own = reduce_share(workgroups);
    if (!is_leader())
        return;
    const uint64_t counted = packUint2x32(uvec2(1, own)); // an overflow of the sum is lost above
    const uvec2 others =
        unpackUint2x32(atomicAdd(sums.words[at(STATE_SUM) / 2], counted, RELAXED));
    if (others.x + 1 < gl_NumWorkGroups.x)
        return;
    store_result_of_all(combine(run_seed(), combine(others.y, own)));
    atomicStore(sums.words[at(STATE_SUM) / 2], uint64_t(0), RELAXED);
}
