// SPDX-License-Identifier: MIT
// Sorts tiles by digit with subgroup operations (by_ballots.glsl). Adinets and Merrill, "Onesweep:
// A Faster Least Significant Digit Radix Sort for GPUs", 2022.
//
// In a onesweep the workgroup takes tiles by tickets, ranks a tile's keys, publishes how many have
// each of the digit's values, and looks back over the tiles before. Nothing waits without bound:
// after the spin limit a workgroup counts the missing tile's keys itself. The keys are still there,
// as the input of a pass is not its output.
//
// Without LOOKS_BACK the scanned counts of the tiles tell where their keys begin in the output.
#version 450
#extension GL_GOOGLE_include_directive : require

#define SORTED_BY dispatch.parameter
#include "sort/scatter.glsl"
#include "sort/onesweep.glsl"
#include "sort/by_ballots.glsl"

// ---- uniform digits, which move nothing ----

// Two such passes in a row are left out, and one alone copies, as its output is the input of the next.

void copy_tile(uint tile)
{
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        if (stored_place(k) < tile_keys(tile)) {
            const uint i = tile * TILE_SIZE + stored_place(k);
            store_key(i, load_key(i));
            WITH_VALUES(move_value(i, i);)
        }
}

// Returns one bit for each digit, set if all keys have the same value.
uint load_uniform_digits()
{
    uint mask = 0;
    [[unroll]] for (uint d = 0; d < DIGITS; d++)
        mask |= state_load(ONESWEEP_UNIFORM(d)) << d;
    return mask;
}

// Returns the uniform digits whose passes are left out, two in a row each. The first pass is never
// left out: it takes the keys out of the source, and makes indices.
uint left_out(uint uniform_digits)
{
    uint mask = 0;
    [[unroll]] for (uint d = 1; d + 1 < DIGITS; d++)
        if ((mask >> d & 1) == 0 && (uniform_digits >> d & 3) == 3)
            mask |= 3u << d;
    return mask;
}

// ---- tiles ----

// Takes a ticket, in one thread, if tiles look back.
uint ask_for_ticket()
{
    uint ticket = 0;
    if (LOOKS_BACK && gl_LocalInvocationID.x == 0)
        ticket = atomicAdd(state.words[at(ONESWEEP_TICKET(DIGIT_INDEX(dispatch.parameter)))], 1);
    return ticket;
}

// Sorts tiles, in a onesweep that of `ticket` first. One ticket is enough if there are as many
// workgroups as tiles. No workgroup asks for its next ticket before it has stored: others would
// wait for a tile that nobody has begun.
void sort_tiles(uint ticket)
{
    for (uint first = 0; first < run_tiles(); first += gl_NumWorkGroups.x) {
        if (first > 0) {
            barrier(); // the tile before has been stored
            ticket = ask_for_ticket();
        }
        if (gl_LocalInvocationID.x == 0)
            shared_ticket = LOOKS_BACK ? ticket : first + gl_WorkGroupID.x;
        clear_rows();
        barrier();
        const uint tile = subgroupBroadcastFirst(shared_ticket);
        if (tile >= run_tiles())
            return;
        begin_tile(tile);
        if (!is_empty(tile))
            sort_tile(tile);
    }
}

void sort_or_copy_tiles()
{
    const uint ticket = ask_for_ticket(); // in flight with these loads
    const uint uniform_digits = LOOKS_BACK ? load_uniform_digits() : 0;
    const uint index = DIGIT_INDEX(dispatch.parameter);
    if ((uniform_digits >> index & 1) == 0) {
        const uint before = bitCount(bitfieldExtract(~uniform_digits, 0, int(index))); // that rank
        pass_parity = (before + 1) << 31;
        sort_tiles(ticket);
    } else if ((left_out(uniform_digits) >> index & 1) == 0) {
        for (uint tile = gl_WorkGroupID.x; tile < run_tiles(); tile += gl_NumWorkGroups.x)
            copy_tile(tile);
    }
}

void main()
{
    read_operands();
    sort_or_copy_tiles();
}
