// SPDX-License-Identifier: MIT
// Counts the elements that a partition keeps, before a single pass stores the rest behind them.
// Flags are counted by words, each with the flags of up to 32 elements; all else is counted by
// elements.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "select/groups.glsl"
#include "pass/tickets.glsl"

shared uint all_kept;

const uint FLAGS_PER_WORD =
    CRITERION == CRITERION_FLAG_BYTES ? 4 : CRITERION == CRITERION_FLAG_BITS ? 32 : 1;

// Returns how many flags of the first word are in front of the first element's.
uint flags_before()
{
    return CRITERION == CRITERION_FLAG_BYTES ? FLAGS_OFFSET(1) % 4 : 0;
}

// Returns a bit for each flag of a word that is set.
uint flags_set(uint word)
{
    if (CRITERION == CRITERION_FLAG_BYTES)
        return ((word & 0x7f7f7f7fu) + 0x7f7f7f7fu | word) & 0x80808080u;
    return CRITERION == CRITERION_FLAG_BITS ? word : uint(word != 0) << 31;
}

// Returns how many elements flag word `index` keeps.
uint kept_of_word(uint index)
{
    const uint bits = 32 / FLAGS_PER_WORD;
    const uint first = flags_before(), end = first + run_count();
    const uint base = CRITERION == CRITERION_FLAG_BYTES ? FLAGS_OFFSET(1) / 4 : FLAGS_OFFSET(4);
    const uint at = min(index, (end - 1) / FLAGS_PER_WORD); // loads do not branch
    uint flags = flags_set(FLAG_WORD(base + at));
    if (at == 0)
        flags &= ~0u << bits * first;
    if ((at + 1) * FLAGS_PER_WORD > end)
        flags &= ~0u >> bits * ((at + 1) * FLAGS_PER_WORD - end);
    return at == index ? bitCount(flags) : 0;
}

uint kept_of_element(uint index)
{
    const uint group = group_by_element(min(index, run_count() - 1)); // loads do not branch
    return index < run_count() ? group : 0;
}

void main()
{
    read_run();
    if (gl_LocalInvocationID.x == 0)
        all_kept = 0;
    barrier();
    const uint units = HAS_FLAGS ? divide_up(flags_before() + run_count(), FLAGS_PER_WORD)
                                 : run_count();
    uint kept = 0;
    for (uint tile = gl_WorkGroupID.x; tile < tiles_of(units); tile += gl_NumWorkGroups.x)
        [[unroll]] for (uint k = 0; k < ITEMS; k++) {
            const uint index = tile * TILE_SIZE + k * WORKGROUP_SIZE + gl_LocalInvocationID.x;
            kept += HAS_FLAGS ? kept_of_word(index) : kept_of_element(index);
        }
    atomicAdd(all_kept, kept);
    barrier();
    if (gl_LocalInvocationID.x == 0)
        atomicAdd(state.words[at(STATE_KEPT)], all_kept);
}
