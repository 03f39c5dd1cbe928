// SPDX-License-Identifier: MIT
// A tile's prefix, from what its predecessors have published. Merrill and Garland, "Single-pass
// Parallel Prefix Scan with Decoupled Look-back", 2016.
//
// One subgroup does it. Its lanes look at as many tiles at once, in order, the last lane at the
// nearest: aggregates are combined back to the nearest prefix.
#ifndef LOOKBACK_GLSL
#define LOOKBACK_GLSL

#include "vkscan/status.glsl"
#include "vkscan/tile.glsl"

layout(constant_id = SPEC_LOOKS) const uint LOOKS_WISHED = 64;
const uint LOOKS = LOOKS_WISHED < LOOKS_MAX ? LOOKS_WISHED : LOOKS_MAX;

// Tiles that this workgroup had to make up for. The more, the shorter it waits, so that its loops
// are short (see tickets.glsl), however many are missing.
shared uint shared_fallbacks;

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

int last_lane(bool here)
{
    const uvec4 ballot = subgroupBallot(here);
    return ballot == uvec4(0) ? -1 : int(subgroupBallotFindMSB(ballot));
}

#if defined(ELEMENT_IS_FLOAT) || defined(PREFIX_PER_BLOCK)

// Tiles are in blocks of as many as a subgroup has lanes, and a window is a block. Only prefixes up
// to the end of a block are published: by the first tile of the next one, which they precede. An
// owner that is late may put its aggregate back in such a place, which is no less true.

void publish_prefix(uint tile, uint run, T prefix, T aggregate)
{
    if (tile > 0 && tile % subgroup_lanes == 0)
        publish(tile - 1, run, PREFIX, prefix);
}

uint first_end(uint tile)
{
    return tile - tile % subgroup_lanes + subgroup_lanes;
}

int nearest_prefix(bool is_prefix)
{
    return subgroupBallot(is_prefix) != uvec4(0) ? int(subgroup_lanes) - 1 : -1;
}

#else

void publish_prefix(uint tile, uint run, T prefix, T aggregate)
{
    publish(tile, run, PREFIX, combine(prefix, aggregate));
}

uint first_end(uint tile)
{
    return tile;
}

int nearest_prefix(bool is_prefix)
{
    return last_lane(is_prefix);
}

#endif

// Which of two ways is the faster one goes by the element type: see docs/performance.md.
int nearest_missing(bool is_missing, int nearest)
{
#ifdef ELEMENT_IS_FLOAT
    return nearest < 0 ? last_lane(is_missing) : -1; // a prefix is its block's last
#else
    const int missing = last_lane(is_missing);
    return missing < nearest ? -1 : missing;
#endif
}

// The tile that this lane looks at, of those before `end`.
int window_tile(uint end)
{
    return int(end) - int(subgroup_lanes) + int(gl_SubgroupInvocationID);
}

status_words load_window(uint tile, uint end)
{
    return status_load(uint(clamp(window_tile(end), 0, int(tile))));
}

window window_with(status found)
{
    window w;
    w.found = found;
    w.nearest = nearest_prefix(found.kind == PREFIX);
    w.missing = nearest_missing(found.kind == NOTHING, w.nearest);
    return w;
}

// Before the first tile there is the seed, and from the one on that looks there is nothing.
window window_of(status_words words, uint tile, uint end, uint run)
{
    const int other = window_tile(end);
    const status s = status_of(words, run);
    return window_with(
        status(other < 0 ? PREFIX : other >= int(tile) ? AGGREGATE : s.kind,
               other < 0 ? seed() : other >= int(tile) ? identity() : s.value));
}

window look(uint tile, uint end, uint run)
{
    return window_of(load_window(tile, end), tile, end, run);
}

// Whether there is no more than aggregates.
bool is_open(window w)
{
    return w.nearest < 0 && w.missing < 0;
}

// How often to look where a tile is missing before it is made up for.
uint patience()
{
    return LOOKS / (1 + shared_fallbacks);
}

