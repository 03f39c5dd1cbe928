// SPDX-License-Identifier: MIT
// What single-pass kernels do with a tile, each step by the whole workgroup: publish its aggregate,
// look back for its prefix.
//
// A tile waits only for tiles of earlier tickets, and the lowest unfinished tile waits for none:
// none waits for ever if a workgroup that holds a ticket keeps running. Vulkan does not promise
// that, and SwiftShader does not do it; by index, earlier workgroups may not even have started. So
// after the spin limit the whole workgroup computes the missing aggregate from the input and
// publishes it for the owner. Smith, Levien and Owens, "Decoupled Fallback: A Portable Single-Pass
// GPU Scan", SPAA 2025.
//
// In place, an owner may overwrite a tile that a fallback reads. So owners publish an aggregate
// before they store results, and a fallback publishes only if the state is still invalid after its
// reads: its input was untouched then. (A thread that sees an owner's result also sees its
// aggregate: true of devices whose atomics go through one cache. Vulkan's memory model does not
// promise it: to it, a plain load of what is being stored is a race.)
//
// A kernel defines SCANS, its scans in flight; includes what scans a workgroup's values
// (VKS_WORKGROUP_SCANS), with a spare scan, SPARE_SCAN, if it includes fallback.glsl; and defines
// tile_count(count).
#ifndef TILE_PROTOCOL_GLSL
#define TILE_PROTOCOL_GLSL

#define SPARE_SCAN SCANS

#include "detail/lookback.glsl"

#ifdef STALLED // by the tests alone
#include "stalled.glsl"
#endif

shared T shared_prefixes[SCANS];
shared int shared_missing[SCANS];

const uint NO_TILE = 0xffffffffu;

shared uint shared_epoch;

#define OPERANDS_ARE_SHARED
#include "detail/operands.glsl"

// Tickets that this workgroup may still take: one where there are as many workgroups as tiles.
uint tickets = tile_count(dispatch.count) > gl_NumWorkGroups.x ? WORKGROUP_TILES_MAX : 1;
bool has_left = false;

bool is_leader()
{
    return gl_SubgroupID == 0 && gl_SubgroupInvocationID == 0;
}

// Reads the epoch, takes tickets and leaves the run, while subgroup 0 looks back.
bool is_ticket_leader()
{
    return gl_SubgroupID == vks_subgroup_count() - 1 && gl_SubgroupInvocationID == 0;
}

// The tile of a ticket that was just taken.
uint tile_of(uint ticket)
{
    const bool exists = ticket < tile_count(run_count());
    tickets = exists ? tickets - 1 : 0;
    return exists ? ticket : NO_TILE;
}

// The epoch of this run, and the first tile.
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

uint next_tile()
{
    uint tile = NO_TILE;
    if (tickets > 0) // the broadcast makes later branches uniform
        tile = tile_of(subgroupBroadcastFirst(take_ticket(is_ticket_leader())));
    return tile;
}

// For a workgroup that takes no more tickets: leaves the run while subgroup 0 looks back. It stays
// in the last epoch, in which all words are cleared; and where the run's last workgroup writes the
// total, perhaps in the seed's place.
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

// In the thread that knows the total of all tiles, seed included.
void keep_total(T total)
{
    FOR_EACH_WORD(k)
        state_store(STATE_TOTAL + k, WORD(TO_WORDS(total), k));
}

T kept_total()
{
    return FROM_WORDS(EACH_WORD(state_load, STATE_TOTAL, 1));
}

void end_run(uint epoch)
{
    if (epoch == LAST_EPOCH || HAS_TOTAL) {
        memoryBarrierBuffer(); // all that subgroup 0 published precedes the clearing
        barrier();
        memoryBarrierBuffer();
    }
#ifdef SCANS_COUNTS // the kernel stores what all tiles keep
    if (!has_left && is_ticket_leader())
        finish_run(epoch, LAST_EPOCH);
#else
    if (!has_left && is_ticket_leader() && finish_run(epoch, LAST_EPOCH) && HAS_TOTAL)
        store_total(tile_count(run_count()) > 0 ? kept_total() : run_seed());
#endif
}

// Decoupled fallback, by the leader: publishes the aggregate of a tile whose owner has not, if that
// is so still.
void publish_for_owner(uint tile, uint epoch, T aggregate)
{
    memoryBarrierBuffer();
    shared_fallbacks++;
    const tile_state_words before = tile_state_load(tile);
    if (tile_state_of(before, epoch).kind == INVALID &&
        insert_aggregate(tile, epoch, before, aggregate))
        atomicAdd(state.words[at(STATE_FALLBACKS)], 1);
}

// In subgroup 0, behind the barrier that follows vks_workgroup_put: the tile's aggregate.
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

// In subgroup 0: publishes the inclusive prefix, if that tile gets one, and broadcasts the
// exclusive one to the workgroup.
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

// Looks back for the exclusive prefix, seed included; with `poll_long` up to the spin limit. After
// the next barrier all threads can read it, or else missing_predecessor.
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
        memoryBarrierBuffer(); // tile states are visible before any element is overwritten
}

// -1: the prefix is known. Else, polled long, the predecessor whose tile state is missing.
int missing_predecessor(uint scan)
{
    return subgroupBroadcastFirst(shared_missing[scan]);
}

// Looks back up to the spin limit; returns missing_predecessor.
int exchange_prefixes(uint tile, uint epoch, uint scan, T aggregate)
{
    seek_prefix(tile, epoch, scan, aggregate, POLL_LONG);
    barrier();
    return missing_predecessor(scan);
}

#endif
