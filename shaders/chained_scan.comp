// SPDX-License-Identifier: MIT
// Scans everything in one dispatch: each block is scanned by itself, waits until its predecessor
// has handed on the prefix, hands on its own, and adds the prefix to its elements. Like dominoes,
// blocks can only fall one after the other; what they do besides overlaps. Yan, Long and Zhang,
// "StreamScan", 2013.
//
// Which block a workgroup takes must not be its index. Vulkan does not say in which order
// workgroups start, nor that all of them fit on the device at once: with block = index, those that
// run may all be waiting for one that cannot start before one of them has ended, and nothing moves
// again. So blocks are handed out in the order in which workgroups ask for them, by a ticket. Then
// whoever waits, waits for a block that was taken earlier, by a workgroup that has started: the
// lowest of these waits for nobody, and so on up.
//
// That relies on a workgroup that has started being kept running, which Vulkan does not promise,
// and SwiftShader does not do. So whoever has waited too long computes the totals of the blocks
// that are missing by itself, and nothing can hang ("decoupled fallback": Smith, Levien and Owens,
// SPAA 2025).
//
// A flag says that the prefix beside it belongs to this run by holding the run's number.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "vkscan/shift.glsl"
#include "vkscan/sweep.glsl"
#include "vkscan/tickets.glsl"

// How often a flag is looked at in one turn of the loop that waits for it, since Mesa's lavapipe ends
// any loop after 65,535 turns, and how many turns are too long: some milliseconds on a GPU, several
// times what all the workgroups that it runs at once take to hand on.
const uint LOOKS = 64;
const uint TURNS = 100;

shared T shared_prefix;

bool has_prefix(uint b, uint run)
{
    return atomicOr(kept.words[at(CHAIN_FLAG(b))], 0) == run;
}

// Only where has_prefix.
T load_prefix(uint b)
{
    memoryBarrierBuffer();
    return value_from_bits(atomicOr(kept.words[at(CHAIN_PREFIX(b))], 0));
}

// Whoever does it for a block stores the same bits.
void hand_on_prefix(uint b, uint run, T prefix)
{
    atomicExchange(kept.words[at(CHAIN_PREFIX(b))], to_bits(prefix));
    memoryBarrierBuffer();
    atomicExchange(kept.words[at(CHAIN_FLAG(b))], run);
}

// Whether the prefix of block b came in time. Invocation 0 alone looks.
bool wait_for_prefix(uint b, uint run)
{
    bool ready = false;
    for (uint turn = 0; turn < TURNS && !ready; turn++) {
        if (gl_LocalInvocationID.x == 0)
            [[unroll]] for (uint look = 0; look < LOOKS; look++)
                if (!ready)
                    ready = has_prefix(b, run);
        ready = share(gl_LocalInvocationID.x == 0, uint(ready)) != 0;
    }
    return ready;
}

// The last block up to b whose prefix is there. That of block 0 is the seed.
uint find_prefix(uint b, uint run)
{
    uint found = b;
    if (gl_LocalInvocationID.x == 0)
        while (found > 0 && !has_prefix(found, run))
            found--;
    return share(gl_LocalInvocationID.x == 0, found);
}

// Leaves the block up-swept. In invocation 0; the others do not need it.
T block_total(uint b)
{
    const uint first = b * BLOCK_SIZE;
    barrier(); // the block in shared memory has been read
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        block[pad(block_place(k))] = load_operand(first, block_place(k), identity());
    const T last = up_sweep();
    return gl_LocalInvocationID.x == 0 ? total_from_last(first, BLOCK_SIZE, last) : last;
}

// The prefix of block b is computed from the last one that is there, block by block. In a scan in
// place, a block may be overwritten while it is read here; but not before its owner has handed on
// the next prefix, which then counts.
void hand_on_missing(uint b, uint run)
{
    for (uint behind = find_prefix(b, run); behind < b; behind++) {
        const T total = block_total(behind);
        memoryBarrierBuffer();
        barrier(); // everyone has read the block
        if (gl_LocalInvocationID.x == 0 && !has_prefix(behind + 1, run))
            hand_on_prefix(behind + 1, run,
                           combine(behind > 0 ? load_prefix(behind) : seed(), total));
    }
}

// Gets the prefix of block b, for everyone, and hands on the next one.
T exchange_prefixes(uint b, uint blocks, uint run, T total)
{
    if (b > 0 && !wait_for_prefix(b, run))
        hand_on_missing(b, run);
    if (gl_LocalInvocationID.x == 0) {
        shared_prefix = b > 0 ? load_prefix(b) : seed();
        if (b + 1 < blocks)
            hand_on_prefix(b + 1, run, combine(shared_prefix, total));
        memoryBarrierBuffer(); // before any element is overwritten
    }
    barrier();
    return shared_prefix;
}

const uint LAST_RUN = 0xffffffffu;

void main()
{
    const uint blocks = block_count(dispatch.count);
    uint run = 0; // known to invocation 0, which alone looks at flags and sets them
    if (gl_LocalInvocationID.x == 0)
        run = run_number();
    for (uint turn = gl_WorkGroupID.x; turn < blocks; turn += gl_NumWorkGroups.x) {
        const uint b = take_ticket(gl_LocalInvocationID.x == 0);
        const uint first = b * BLOCK_SIZE;
        const T total = block_total(b);
        T results[ITEMS];
        hand_on();
        [[unroll]] for (uint k = 0; k < ITEMS; k++)
            results[k] = block[pad(block_place(k))];
        const T prefix = exchange_prefixes(b, blocks, run, total);
        [[unroll]] for (uint k = 0; k < ITEMS; k++)
            if (first + block_place(k) < dispatch.count)
                store(first + block_place(k), combine(prefix, results[k]));
    }
    if (gl_LocalInvocationID.x == 0)
        finish_run(run, LAST_RUN);
}