// Until nothing is missing up to the nearest prefix, if there is one; or else in vain.
window look_patiently(uint tile, uint end, uint run, uint most)
{
    window w = look(tile, end, run);
    if (w.missing >= 0)
        for (uint looks = 1; looks < most && w.missing >= 0; looks++)
            w = look(tile, end, run);
    return w;
}

// The tile that is missing in a window before `end`, if one is, else -1.
int missing_tile(window w, uint end)
{
    return w.missing < 0 ? -1 : int(end) - int(subgroup_lanes) + w.missing;
}

// int look_back(uint tile, uint run, out T prefix): the seed and everything before the tile, in all
// lanes. If a predecessor is missing that one, else -1.
//
// int glance_back(uint tile, uint run, out T prefix): the same without waiting for what is missing.
// As looks that follow one another are slow where memory is busy, the first AT_ONCE are begun
// together; how many was measured on an NVIDIA H200.

const uint AT_ONCE = 8;

#ifdef ELEMENT_IS_FLOAT

// How floats are grouped must not depend on how far back the nearest prefix was. So a block begins
// with the prefix of the block before it. That an empty place adds +0 does not show, as no
// aggregate is -0: its sum began with +0.

uint block_end(uint tile, uint blocks)
{
    return first_end(tile) - blocks * subgroup_lanes;
}

// Of all lanes that differ in no bit below `stride`: to the same bits in each, as float operators
// commute but for which NaN comes of two.
T total_by_exchange(T total, uint stride)
{
    for (; stride < MAX_LANES; stride *= 2)
        if (stride < subgroup_lanes)
            total = combine(total, subgroupShuffleXor(total, stride));
    return total;
}

T block_total(T value)
{
    return total_by_exchange(value, 1);
}

// The totals of two blocks, to the bits of block_total, for as much as one takes: of the first in
// even lanes, of the second in odd ones. There are two lanes at least.
T pair_totals(T first, T second)
{
    const bool is_odd = (gl_SubgroupInvocationID & 1) != 0;
    const T own = is_odd ? second : first;
    const T given = is_odd ? first : second;
    return total_by_exchange(combine(own, subgroupShuffleXor(given, 1)), 2);
}

// Totals of blocks that were seen on the way back are kept, each by one lane.
void keep_block(window w, uint block, inout T kept)
{
    const T total = block_total(w.found.value);
    kept = gl_SubgroupInvocationID == block ? total : kept;
}

// The same of two, the first of an even number.
void keep_pair(window w, status_words next, uint run, uint block, inout T kept)
{
    const T totals = pair_totals(w.found.value, status_of(next, run).value);
    kept = gl_SubgroupInvocationID / 2 == block / 2 ? totals : kept;
}

// A block that ends before the tile. Such a one is all before the first tile, or nothing of it is.
window block_of(status_words words, int end, uint run)
{
    const status s = status_of(words, run);
    return window_with(status(end <= 0 ? PREFIX : s.kind, end <= 0 ? seed() : s.value));
}

status_words load_block(uint end)
{
    return status_load(uint(max(window_tile(end), 0)));
}

// The prefix, of what is before so many blocks, with these. For a few; unrolled, as all totals are
// then asked for at once.
T add_kept(T prefix, T kept, uint blocks)
{
    [[unroll]] for (uint k = AT_ONCE - 1; k > 0; k--) {
        const T total = subgroupShuffle(kept, (k - 1) % subgroup_lanes);
        if (k <= blocks)
            prefix = combine(prefix, total);
    }
    return prefix;
}

