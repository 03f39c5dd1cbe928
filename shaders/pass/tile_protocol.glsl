// SPDX-License-Identifier: MIT
// The part of a workgroup in a run: the workgroup begins, takes tiles by tickets until none is left,
// and leaves. And the steps of single-pass kernels with a tile, each by the whole workgroup: publish
// its aggregate, look back for its prefix.
//
// A tile waits only for tiles of earlier tickets, and the lowest unfinished tile waits for none: no
// tile waits for ever if every workgroup that holds a ticket keeps running. Vulkan does not promise
// that, and SwiftShader does not do so; by index, earlier workgroups may not even have started. So
// after the spin limit the whole workgroup computes the missing aggregate from the input and
// publishes it for the owner. Smith, Levien and Owens, "Decoupled Fallback: A Portable Single-Pass
// GPU Scan", SPAA 2025.
//
// In place, an owner may overwrite a tile that a fallback reads. So owners publish an aggregate
// before they store results, and a fallback publishes only if the state is still invalid after its
// reads: the input was untouched then. A thread that sees an owner's result also sees its
// aggregate. (The last is more than Vulkan's memory model promises: docs/algorithms.md, Memory
// model.)
//
// The includer has tile states, and defines tile_count(count). A kernel that stores its total itself,
// before end_run(), defines STORES_OWN_TOTAL. One that takes these steps defines SCANS, the number of
// its scans in flight; it includes a look-back, and what scans a workgroup's values
// (VKS_WORKGROUP_SCANS), with a spare scan, SPARE_SCAN, if it falls back beside the tile in hand.
#ifndef TILE_PROTOCOL_GLSL
#define TILE_PROTOCOL_GLSL

#define OPERANDS_ARE_SHARED
#include "port/operands.glsl"

const uint NO_TILE = 0xffffffffu;

shared uint shared_epoch;

// Tickets that this workgroup may still take: one if there are as many workgroups as tiles.
uint tickets = tile_count(dispatch.count) > gl_NumWorkGroups.x ? WORKGROUP_TILES_MAX : 1;
bool has_left = false;

bool is_leader()
{
    return gl_SubgroupID == 0 && gl_SubgroupInvocationID == 0;
}

// Returns whether this is the thread that reads the epoch, takes tickets and leaves the run, while
// subgroup 0 looks back.
bool is_ticket_leader()
{
    return gl_SubgroupID == vks_subgroup_count() - 1 && gl_SubgroupInvocationID == 0;
}

// Returns the tile of a ticket that was just taken, or NO_TILE.
uint tile_of(uint ticket)
{
    const bool exists = ticket < tile_count(run_count());
    tickets = exists ? tickets - 1 : 0;
    return exists ? ticket : NO_TILE;
}

// Begins the run: reads the operands, takes the first tile and returns the epoch.
uint begin_run(out uint tile)
{
    if (is_ticket_leader()) {
        const uint epoch = current_epoch();
        const uint ticket = atomicAdd(state.words[at(STATE_TICKET)], 1);
        shared_fallbacks = 0;
        shared_epoch = epoch;
        shared_ticket = ticket;
        read_operands();
    }
    barrier();
    keep_operands();
    tile = tile_of(subgroupBroadcastFirst(shared_ticket));
    return subgroupBroadcastFirst(shared_epoch);
}

// Takes and returns the next tile, or NO_TILE.
uint next_tile()
{
    uint tile = NO_TILE;
    if (tickets > 0) // the broadcast makes later branches uniform
        tile = tile_of(subgroupBroadcastFirst(take_ticket(is_ticket_leader())));
    return tile;
}

// Leaves the run while subgroup 0 looks back, in a workgroup that takes no more tickets. The
// workgroup stays until end_run() in the last epoch, in which all words are cleared, and in runs
// with a total, as the last workgroup stores the total, perhaps in the place of the seed.
void leave_run(uint epoch)
{
    if (HAS_TOTAL || has_left)
        return;
    if (epoch < LAST_EPOCH) { // by itself, so that the optimizer leaves out the clearing
        has_left = true;
        if (is_ticket_leader())
            finish_run(epoch, LAST_EPOCH);
    }
}

