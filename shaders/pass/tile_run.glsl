// SPDX-License-Identifier: MIT
// The part of a workgroup in a run: the workgroup begins, takes tiles by tickets until none is
// left, and leaves. The includer has tile states, and defines tile_count(count). A kernel that
// stores its total itself, before end_run(), defines STORES_OWN_TOTAL.
#ifndef TILE_RUN_GLSL
#define TILE_RUN_GLSL

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

#endif
