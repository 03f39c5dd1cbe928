// SPDX-License-Identifier: MIT
// Selects in one dispatch: each tile publishes how many of its elements it keeps, looks back for
// those that are kept before it, and stores its own from there on. Where flags decide, elements are
// loaded behind the publishing, so that the look-back waits for no load of theirs.
//
// What is kept goes through shared memory, so that neighbouring threads store neighbours.
#version 450
#extension GL_GOOGLE_include_directive : require

#define SCANS 1
#include "detail/select_tile.glsl"
#include "detail/counts.glsl"
#include "detail/by_index.glsl"

shared uint shared_kept; // of the tile

// The element with which this thread's vector of a stripe begins.
uint stripe_first(uint tile, uint s)
{
    const uint slice = tile * TILE_VECTORS + gl_SubgroupID * STRIPES * vks_lanes;
    return (slice + s * vks_lanes + gl_SubgroupInvocationID) * VECTOR;
}

uint stripe_bits(uint bits, uint s)
{
    return bits >> s * VECTOR & ALL_OF_VECTOR;
}

bool tile_is_whole(uint tile, uint count)
{
    return tile < count / TILE_SIZE;
}

// ---- what is kept ----

// Bits of this thread's vectors, those of stripe 0 lowest.
uint elements_of_tile(uint tile, uint count)
{
    uint bits = 0;
    [[unroll]] for (uint s = 0; s < STRIPES; s++)
        bits |= elements_there(stripe_first(tile, s), count) << s * VECTOR;
    return bits;
}

uint flags_of_tile(uint tile, uint count)
{
    uint kept = 0;
    if (tile_is_whole(tile, count) && flags_have_vectors()) {
        [[unroll]] for (uint s = 0; s < STRIPES; s++)
            kept |= flags_of_vector(stripe_first(tile, s)) << s * VECTOR;
    } else {
        [[unroll]] for (uint s = 0; s < STRIPES; s++) {
            const uint first = stripe_first(tile, s);
            kept |= flags_of_elements(first, elements_there(first, count)) << s * VECTOR;
        }
    }
    return kept;
}

void load_values(uint tile, uint count, uint wanted, out V values[STRIPES])
{
    if (tile_is_whole(tile, count) && input_has_vectors()) {
        [[unroll]] for (uint s = 0; s < STRIPES; s++)
            if (!HAS_FLAGS || stripe_bits(wanted, s) != 0)
                values[s] = load_vector(stripe_first(tile, s) / VECTOR);
    } else {
        [[unroll]] for (uint s = 0; s < STRIPES; s++)
            values[s] = load_elements(stripe_first(tile, s), stripe_bits(wanted, s));
    }
}

uint compare_tile(uint tile, uint count, V values[STRIPES])
{
    uint kept = 0;
    [[unroll]] for (uint s = 0; s < STRIPES; s++)
        kept |= compare_vector(values[s], stripe_first(tile, s), count) << s * VECTOR;
    return kept;
}

// For fallbacks.
uint reduce_slice_by_stripes(uint tile)
{
    uint kept = 0;
    [[dont_unroll]] for (uint s = 0; s < STRIPES; s++) {
        const uint first = stripe_first(tile, s);
        const uint wanted = elements_there(first, run_count());
        if (HAS_FLAGS)
            kept += bitCount(flags_of_elements(first, wanted));
        else
            kept += bitCount(wanted & compare_vector(load_elements(first, wanted), first,
                                                     run_count()));
    }
    return vks_subgroup_reduce(kept);
}

#include "detail/fallback.glsl"

// ---- ranks in a slice: of this thread's vector in each stripe, two to a word ----

const uint RANK_WORDS = (STRIPES + 1) / 2;

