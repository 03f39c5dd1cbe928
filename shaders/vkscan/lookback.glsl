// SPDX-License-Identifier: MIT
// A tile's prefix, from what its predecessors have published. Merrill and Garland, "Single-pass
// Parallel Prefix Scan with Decoupled Look-back", 2016.
//
// Subgroup 0 does it. Its lanes look at as many tiles at once, in order, the last lane at the
// nearest: aggregates are combined back to the nearest prefix.
//
// A tile is only waited for by tiles with later tickets, and its aggregate is published without
// waiting for anyone: as long as a workgroup that has a ticket is kept running, no one waits for
// ever. Vulkan does not promise that, and SwiftShader does not do it. So after LOOKS looks at
// a tile that is not there, the whole workgroup computes its aggregate from the input and publishes
// it on behalf of its owner. Smith, Levien and Owens, "Decoupled Fallback: A Portable Single-Pass
// GPU Scan", SPAA 2025.
//
// A scan may run in place, and its owner overwrite a tile that is read here for another. So owners
// publish an aggregate before they store results, and one that is made up is published only if
// nothing has been by then: it is of the untouched input. (Whoever sees an owner's result also sees
// its aggregate: on that devices agree whose atomics meet in one cache. Vulkan's memory model, where
// a plain load of what is being stored is a race, is silent.)
#ifndef LOOKBACK_GLSL
#define LOOKBACK_GLSL

// Those of the kernel, and a spare one for a tile that is made up for.
#define WORKGROUP_SCANS (SCANS + 1)
#define SPARE_SCAN SCANS

#include "vkscan/tile_buffers.glsl"
#include "vkscan/status.glsl"

layout(constant_id = SPEC_LOOKS) const uint LOOKS = 64;
layout(constant_id = SPEC_STALL) const uint STALL = STALL_NONE;

shared T shared_prefixes[SCANS];
shared int shared_missing[SCANS];

// Looks that this workgroup may still take without finding all: a bound on the turns of loops (see
// tickets.glsl), whatever LOOKS is and however many tiles are missing.
uint patience = 16384;

// What the subgroup sees of the tiles before some tile.
struct window {
    status found; // by this lane
    int nearest;  // lane of the nearest prefix, -1: none
    int missing;  // nearest lane above that one which found nothing, -1: none
};

T seed()
{
    return from_bits(dispatch.seed);
}

bool is_leader()
{
    return gl_SubgroupID == 0 && gl_SubgroupInvocationID == 0;
}

int last_lane(bool here)
{
    const uvec4 ballot = subgroupBallot(here);
    return ballot == uvec4(0) ? -1 : int(subgroupBallotFindMSB(ballot));
}

// The tile that this lane looks at, of those before `end`.
int window_tile(uint end)
{
    return int(end) - int(subgroup_lanes) + int(gl_SubgroupInvocationID);
}

// Before the first tile there is the seed, and from the one on that looks there is nothing.
window look(uint tile, uint end, uint run)
{
    const int other = window_tile(end);
    window w;
    w.found = status_load(uint(clamp(other, 0, int(tile))), run);
    if (other < 0)
        w.found = status(PREFIX, seed());
    if (other >= int(tile))
        w.found = status(AGGREGATE, identity());
    w.nearest = last_lane(w.found.kind == PREFIX);
    w.missing = last_lane(w.found.kind == NOTHING);
    if (w.missing < w.nearest)
        w.missing = -1;
    return w;
}

// With nothing missing up to the nearest prefix, if there is one; or else in vain.
window look_patiently(uint tile, uint end, uint run)
{
    window w = look(tile, end, run);
    for (uint looks = 1; looks < LOOKS && patience > 0 && w.missing >= 0; looks++) {
        patience--;
        w = look(tile, end, run);
    }
    return w;
}

// The tile that is missing in a window before `end`.
int missing_tile(window w, uint end)
{
    return w.missing < 0 ? -1 : int(end) - int(subgroup_lanes) + w.missing;
}

#ifdef ELEMENT_IS_FLOAT

// How floats are grouped must not depend on how far back the nearest prefix was. So they are in
// blocks of as many tiles as a subgroup has lanes. A block begins with the prefix of the block
// before it, and only a block's last tile publishes its prefix.

bool publishes_prefix(uint tile)
{
    return tile % subgroup_lanes == subgroup_lanes - 1;
}

// The prefix at the end of a block, from that at its start.
T add_block(T prefix, window w)
{
    const uint last = subgroup_lanes - 1;
    const T last_value = subgroupShuffle(w.found.value, last);
    const T others =
        subgroup_reduce(gl_SubgroupInvocationID < last ? w.found.value : identity());
    return w.nearest < 0 ? combine(combine(prefix, others), last_value) : last_value;
}

int look_back(uint tile, uint run, out T prefix)
{
    const uint own_end = tile - tile % subgroup_lanes + subgroup_lanes;
    uint end = own_end;
    window w = look_patiently(tile, end, run);
    while (w.nearest < 0 && w.missing < 0) {
        end -= subgroup_lanes;
        w = look_patiently(tile, end, run);
    }
    const int missing = missing_tile(w, end);
    prefix = subgroup_last(w.found.value);
    for (; end < own_end && missing < 0; end += subgroup_lanes)
        prefix = add_block(prefix, look(tile, end + subgroup_lanes, run));
    return missing;
}

