// SPDX-License-Identifier: MIT
// Scans everything in one dispatch: each block is scanned by itself, waits until its predecessor
// has handed on the prefix, hands on its own, and adds the prefix to its elements. Like dominoes,
// blocks can only fall one after the other; what they do besides overlaps.
//
// Which block a workgroup takes must not be its index. Vulkan does not say in which order
// workgroups start, nor that all of them fit on the device at once: with block = index, those that
// run may all be waiting for one that cannot start before one of them has ended, and nothing moves
// again. So blocks are handed out in the order in which workgroups ask for them, by a ticket. Then
// whoever waits, waits for a block that was taken earlier, by a workgroup that has started: the
// lowest of these waits for nobody, and so on up. That does rely on a workgroup that has started
// being kept running, which is true of the devices we know of, but which Vulkan does not promise.
//
// A flag says that the prefix beside it belongs to this run by holding the run's number, from 1 on.
// The last workgroup to finish resets the ticket and counts the run, so that nothing has to be
// cleared before the next one; only when the numbers begin anew all flags are.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "vkscan/shift.glsl"
#include "vkscan/sweep.glsl"

layout(set = SET_TOTALS, binding = 0) coherent buffer Chain { uint words[]; } chain;
layout(set = SET_TOTALS, binding = 0) coherent buffer Prefixes { T elements[]; } prefixes;

// How often a flag is looked at in one turn of the loop that waits for it. Mesa's lavapipe ends any
// loop after 65,535 turns, so they should last.
const uint LOOKS = 64;

shared uint shared_ticket;
shared bool shared_ready;
shared T shared_prefix;

uint at(uint word)
{
    return dispatch.totals_offset + word;
}

uint take_ticket()
{
    if (gl_LocalInvocationID.x == 0)
        shared_ticket = atomicAdd(chain.words[at(CHAIN_TICKET)], 1);
    barrier();
    return shared_ticket;
}

// Returns when the prefix of block b is there. Invocation 0 alone looks.
void wait_for_prefix(uint b, uint run)
{
    bool ready = false;
    while (!ready) {
        if (gl_LocalInvocationID.x == 0) {
            [[unroll]] for (uint look = 0; look < LOOKS; look++)
                if (!ready)
                    ready = atomicOr(chain.words[at(CHAIN_FLAG(b))], 0) == run;
            shared_ready = ready;
        }
        barrier();
        ready = shared_ready;
        barrier();
    }
}

T load_prefix(uint b)
{
    memoryBarrierBuffer();
    return from_memory(prefixes.elements[at(CHAIN_PREFIX(b))]);
}

void hand_on_prefix(uint b, uint run, T prefix)
{
    prefixes.elements[at(CHAIN_PREFIX(b))] = to_memory(prefix);
    memoryBarrierBuffer();
    atomicExchange(chain.words[at(CHAIN_FLAG(b))], run);
}

// Waits for the prefix, which everyone gets, and hands on the next one.
T exchange_prefixes(uint b, uint blocks, uint run, T total)
{
    if (b > 0)
        wait_for_prefix(b, run);
    if (gl_LocalInvocationID.x == 0) {
        shared_prefix = b > 0 ? load_prefix(b) : seed();
        if (b + 1 < blocks)
            hand_on_prefix(b + 1, run, combine(shared_prefix, total));
    }
    barrier();
    return shared_prefix;
}

void finish_run(uint run)
{
    memoryBarrierBuffer();
    if (atomicAdd(chain.words[at(CHAIN_FINISHED)], 1) + 1 < gl_NumWorkGroups.x)
        return;
    atomicExchange(chain.words[at(CHAIN_TICKET)], 0);
    atomicExchange(chain.words[at(CHAIN_FINISHED)], 0);
    if (run < 0xffffffffu)
        atomicExchange(chain.words[at(CHAIN_RUNS)], run);
    else
        for (uint word = at(CHAIN_RUNS); word < chain.words.length(); word++)
            atomicExchange(chain.words[word], 0);
}

void main()
{
    const uint t = gl_LocalInvocationID.x;
    const uint blocks = block_count(dispatch.count);
    const uint run = atomicOr(chain.words[at(CHAIN_RUNS)], 0) + 1;
    for (uint turn = gl_WorkGroupID.x; turn < blocks; turn += gl_NumWorkGroups.x) {
        const uint b = take_ticket();
        const uint first = b * BLOCK_SIZE;
        [[unroll]] for (uint k = 0; k < ITEMS; k++)
            block[pad(block_place(k))] = load_operand(first, block_place(k), identity());
        const T last = up_sweep();
        T total = identity();
        if (t == 0)
            total = total_from_last(first, BLOCK_SIZE, last);
        hand_on();
        const T prefix = exchange_prefixes(b, blocks, run, total);
        [[unroll]] for (uint k = 0; k < ITEMS; k++) {
            const uint i = block_place(k);
            if (first + i < dispatch.count)
                store(first + i, combine(prefix, block[pad(i)]));
        }
        barrier(); // the block and the ticket have been read
    }
    if (t == 0)
        finish_run(run);
}
