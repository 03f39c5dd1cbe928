// SPDX-License-Identifier: MIT
// The steps of single-pass selections with a tile: load the flags or elements that decide, count
// the elements that are kept, store these behind those of the tiles before. The numbers are
// published as scans publish aggregates (tile_protocol.glsl).
//
// If flags or keys decide, elements are loaded after the publishing, and only those that are
// stored.
//
// A partition stores the rest in order behind all elements that are kept. select_count has counted
// these before, so the flags or elements that decide are read twice.
#ifndef SELECT_STEPS_GLSL
#define SELECT_STEPS_GLSL

#include "select/tile.glsl"
#include "select/counts.glsl"
#include "pass/tile_state.glsl"
#include "pass/exact/lookback.glsl"
#include "hooks/publish.glsl"
#include "pass/tile_protocol.glsl"
#include "stripe.glsl"

// Returns the index of this thread's item 0.
uint first_of_tile(uint tile)
{
    return tile * TILE_SIZE + gl_SubgroupID * STRIPES * vks_lanes + gl_SubgroupInvocationID;
}

bool tile_is_whole(uint tile, uint count)
{
    return tile < count / TILE_SIZE;
}

// ---- what is kept ----

// Loads the flags, or the elements if these decide; of keys kept_of_tile() leaves a bit. With `out`
// parameters NVIDIA's driver takes 98 registers for lookahead_select in place of 64.
void load_tile(uint tile, uint count, inout ITEM items[STRIPES], inout uint flags[STRIPES])
{
    const uint first = first_of_tile(tile);
    if (tile_is_whole(tile, count)) {
        if (HAS_FLAGS)
            load_all_flags(first, vks_lanes, flags);
        else if (!BY_KEYS)
            load_all_items(first, vks_lanes, items);
    } else {
        const uint there = items_there(first, vks_lanes, count);
        if (HAS_FLAGS)
            load_flags(first, vks_lanes, there, flags);
        else if (!BY_KEYS)
            load_items(first, vks_lanes, there, items);
    }
}

uint kept_of_tile(uint tile, uint count, ITEM items[STRIPES], uint flags[STRIPES])
{
    const uint first = first_of_tile(tile);
    const uint kept = HAS_FLAGS ? items_with_flags(first, vks_lanes, flags)
                                : items_by_comparison(first, vks_lanes, count, items);
    return kept & items_there(first, vks_lanes, count);
}

const bool HAS_REST = (STORES & STORES_REST) != 0;
const uint GROUPS = HAS_REST ? 2 : 1; // what is kept, and the rest

shared uint all_kept; // elements that all tiles of a partition keep

// Returns, in the ticket leader, the number of elements that a partition keeps. Must precede
// leave_run().
uint load_all_kept()
{
    return HAS_REST && is_ticket_leader() ? state_load(STATE_KEPT) : 0;
}

// Shares the number of kept elements with the workgroup; a barrier must lie before its use.
void share_all_kept(uint number)
{
    if (HAS_REST && is_ticket_leader())
        all_kept = number;
}

uint items_of_group(uint group, uint tile, uint kept)
{
    return group == 0 ? kept : items_there(first_of_tile(tile), vks_lanes, run_count()) & ~kept;
}

// Returns where this subgroup's elements of a group begin in the output, if those that it keeps
// begin at `place`.
uint place_of_group(uint group, uint tile, uint place)
{
    return group == 0 ? place
                      : all_kept + first_of_tile(tile) - gl_SubgroupInvocationID - place;
}

// Loads the elements that are stored, if flags or keys have decided and elements are stored.
void load_stored(uint tile, uint kept, inout ITEM items[STRIPES])
{
    if ((HAS_FLAGS || BY_KEYS) && (STORES & STORES_VALUES) != 0)
        load_items(first_of_tile(tile), vks_lanes,
                   HAS_REST ? items_there(first_of_tile(tile), vks_lanes, run_count()) : kept,
                   items);
}

// Returns how many elements the subgroup's slice keeps.
uint number_of_slice(uint kept)
{
    return vks_subgroup_reduce(bitCount(kept));
}

// Returns how many elements the subgroup's slice of any tile keeps, from the input: for fallbacks.
uint reduce_slice_by_stripes(uint tile)
{
    const uint first = first_of_tile(tile);
    uint kept = 0;
    [[dont_unroll]] for (uint k = 0; k < STRIPES; k++) {
        const uint index = first + k * vks_lanes;
        if (index < run_count())
            kept += uint(is_kept(index));
    }
    return vks_subgroup_reduce(kept);
}

// Publishes the aggregate of a missing predecessor for its owner. The whole workgroup calls this.
void fall_back(uint tile, uint epoch)
{
    const T total = vks_workgroup_begin_scan(SPARE_SCAN, reduce_slice_by_stripes(tile));
    device_barrier(); // the tile's elements are loaded before its state is
    if (is_leader())
        publish_for_owner(tile, epoch, total);
    barrier(); // subgroup 0 reads shared_fallbacks next
}

// ---- a tile's results; in control flow that is uniform for the workgroup (ballots.glsl) ----

// Stores the number of elements that all tiles keep. The thread that knows it calls this.
void finish_number(uint number)
{
    store_number(0, number);
    if ((STORES & STORES_TOTAL) != 0)
        keep_total(number);
}

#include "store_values.glsl"

void store_indices(uint place, uint kept, uint first)
{
    [[unroll]] for (uint k = 0; k < STRIPES; k++) {
        const bool keeps = (kept >> k & 1) != 0;
        const uvec4 keeping = subgroupBallot(keeps);
        if (keeps)
            store_index(place + lanes_before(keeping), first + k * vks_lanes);
        place += lanes_of(keeping);
    }
}

// Stores a tile's results. Only the leader needs the tile's aggregate.
void store_tile(uint tile, uint scan, uint aggregate, uint kept, ITEM items[STRIPES])
{
    const uint prefix = shared_prefixes[scan];
    const uint place = prefix + vks_workgroup_prefix(scan);
    [[dont_unroll]] for (uint g = 0; g < GROUPS; g++) {
        const uint stored = items_of_group(g, tile, kept);
        if ((STORES & STORES_VALUES) != 0)
            store_values(place_of_group(g, tile, place), stored, items);
        if ((STORES & STORES_INDICES) != 0)
            store_indices(place_of_group(g, tile, place), stored, first_of_tile(tile));
    }
    if (is_leader() && tile + 1 == tile_count(run_count()))
        finish_number(prefix + aggregate);
}

// Looks back, and computes missing aggregates by fallback.
void find_prefix(uint tile, uint epoch, uint scan, uint aggregate)
{
    int missing = -1;
    do { // a single call of exchange_prefixes, which is inlined
        if (missing >= 0)
            fall_back(uint(missing), epoch);
        missing = exchange_prefixes(tile, epoch, scan, aggregate);
    } while (missing >= 0);
}

// Stores the number 0 in a run without tiles.
void store_number_of_none()
{
    if (is_leader() && gl_WorkGroupID.x == 0 && tile_count(run_count()) == 0)
        finish_number(0);
}

#endif