#else

bool publishes_prefix(uint tile)
{
    return true;
}

// From the nearest prefix on, if there is one.
T combine_window(window w)
{
    return subgroup_reduce(int(gl_SubgroupInvocationID) >= w.nearest ? w.found.value : identity());
}

// The seed and everything before the tile, in all lanes. If a predecessor is missing, that tile;
// else -1.
int look_back(uint tile, uint run, out T prefix)
{
    uint end = tile;
    window w = look_patiently(tile, end, run);
    prefix = combine_window(w);
    while (w.nearest < 0 && w.missing < 0) {
        end -= subgroup_lanes;
        w = look_patiently(tile, end, run);
        prefix = combine(combine_window(w), prefix);
    }
    return missing_tile(w, end);
}

#endif

// Decoupled fallback, for everyone: publishes the aggregate of a tile whose owner has not, and as
// its owner would, to the last bit.
void make_up_for(uint tile, uint run)
{
    const STALE stale = stale_load(tile);
    memoryBarrierBuffer();
    barrier();
    V items[ROWS];
    tile_load(tile, dispatch.count, items);
    const T total = workgroup_begin_scan(SPARE_SCAN, tile_reduce_share(items));
    memoryBarrierBuffer();
    if (is_leader() && is_stale(stale, run) && insert_aggregate(tile, run, stale, total))
        atomicAdd(kept.words[at(RUN_FALLBACKS)], 1);
}

// ---- for the tests: tiles that come late ----

bool stalls(uint tile)
{
    switch (STALL & ~STALL_LATE) {
    case STALL_EVERY: return true;
    case STALL_THIRD: return tile % 3 == 0;
    case STALL_FIRST: return tile == 0;
    case STALL_RANDOM: return (tile * 2654435761u >> 28) < 6u;
    default: return false;
    }
}

// Until someone has made up for the tile, or would have had the time; if only late, half as long
// as others wait.
void stall(uint tile, uint run)
{
    const uint turns = (STALL & STALL_LATE) != 0 ? LOOKS / 2 : 8 * LOOKS;
    bool released = false;
    for (uint turn = 0; turn < turns && !released; turn++)
        released = status_load(tile, run).kind != NOTHING;
}

// In subgroup 0: publishes what is known now.
void settle(uint tile, uint run, uint scan, T prefix, T aggregate)
{
    if (STALL != STALL_NONE && stalls(tile)) {
        stall(tile, run);
        if (gl_SubgroupInvocationID == 0)
            publish(tile, run, AGGREGATE, aggregate);
    }
    memoryBarrierBuffer(); // the aggregate is there before any element is overwritten
    if (gl_SubgroupInvocationID == 0) {
        if (publishes_prefix(tile))
            publish(tile, run, PREFIX, combine(prefix, aggregate));
        shared_prefixes[scan] = prefix;
    }
}

// ---- what kernels do with a tile, all of it for everyone ----

// Loads the next tile and publishes its aggregate, which subgroup 0 knows from here on.
uint begin_tile(uint run, uint scan, out V items[ROWS], out T aggregate)
{
    const uint tile = take_ticket();
    tile_load(tile, dispatch.count, items);
    aggregate = workgroup_begin_scan(scan, tile_reduce_share(items));
    if (is_leader() && !(STALL != STALL_NONE && stalls(tile)))
        publish(tile, run, AGGREGATE, aggregate);
    return tile;
}

// Looks for the seed and everything before the tile. If a predecessor was missing it has been made
// up for, and all has to be tried again.
bool exchange_prefixes(uint tile, uint run, uint scan, T aggregate)
{
    if (gl_SubgroupID == 0) {
        T prefix;
        const int missing = look_back(tile, run, prefix);
        if (missing < 0)
            settle(tile, run, scan, prefix, aggregate);
        if (gl_SubgroupInvocationID == 0)
            shared_missing[scan] = missing;
    }
    barrier();
    const int missing = shared_missing[scan];
    if (missing >= 0)
        make_up_for(uint(missing), run);
    return missing < 0;
}

// Stores the results of this subgroup's share of the tile.
void tile_store_results(uint tile, uint scan, V items[ROWS])
{
    T prefix = combine(shared_prefixes[scan], workgroup_prefix(scan));
    [[unroll]] for (uint row = 0; row < ROWS; row++) {
        const T inclusive = subgroup_inclusive_scan(combine_vector(items[row]));
        T before = combine(prefix, subgroup_exclusive_from_inclusive(inclusive));
        V results;
        prefix = combine(prefix, subgroup_last(inclusive));
        for (uint k = 0; k < VECTOR; k++) {
            const T after = combine(before, items[row][k]);
            results[k] = EXCLUSIVE != 0 ? before : after;
            before = after;
        }
        tile_store_row(tile, row, dispatch.count, results);
    }
}

#endif
