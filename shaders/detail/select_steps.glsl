// SPDX-License-Identifier: MIT
// What single-pass selections do with a tile: load what decides, count what is kept, rank it within
// the tile, store it behind what is kept of the tiles before. Each number of elements is published as
// scans publish aggregates (tile_protocol.glsl).
//
// Where flags decide, elements are loaded behind the publishing, and none but the vectors that have
// one that is kept. What is kept goes through shared memory, so that neighbouring threads store
// neighbours.
#ifndef SELECT_STEPS_GLSL
#define SELECT_STEPS_GLSL

#include "detail/select_tile.glsl"
#include "detail/counts.glsl"
#include "detail/tile_protocol.glsl"

shared uint shared_kept[SCANS]; // of the tile

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

void load_flags(uint tile, uint count, out uint flags[STRIPES])
{
    if (tile_is_whole(tile, count) && flags_have_vectors()) {
        [[unroll]] for (uint s = 0; s < STRIPES; s++)
            flags[s] = flags_of_vector(stripe_first(tile, s));
    } else {
        [[unroll]] for (uint s = 0; s < STRIPES; s++) {
            const uint first = stripe_first(tile, s);
            flags[s] = flags_of_elements(first, elements_there(first, count));
        }
    }
}

// What decides: flags, or the elements themselves.
void load_tile(uint tile, uint count, out V values[STRIPES], out uint flags[STRIPES])
{
    if (HAS_FLAGS)
        load_flags(tile, count, flags);
    else
        load_values(tile, count, elements_of_tile(tile, count), values);
}

uint kept_of_tile(uint tile, uint count, V values[STRIPES], uint flags[STRIPES])
{
    uint kept = 0;
    if (HAS_FLAGS) {
        [[unroll]] for (uint s = 0; s < STRIPES; s++)
            kept |= bits_of_flags(flags[s]) << s * VECTOR;
    } else {
        [[unroll]] for (uint s = 0; s < STRIPES; s++)
            kept |= compare_vector(values[s], stripe_first(tile, s), count) << s * VECTOR;
        kept &= elements_of_tile(tile, count);
    }
    return kept;
}

// The elements that are kept, where flags decide and elements are stored.
void load_kept(uint tile, uint count, uint kept, inout V values[STRIPES])
{
    if (HAS_FLAGS && (STORES & STORES_VALUES) != 0)
        load_values(tile, count, kept, values);
}

// For fallbacks.
uint reduce_slice_by_stripes(uint tile)
{
    uint kept = 0;
    [[dont_unroll]] for (uint s = 0; s < STRIPES; s++) {
        const uint first = stripe_first(tile, s);
        const uint wanted = elements_there(first, run_count());
        if (HAS_FLAGS)
            kept += bitCount(bits_of_flags(flags_of_elements(first, wanted)));
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

// By the thread that knows how many elements all tiles keep.
void finish_number(uint number)
{
    store_number(0, number);
    if ((STORES & STORES_TOTAL) != 0)
        keep_total(number);
}

void store_tile(uint tile, uint scan, uint kept, uint ranks[RANK_WORDS], V values[STRIPES])
{
    const uint prefix = shared_prefixes[scan], number = shared_kept[scan];
    const uint slice = vks_workgroup_prefix(scan);
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
        finish_number(prefix + number);
}

// In the leader, behind the publishing: for all threads, behind the next barrier.
void share_kept(uint scan, uint aggregate)
{
    if (is_leader())
        shared_kept[scan] = aggregate;
}

// Looks back, and computes by fallback whatever is missing.
void find_prefix(uint tile, uint epoch, uint scan, uint aggregate)
{
    int missing = -1;
    do { // a single call of exchange_prefixes, which is inlined
        if (missing >= 0)
            fall_back(uint(missing), epoch);
        missing = exchange_prefixes(tile, epoch, scan, aggregate);
    } while (missing >= 0);
}

// A run without tiles has a number, too.
void store_number_of_none()
{
    if (is_leader() && gl_WorkGroupID.x == 0 && tile_count(run_count()) == 0)
        finish_number(0);
}

#endif