// Back to the nearest prefix, and from there on block by block. If there are more than were kept,
// they are looked at again, and may have got their prefix meanwhile.
int look_on(uint tile, uint run, uint looks, window w, uint blocks, T kept, out T prefix)
{
    while (is_open(w)) {
        keep_block(w, blocks, kept);
        blocks++;
        w = look_patiently(tile, block_end(tile, blocks), run, looks);
    }
    const int missing = missing_tile(w, block_end(tile, blocks));
    prefix = subgroup_last(w.found.value);
    while (blocks > 0 && missing < 0) {
        blocks--;
        T total = subgroupShuffle(kept, blocks);
        bool has_prefix = false;
        if (blocks >= subgroup_lanes) {
            w = look(tile, block_end(tile, blocks), run);
            total = block_total(w.found.value);
            has_prefix = w.nearest >= 0;
            if (has_prefix)
                prefix = subgroup_last(w.found.value);
        }
        if (!has_prefix)
            prefix = combine(prefix, total);
    }
    return missing;
}

int look_back(uint tile, uint run, out T prefix)
{
    return look_on(tile, run, patience(),
                   look_patiently(tile, block_end(tile, 0), run, patience()), 0, identity(),
                   prefix);
}

int glance_back(uint tile, uint run, out T prefix)
{
    if (subgroup_lanes == 1)
        return look_on(tile, run, 1, look(tile, block_end(tile, 0), run), 0, identity(), prefix);
    status_words words[AT_ONCE];
    words[0] = load_window(tile, block_end(tile, 0));
    [[unroll]] for (uint k = 1; k < AT_ONCE; k++)
        words[k] = load_block(block_end(tile, k));
    uint blocks = 0;
    T kept = identity();
    window w = window_of(words[0], tile, block_end(tile, 0), run);
    [[unroll]] for (uint k = 1; k < AT_ONCE; k++)
        if (is_open(w)) {
            if (k % 2 == 1)
                keep_pair(w, words[k], run, k - 1, kept);
            blocks = k;
            w = block_of(words[k], int(block_end(tile, k)), run);
        }
    if (is_open(w) || blocks > subgroup_lanes)
        return look_on(tile, run, 1, w, blocks, kept, prefix);
    prefix = add_kept(subgroup_last(w.found.value), kept, blocks);
    return missing_tile(w, block_end(tile, blocks));
}

#else

// The last of a scan, not subgroup_reduce, whose result NVIDIA's driver 580 keeps in a register of
// all lanes: in some shapes that held another.
T in_all_lanes(T value)
{
    return subgroup_last(subgroup_inclusive_scan(value));
}

// From the nearest prefix on, if there is one. As long as the order does not matter, lanes keep
// totals of their own.
void add_window(window w, inout T total)
{
    const bool counts = int(gl_SubgroupInvocationID) >= w.nearest;
    const T value = counts ? w.found.value : identity();
    total = combine(COMMUTATIVE != 0 ? value : in_all_lanes(value), total);
}

// On from a window before `end`, which is in the total.
int look_on(uint tile, uint run, uint looks, window w, uint end, T total, out T prefix)
{
    while (is_open(w)) {
        end -= subgroup_lanes;
        w = look_patiently(tile, end, run, looks);
        add_window(w, total);
    }
    prefix = COMMUTATIVE != 0 ? in_all_lanes(total) : total;
    return missing_tile(w, end);
}

int look_back(uint tile, uint run, out T prefix)
{
    const uint end = first_end(tile);
    const window w = look_patiently(tile, end, run, patience());
    T total = identity();
    add_window(w, total);
    return look_on(tile, run, patience(), w, end, total, prefix);
}

int glance_back(uint tile, uint run, out T prefix)
{
    status_words words[AT_ONCE];
    uint end = first_end(tile);
    [[unroll]] for (uint k = 0; k < AT_ONCE; k++)
        words[k] = load_window(tile, end - k * subgroup_lanes);
    window w = window_of(words[0], tile, end, run);
    T total = identity();
    add_window(w, total);
    [[unroll]] for (uint k = 1; k < AT_ONCE; k++)
        if (is_open(w)) {
            end -= subgroup_lanes;
            w = window_of(words[k], tile, end, run);
            add_window(w, total);
        }
    return look_on(tile, run, 1, w, end, total, prefix);
}

#endif

#endif