uint rank_slice(uint kept, out uint ranks[RANK_WORDS])
{
    uint total = 0;
    [[unroll]] for (uint p = 0; p < RANK_WORDS; p++) {
        const uint counts =
            bitCount(stripe_bits(kept, 2 * p)) |
            (2 * p + 1 < STRIPES ? bitCount(stripe_bits(kept, 2 * p + 1)) << 16 : 0);
        const uint inclusive = vks_subgroup_inclusive_scan(counts);
        const uint sums = vks_subgroup_last(inclusive);
        const uint middle = total + (sums & 0xffff);
        ranks[p] = inclusive - counts + (total | middle << 16);
        total = middle + (sums >> 16);
    }
    return total;
}

uint stripe_rank(uint ranks[RANK_WORDS], uint s)
{
    return ranks[s / 2] >> 16 * (s % 2) & 0xffff;
}

// ---- a tile's results ----

void store_tile(uint tile, uint kept, uint ranks[RANK_WORDS], V values[STRIPES])
{
    const uint prefix = shared_prefixes[0], number = shared_kept;
    const uint slice = vks_workgroup_prefix(0);
    if ((STORES & STORES_VALUES) != 0)
        for (uint first = 0; first < number; first += EXCHANGE) {
            [[unroll]] for (uint s = 0; s < STRIPES; s++)
                put_values(values[s], stripe_bits(kept, s), slice + stripe_rank(ranks, s) - first);
            barrier();
            store_ranks(prefix + first, 0, 0, min(number - first, EXCHANGE));
            barrier();
        }
    if ((STORES & STORES_INDICES) != 0)
        for (uint first = 0; first < number; first += EXCHANGE) {
            [[unroll]] for (uint s = 0; s < STRIPES; s++)
                put_indices(stripe_first(tile, s), stripe_bits(kept, s),
                            slice + stripe_rank(ranks, s) - first);
            barrier();
            store_indices(prefix + first, min(number - first, EXCHANGE));
            barrier();
        }
    if (is_leader() && tile + 1 == tile_count(run_count()))
        store_number(prefix + number);
}

void select_tile(uint tile, inout uint epoch)
{
    V values[STRIPES];
    uint ranks[RANK_WORDS];
    uint kept;
    if (HAS_FLAGS) {
        kept = flags_of_tile(tile, run_count());
    } else {
        const uint there = elements_of_tile(tile, run_count());
        load_values(tile, run_count(), there, values);
        kept = there & compare_tile(tile, run_count(), values);
    }
    const uint slice_total = rank_slice(kept, ranks);
    if (BY_INDEX != 0 && !HAS_COUNT && !HAS_SEED)
        epoch = broadcast_epoch(epoch);
    const uint aggregate = begin_tile(tile, epoch, 0, slice_total);
    if (is_leader())
        shared_kept = aggregate;
    if (HAS_FLAGS && (STORES & STORES_VALUES) != 0)
        load_values(tile, run_count(), kept, values);
    if (BY_INDEX != 0 || tickets == 0)
        leave_run(epoch);
    int missing = -1;
    do { // a single call of exchange_prefixes, which is inlined
        if (missing >= 0)
            fall_back(uint(missing), epoch);
        missing = exchange_prefixes(tile, epoch, 0, aggregate);
    } while (missing >= 0);
    store_tile(tile, kept, ranks, values);
}

void main()
{
    uint tile = gl_WorkGroupID.x;
    uint epoch = 0;
    if (BY_INDEX == 0)
        epoch = begin_run(tile);
    else if (is_ticket_leader())
        epoch = current_epoch();
    if (BY_INDEX != 0 && (HAS_COUNT || HAS_SEED || dispatch.count == 0)) {
        if (is_ticket_leader())
            read_operands();
        epoch = broadcast_epoch(epoch);
        if (tile >= tile_count(run_count()))
            tile = NO_TILE;
    }
    if (is_leader() && gl_WorkGroupID.x == 0 && tile_count(run_count()) == 0)
        store_number(0);
    while (tile != NO_TILE) {
        select_tile(tile, epoch);
        tile = NO_TILE;
        if (BY_INDEX == 0)
            tile = next_tile();
    }
    end_run(epoch);
}
