// SPDX-License-Identifier: MIT
// What scans of one dispatch do with a tile, all of it for the whole workgroup: publish its
// aggregate, look back for its prefix, store its results.
//
// A tile is only waited for by tiles with later tickets, and the lowest of those that are not
// finished waits for nobody: as long as a workgroup that has a ticket is kept running, no one waits
// for ever. Vulkan does not promise that, and SwiftShader does not do it; by index, those before may
// not even have begun. So after LOOKS looks at a tile that is not there, the whole workgroup
// computes its aggregate from the input and publishes it on behalf of its owner. Smith, Levien and
// Owens, "Decoupled Fallback: A Portable Single-Pass GPU Scan", SPAA 2025.
//
// A scan may run in place, and its owner overwrite a tile that is read here for another. So owners
// publish an aggregate before they store results, and one that is made up is published only if
// nothing has been by then: it is of the untouched input. (Whoever sees an owner's result also sees
// its aggregate: on that devices agree whose atomics meet in one cache. Vulkan's memory model is
// silent, as a plain load of what is being stored is a race there.)
//
// Tiles are held in registers. Whichever is in hand when a predecessor is missing is scanned row by
// row: if code that hardly ever runs held a tile, its registers would be lacking in every run.
#ifndef ONE_PASS_GLSL
#define ONE_PASS_GLSL

// Those of the kernel, and a spare one for a tile that is made up for.
#define WORKGROUP_SCANS (SCANS + 1)
#define SPARE_SCAN SCANS

#define SKIPS
#include "vkscan/tile_buffers.glsl"
#include "vkscan/lookback.glsl"
#include "vkscan/stall.glsl"

shared T shared_prefixes[SCANS];
shared int shared_missing[SCANS];

const uint NO_TILE = 0xffffffffu;

shared uint shared_run;

// Tickets that this workgroup may still take: one where there are as many workgroups as tiles.
uint tickets = tile_count(dispatch.count) > gl_NumWorkGroups.x ? SHARE_MAX : 1;
bool has_left = false;

bool is_leader()
{
    return gl_SubgroupID == 0 && gl_SubgroupInvocationID == 0;
}

// Asks for the run's number and for tickets, and leaves the run: subgroup 0 looks back meanwhile.
bool is_steward()
{
    return gl_SubgroupID == subgroup_count() - 1 && gl_SubgroupInvocationID == 0;
}

// The tile of a ticket that has just been taken.
uint tile_of(uint ticket)
{
    const bool is_there = ticket < tile_count(dispatch.count);
    tickets = is_there ? tickets - 1 : 0;
    return is_there ? ticket : NO_TILE;
}

// The number of this run, and the first tile.
uint begin_run(out uint tile)
{
    if (is_steward()) {
        const uint run = run_number();
        const uint ticket = atomicAdd(kept.words[at(RUN_TICKET)], 1);
        shared_fallbacks = 0;
        shared_run = run;
        shared_ticket = ticket;
    }
    barrier();
    tile = tile_of(subgroupBroadcastFirst(shared_ticket));
    return subgroupBroadcastFirst(shared_run);
}

uint next_tile()
{
    uint tile = NO_TILE;
    if (tickets > 0)
        tile = tile_of(subgroupBroadcastFirst(take_ticket(is_steward()))); // for uniform branches
    return tile;
}

// For a workgroup that takes no more tickets: it leaves while subgroup 0 looks back. All words are
// cleared in the last run, so in that one it stays.
void leave_run(uint run)
{
    if (run < LAST_RUN) {
        has_left = true;
        if (is_steward())
            finish_run(run, LAST_RUN);
    }
}

void end_run(uint run)
{
    if (run == LAST_RUN) {
        memoryBarrierBuffer(); // whatever subgroup 0 has published is there before it is cleared
        barrier();
    }
    if (!has_left && is_steward())
        finish_run(run, LAST_RUN);
}

// In subgroup 0, behind the barrier that follows workgroup_put: the tile's aggregate.
T publish_aggregate(uint tile, uint run, uint scan)
{
    const T aggregate = workgroup_scan_slots(scan);
    if (is_leader() && !stalls(tile))
        publish(tile, run, AGGREGATE, aggregate);
    return aggregate;
}

// Publishes the aggregate of this workgroup's tile, which subgroup 0 knows from here on.
T begin_tile(uint tile, uint run, uint scan, T share)
{
    workgroup_put(scan, share);
    barrier();
    return gl_SubgroupID == 0 ? publish_aggregate(tile, run, scan) : identity();
}

