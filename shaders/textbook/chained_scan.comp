// SPDX-License-Identifier: MIT
// Scans everything in one dispatch: each tile is scanned by itself, waits for its prefix, publishes
// the prefix of the next tile, and adds its own prefix to its elements. Prefixes are published one
// after the other; all other work overlaps. Yan, Long and Zhang, "StreamScan", 2013.
//
// The tile that a workgroup takes must not be that of its index. Vulkan does not say in which order
// workgroups start, nor that all of them fit on the device at once: with tile = index, those that
// run may all wait for one that cannot start before one of them has ended. So tiles are taken by
// tickets, in the order in which workgroups ask for them. A tile then waits only for tiles of
// workgroups that have started, and the lowest unfinished one waits for none.
//
// Tickets rely on a workgroup that has started being kept running, which Vulkan does not promise,
// and SwiftShader does not do. So after the spin limit a workgroup computes the missing aggregates
// itself (Smith, Levien and Owens, "Decoupled Fallback", SPAA 2025).
//
// A flag holds the epoch of the run that the prefix beside it belongs to.
#version 450
#extension GL_GOOGLE_include_directive : require

#define RESET_OWN_WORDS
#include "textbook/steps.h"
#include "pass/tickets.glsl"
#include "textbook/hand_on.glsl"
#include "textbook/shift.glsl"

// The spin limit is POLLS x ITERATIONS: some milliseconds on a GPU, several times what all resident
// workgroups together take to publish. An iteration has POLLS of them, since Mesa's lavapipe ends
// any loop after 65,535 iterations.
const uint POLLS = 64;
const uint ITERATIONS = 100;

shared T shared_prefix;

bool has_prefix(uint tile, uint epoch)
{
    return atomicOr(state.words[at(CHAIN_FLAG(tile, ELEMENT_WORDS))], 0) == epoch;
}

uint load_word(uint index)
{
    return atomicOr(state.words[index], 0);
}

// Returns the prefix of a tile, only where has_prefix().
T load_prefix(uint tile)
{
    atomicLoad(state.words[at(CHAIN_FLAG(tile, ELEMENT_WORDS))], ACQUIRE);
    const uint first = at(CHAIN_PREFIX(tile, ELEMENT_WORDS));
    return FROM_WORDS(EACH_WORD(load_word, first, 1));
}

// Publishes the prefix of a tile. All workgroups that do so store the same bits.
void hand_on_prefix(uint tile, uint epoch, T prefix)
{
    FOR_EACH_WORD(k)
        atomicExchange(state.words[at(CHAIN_PREFIX(tile, ELEMENT_WORDS)) + k],
                       WORD(TO_WORDS(prefix), k));
    atomicExchange(state.words[at(CHAIN_FLAG(tile, ELEMENT_WORDS))], epoch, RELEASE);
}

// Returns whether the tile's prefix came within the spin limit. Thread 0 alone polls.
bool wait_for_prefix(uint tile, uint epoch)
{
    bool ready = false;
    for (uint k = 0; k < ITERATIONS && !ready; k++) {
        if (gl_LocalInvocationID.x == 0)
            [[unroll]] for (uint poll = 0; poll < POLLS; poll++)
                if (!ready)
                    ready = has_prefix(tile, epoch);
        ready = broadcast(gl_LocalInvocationID.x == 0, uint(ready)) != 0;
    }
    return ready;
}

// Returns the last tile up to this one whose prefix is valid. The prefix of tile 0 is the seed.
uint find_prefix(uint tile, uint epoch)
{
    uint found = tile;
    if (gl_LocalInvocationID.x == 0)
        while (found > 0 && !has_prefix(found, epoch))
            found--;
    return broadcast(gl_LocalInvocationID.x == 0, found);
}

// Returns the aggregate of a tile in thread 0, and leaves the tile up-swept.
T tile_aggregate(uint tile)
{
    const uint first = tile * TILE_SIZE;
    barrier(); // the tile in shared memory has been read
    [[unroll]] for (uint k = 0; k < ITEMS; k++)
        vks_tile[vks_pad(vks_place(k))] = load_operand(first, vks_place(k), identity());
    const T last = vks_up_sweep();
    return gl_LocalInvocationID.x == 0 ? aggregate_from_last(first, TILE_SIZE, last) : last;
}

// Computes and publishes the tile's prefix from the last valid one, tile by tile: the fallback. In
// place, a tile may be overwritten while it is read here, but only after its owner has published
// the next prefix, which is then used instead.
void hand_on_missing(uint tile, uint epoch)
{
    for (uint behind = find_prefix(tile, epoch); behind < tile; behind++) {
        const T total = tile_aggregate(behind);
        device_barrier(); // all threads have read the tile
        if (gl_LocalInvocationID.x == 0 && !has_prefix(behind + 1, epoch))
            hand_on_prefix(behind + 1, epoch,
                           combine(behind > 0 ? load_prefix(behind) : seed(), total));
    }
}

// Waits for the tile's prefix, which all threads get, and publishes the next one.
T exchange_prefixes(uint tile, uint tiles, uint epoch, T total)
{
    if (tile > 0 && !wait_for_prefix(tile, epoch))
        hand_on_missing(tile, epoch);
    if (gl_LocalInvocationID.x == 0) {
        shared_prefix = tile > 0 ? load_prefix(tile) : seed();
        if (tile + 1 < tiles)
            hand_on_prefix(tile + 1, epoch, combine(shared_prefix, total));
    }
    device_barrier(); // before any element is overwritten
    return shared_prefix;
}

const uint LAST_EPOCH = 0xffffffffu;

void main()
{
    const uint tiles = tile_count(dispatch.count);
    uint epoch = 0; // in thread 0, which alone polls and sets flags
    if (gl_LocalInvocationID.x == 0)
        epoch = current_epoch();
    for (uint turn = gl_WorkGroupID.x; turn < tiles; turn += gl_NumWorkGroups.x) {
        const uint tile = take_ticket(gl_LocalInvocationID.x == 0);
        const uint first = tile * TILE_SIZE;
        const T total = tile_aggregate(tile);
        T results[ITEMS];
        hand_on();
        [[unroll]] for (uint k = 0; k < ITEMS; k++)
            results[k] = vks_tile[vks_pad(vks_place(k))];
        const T prefix = exchange_prefixes(tile, tiles, epoch, total);
        [[unroll]] for (uint k = 0; k < ITEMS; k++)
            if (first + vks_place(k) < dispatch.count)
                store(first + vks_place(k), combine(prefix, results[k]));
    }
    if (gl_LocalInvocationID.x == 0)
        finish_run(epoch, LAST_EPOCH);
}