// Keeps the total of all tiles, seed included. The thread that knows the total calls this.
void keep_total(T total)
{
    FOR_EACH_WORD(k)
        state_store(STATE_TOTAL + k, WORD(TO_WORDS(total), k));
}

T kept_total()
{
    return FROM_WORDS(EACH_WORD(state_load, STATE_TOTAL, 1));
}

// Leaves the run if the workgroup has not yet. The last workgroup stores the total.
void end_run(uint epoch)
{
    if (epoch == LAST_EPOCH || HAS_TOTAL)
        device_barrier(); // all that subgroup 0 published precedes the clearing
#ifdef STORES_OWN_TOTAL
    if (!has_left && is_ticket_leader())
        finish_run(epoch, LAST_EPOCH);
#else
    if (!has_left && is_ticket_leader() && finish_run(epoch, LAST_EPOCH) && HAS_TOTAL)
        store_total(tile_count(run_count()) > 0 ? kept_total() : run_seed());
#endif
}

// ---- steps with a tile ----

#ifdef SCANS

#define SPARE_SCAN SCANS

shared T shared_prefixes[SCANS];
shared int shared_missing[SCANS];

// Publishes the tile's aggregate and returns it. Subgroup 0 calls this, after the barrier that
// follows vks_workgroup_put.
T publish_aggregate(uint tile, uint epoch, uint scan, bool for_owner)
{
    const T aggregate = vks_workgroup_scan_slots(scan);
    if (is_leader()) {
        if (for_owner)
            publish_for_owner(tile, epoch, aggregate);
        else
            publish(tile, epoch, AGGREGATE, aggregate);
    }
    return aggregate;
}

// Publishes the aggregate of this workgroup's tile and returns it in subgroup 0.
T begin_tile(uint tile, uint epoch, uint scan, T slice_total)
{
    vks_workgroup_put(scan, slice_total);
    barrier();
    return gl_SubgroupID == 0 ? publish_aggregate(tile, epoch, scan, false) : identity();
}

// Publishes what publish_prefix has to for this tile, stores the tile's exclusive prefix for the
// workgroup, and keeps the total at the last tile. Subgroup 0 calls this.
void share_prefix(uint tile, uint epoch, uint scan, T prefix, T aggregate)
{
    if (gl_SubgroupInvocationID == 0) {
        publish_prefix(tile, epoch, prefix, aggregate);
        shared_prefixes[scan] = prefix;
        if (HAS_TOTAL && tile + 1 == tile_count(run_count()))
            keep_total(combine(prefix, aggregate));
    }
}

const bool POLL_ONCE = false, POLL_LONG = true;

// Looks back for the exclusive prefix, seed included: once, or with `poll_long` up to the spin
// limit. After the next barrier all threads can read the prefix, if missing_predecessor() is -1.
void seek_prefix(uint tile, uint epoch, uint scan, T aggregate, bool poll_long)
{
    if (gl_SubgroupID == 0) {
        T prefix;
        int missing;
        if (poll_long)
            missing = look_back(tile, epoch, prefix);
        else
            missing = look_back_once(tile, epoch, prefix) ? -1 : 0;
        if (missing < 0)
            share_prefix(tile, epoch, scan, prefix, aggregate);
        if (gl_SubgroupInvocationID == 0)
            shared_missing[scan] = missing;
    }
    if ((dispatch.flags & PASS_IN_PLACE) != 0)
        device_barrier(); // tile states are visible before any element is overwritten
}

// Returns -1 if the prefix is known; else, after POLL_LONG, the predecessor whose tile state is
// missing.
int missing_predecessor(uint scan)
{
    return subgroupBroadcastFirst(shared_missing[scan]);
}

// Looks back up to the spin limit; returns missing_predecessor().
int exchange_prefixes(uint tile, uint epoch, uint scan, T aggregate)
{
    seek_prefix(tile, epoch, scan, aggregate, POLL_LONG);
    barrier();
    return missing_predecessor(scan);
}

#endif

#endif