// In subgroup 0: publishes what is known now.
void settle(uint tile, uint run, uint scan, T prefix, T aggregate)
{
    if (stalls(tile)) {
        stall(tile, run);
        if (gl_SubgroupInvocationID == 0)
            publish(tile, run, AGGREGATE, aggregate);
    }
    if (gl_SubgroupInvocationID == 0) {
        publish_prefix(tile, run, prefix, aggregate);
        shared_prefixes[scan] = prefix;
    }
    if (dispatch.in_place != 0)
        memoryBarrierBuffer(); // all this is there before any element is overwritten
}

// Looks for the seed and everything before the tile. Behind the next barrier everyone has it, and
// knows from shared_missing which predecessor is missing, or -1.
void seek_prefix(uint tile, uint run, uint scan, T aggregate, bool patiently)
{
    if (gl_SubgroupID == 0) {
        T prefix;
        const int missing =
            patiently ? look_back(tile, run, prefix) : glance_back(tile, run, prefix);
        if (missing < 0)
            settle(tile, run, scan, prefix, aggregate);
        if (gl_SubgroupInvocationID == 0)
            shared_missing[scan] = missing;
    }
}

int missing_predecessor(uint scan)
{
    return subgroupBroadcastFirst(shared_missing[scan]);
}

// The same, waited for: the predecessor that is missing, else -1.
int exchange_prefixes(uint tile, uint run, uint scan, T aggregate)
{
    seek_prefix(tile, run, scan, aggregate, true);
    barrier();
    return missing_predecessor(scan);
}

// What precedes this subgroup's share of the tile.
T share_prefix(uint scan)
{
    return combine(shared_prefixes[scan], workgroup_prefix(scan));
}

// One row of this subgroup's share, which is taken into the prefix.
V scan_row(V items, inout T prefix)
{
    const T inclusive = subgroup_inclusive_scan(combine_vector(items));
    T before = combine(prefix, subgroup_exclusive_from_inclusive(inclusive));
    V results;
    prefix = combine(prefix, subgroup_last(inclusive));
    for (uint k = 0; k < VECTOR; k++) {
        const T after = combine(before, items[k]);
        results[k] = EXCLUSIVE != 0 ? before : after;
        before = after;
    }
    return results;
}

void finish_tile(uint tile, uint scan, V items[ROWS])
{
    T prefix = share_prefix(scan);
    if (!share_is_whole(tile, dispatch.count)) {
        [[unroll]] for (uint row = 0; row < ROWS; row++)
            tile_store_row(tile, row, dispatch.count, scan_row(items[row], prefix));
    } else if (output_has_vectors()) {
        [[unroll]] for (uint row = 0; row < ROWS; row++)
            output_vector(tile * TILE_VECTORS + tile_vector(row), scan_row(items[row], prefix));
    } else {
        V first_row = V(identity());
        V row_before = V(identity());
        [[unroll]] for (uint row = 0; row < ROWS; row++) {
            const V results = scan_row(items[row], prefix);
            tile_store_shifted_row(tile, row, row_before, results);
            if (row == 0)
                first_row = results;
            row_before = results;
        }
        tile_store_ends(tile, first_row, row_before);
    }
}

// ---- row by row ----

// As tile_reduce_share, to the last bit.
T reduce_rows(uint tile)
{
    T total = identity();
    [[dont_unroll]] for (uint row = 0; row < ROWS; row++) {
        const T value = combine_vector(tile_load_row(tile, row, dispatch.count));
        total = combine(total, COMMUTATIVE != 0 ? value : subgroup_reduce(value));
    }
    return COMMUTATIVE != 0 ? subgroup_reduce(total) : total;
}

// Decoupled fallback: publishes the aggregate of a tile whose owner has not.
void make_up_for(uint tile, uint run)
{
    const status_words before = status_load(tile);
    memoryBarrierBuffer();
    if (is_leader())
        shared_fallbacks++;
    barrier();
    const T total = workgroup_begin_scan(SPARE_SCAN, reduce_rows(tile));
    memoryBarrierBuffer();
    if (is_leader() && status_of(before, run).kind == NOTHING &&
        insert_aggregate(tile, run, before, total))
        atomicAdd(kept.words[at(RUN_FALLBACKS)], 1);
}

// Whatever is missing. The tile has been begun before, to the same bits. What is shared has been
// read by then.
void scan_rows(uint tile, uint run)
{
    const T aggregate = begin_tile(tile, run, 0, reduce_rows(tile));
    int missing = exchange_prefixes(tile, run, 0, aggregate);
    while (missing >= 0) {
        make_up_for(uint(missing), run);
        missing = exchange_prefixes(tile, run, 0, aggregate);
    }
    T prefix = share_prefix(0);
    [[dont_unroll]] for (uint row = 0; row < ROWS; row++)
        tile_store_row(tile, row, dispatch.count,
                       scan_row(tile_load_row(tile, row, dispatch.count), prefix));
}

#endif
