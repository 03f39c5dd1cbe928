// SPDX-License-Identifier: MIT
// Decoupled look-back: a tile's exclusive prefix from the tile states of its predecessors. Merrill
// and Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016.
//
// One subgroup looks back, a window of tiles at a time: each lane polls one tile, the last lane the
// nearest. Aggregates are combined back to the nearest inclusive prefix.
#ifndef LOOKBACK_GLSL
#define LOOKBACK_GLSL

#ifndef SCANS_COUNTS // not after counts.glsl
#include "tile/subgroup_tile.glsl"
#endif
#include "pass/missing_tile.glsl"

#ifndef SCANS_COUNTS
T run_seed(); // port/operands.glsl
#define FIRST_PREFIX run_seed()
#endif

// A window's tile states, as the subgroup polled them.
struct window {
    tile_state found; // this lane's
    int nearest;      // lane of the nearest prefix, -1: none
    int missing;      // nearest lane above `nearest` whose tile is invalid, -1: none
};

// Returns the highest lane that passes true, -1: none.
int last_lane(bool here)
{
    const uvec4 ballot = subgroupBallot(here);
    return ballot == uvec4(0) ? -1 : int(subgroupBallotFindMSB(ballot));
}

#if defined(ROUNDS) || defined(PREFIX_PER_WINDOW)

// Windows are aligned to the lanes of a subgroup, and only the inclusive prefix of a window's last
// tile is published: by the first tile of the next window, as its exclusive prefix. If a state is
// one 64-bit word, a late owner may replace the prefix by its aggregate, which is as valid.

void publish_prefix(uint tile, uint epoch, T prefix, T aggregate)
{
    if (tile > 0 && tile % vks_lanes == 0)
        publish(tile - 1, epoch, PREFIX, prefix);
}

// Returns the end, exclusive, of the window that is polled first.
uint first_end(uint tile)
{
    return tile - tile % vks_lanes + vks_lanes;
}

int nearest_prefix(bool is_prefix)
{
    return subgroupBallot(is_prefix) != uvec4(0) ? int(vks_lanes) - 1 : -1;
}

#else

void publish_prefix(uint tile, uint epoch, T prefix, T aggregate)
{
    publish(tile, epoch, PREFIX, combine(prefix, aggregate));
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

// Returns the missing lane of a window. The faster form depends on the element type: see
// docs/diary.
int nearest_missing(bool is_missing, int nearest)
{
#ifdef ROUNDS
    return nearest < 0 ? last_lane(is_missing) : -1; // a prefix is its window's last
#else
    const int missing = last_lane(is_missing);
    return missing < nearest ? -1 : missing;
#endif
}

// Returns the tile that this lane polls in the window before `end`; negative in front of tile 0.
int window_tile(uint end)
{
    return int(end) - int(vks_lanes) + int(gl_SubgroupInvocationID);
}

tile_state_words load_window(uint tile, uint end)
{
    return tile_state_load(uint(clamp(window_tile(end), 0, int(tile))));
}

window window_with(tile_state found)
{
    window w;
    w.found = found;
    w.nearest = nearest_prefix(found.kind == PREFIX);
    w.missing = nearest_missing(found.kind == INVALID, w.nearest);
    return w;
}

// Returns the window before `end`. In front of tile 0 lies the seed as a prefix, and from the
// polling tile on lie identities as aggregates.
window window_of(tile_state_words words, uint tile, uint end, uint epoch)
{
    const int other = window_tile(end);
    const tile_state s = tile_state_of(words, epoch);
    return window_with(
        tile_state(other < 0 ? PREFIX : other >= int(tile) ? AGGREGATE : s.kind,
               other < 0 ? FIRST_PREFIX : other >= int(tile) ? identity() : s.value));
}

window poll(uint tile, uint end, uint epoch)
{
    return window_of(load_window(tile, end), tile, end, epoch);
}

#include "hooks/poll.glsl"

// Returns whether a window holds only aggregates, so that the window before is needed.
bool is_open(window w)
{
    return w.nearest < 0 && w.missing < 0;
}

// Returns the missing tile of the window before `end`, -1: none.
int missing_tile(window w, uint end)
{
    return w.missing < 0 ? -1 : int(end) - int(vks_lanes) + w.missing;
}

// int look_back(uint tile, uint epoch, out T prefix): polls each window up to the spin limit.
// Returns -1, with the tile's exclusive prefix, seed included, in all lanes; or else the
// predecessor whose tile state is missing.
//
// bool look_back_once(uint tile, uint epoch, out T prefix): polls WINDOWS_AT_ONCE windows once, in
// flight together, as polls in sequence are slow while memory is busy; with ROUNDS and several
// words then further windows one by one. Returns whether they had the prefix. The loop is unrolled:
// the rare rest is left to look_back, which is compiled once.

// Windows in flight, as measured on an NVIDIA H200; fewer for several words, to save registers.
const uint WINDOWS_AT_ONCE = ELEMENT_WORDS == 1 ? 8 : ELEMENT_WORDS == 2 ? 4 : 2;

#ifdef ROUNDS

// The grouping of floats must not depend on how far back the nearest prefix was, so windows are
// added one by one to the prefix of the window before. The +0 of an empty lane changes no bits, as
// no aggregate is -0: every sum begins with +0.

uint window_end(uint tile, uint windows)
{
    return first_end(tile) - windows * vks_lanes;
}

#ifdef CLASS_user

// Returns the total of all lanes in all lanes. The operator may not commute.
T window_total(T value)
{
    return vks_subgroup_last(vks_subgroup_inclusive_scan(value));
}

T pair_totals(T first, T second)
{
    const bool is_odd = (gl_SubgroupInvocationID & 1) != 0;
    const T totals[2] = {window_total(first), window_total(second)};
    return is_odd ? totals[1] : totals[0];
}

#else

#define SHUFFLE_XOR(value, mask) FROM_WORDS(subgroupShuffleXor(TO_WORDS(value), mask))

// Combines the lanes whose numbers are equal modulo `stride`, with the result in each of them.
// Built-in operators commute, so these lanes get the same bits (except for NaN payloads).
T total_by_exchange(T total, uint stride)
{
    for (; stride < VKS_MAX_LANES; stride *= 2)
        if (stride < vks_lanes)
            total = combine(total, SHUFFLE_XOR(total, stride));
    return total;
}

T window_total(T value)
{
    return total_by_exchange(value, 1);
}

// Returns the first window's total in even lanes, the second's in odd ones, bitwise equal to
// window_total, at the cost of one. Needs two lanes.
T pair_totals(T first, T second)
{
    const bool is_odd = (gl_SubgroupInvocationID & 1) != 0;
    const T own = is_odd ? second : first;
    const T given = is_odd ? first : second;
    return total_by_exchange(combine(own, SHUFFLE_XOR(given, 1)), 2);
}

#endif

// Keeps the total of window `index` in lane `index` of `kept`, one register for all windows.
void keep_window(window w, uint index, inout T kept)
{
    const T total = window_total(w.found.value);
    kept = gl_SubgroupInvocationID == index ? total : kept;
}

// Keeps the totals of the windows `index`, which is even, and `index` + 1.
void keep_pair(window w, tile_state_words next, uint epoch, uint index, inout T kept)
{
    const T totals = pair_totals(w.found.value, tile_state_of(next, epoch).value);
    kept = gl_SubgroupInvocationID / 2 == index / 2 ? totals : kept;
}

// Returns a window that ends before the polling tile. All of the window lies in front of tile 0, or
// none of it.
window whole_window_of(tile_state_words words, int end, uint epoch)
{
    const tile_state s = tile_state_of(words, epoch);
    return window_with(tile_state(end <= 0 ? PREFIX : s.kind, end <= 0 ? FIRST_PREFIX : s.value));
}

tile_state_words load_whole_window(uint end)
{
    return tile_state_load(uint(max(window_tile(end), 0)));
}

// Adds the totals of `windows` windows, fewer than WINDOWS_AT_ONCE, to a prefix. The loop is
// unrolled, so that all shuffles are in flight at once.
T add_windows(T prefix, T kept, uint windows)
{
    [[unroll]] for (uint k = WINDOWS_AT_ONCE - 1; k > 0; k--) {
        const T total = VKS_SHUFFLE(kept, (k - 1) % vks_lanes);
        if (k <= windows)
            prefix = combine(prefix, total);
    }
    return prefix;
}

// Goes back to the nearest prefix, and from there forward window by window. A window whose total
// has no lane is polled again. By then it may hold a prefix; or words of both kinds, and then its
// last tile is missing.
int look_back(uint tile, uint epoch, out T prefix)
{
    const uint most = spin_limit();
    T kept = identity();
    uint windows = 0;
    uint polls = 0;
    window w;
    do {
        w = poll(tile, window_end(tile, windows), epoch);
        polls++;
        if (is_open(w)) {
            keep_window(w, windows, kept);
            windows++;
            polls = 0;
        }
    } while (is_open(w) || w.missing >= 0 && polls < most);
    int missing = missing_tile(w, window_end(tile, windows));
    prefix = vks_subgroup_last(w.found.value);
    while (windows > 0 && missing < 0) {
        windows--;
        T total = VKS_SHUFFLE(kept, windows);
        bool has_prefix = false;
        if (windows >= vks_lanes) {
            w = poll(tile, window_end(tile, windows), epoch);
            total = window_total(w.found.value);
            has_prefix = w.nearest >= 0;
            missing = missing_tile(w, window_end(tile, windows));
            if (has_prefix)
                prefix = vks_subgroup_last(w.found.value);
        }
        if (!has_prefix)
            prefix = combine(prefix, total);
    }
    return missing;
}

bool look_back_once(uint tile, uint epoch, out T prefix)
{
    if (vks_lanes == 1) // pairs need two
        return false;
    tile_state_words words[WINDOWS_AT_ONCE];
    words[0] = load_window(tile, window_end(tile, 0));
    [[unroll]] for (uint k = 1; k < WINDOWS_AT_ONCE; k++)
        words[k] = load_whole_window(window_end(tile, k));
    uint windows = 0;
    T kept = identity();
    window w = window_of(words[0], tile, window_end(tile, 0), epoch);
    [[unroll]] for (uint k = 1; k < WINDOWS_AT_ONCE; k++)
        if (is_open(w)) {
            if (k % 2 == 1)
                keep_pair(w, words[k], epoch, k - 1, kept);
            windows = k;
            w = whole_window_of(words[k], int(window_end(tile, k)), epoch);
        }
#if ELEMENT_WORDS > 1
    while (is_open(w) && windows + 1 < vks_lanes) {
        keep_window(w, windows, kept);
        windows++;
        w = whole_window_of(load_whole_window(window_end(tile, windows)),
                            int(window_end(tile, windows)), epoch);
    }
    prefix = vks_subgroup_last(w.found.value);
    for (uint k = windows; k > 0; k--)
        prefix = combine(prefix, VKS_SHUFFLE(kept, k - 1));
#else
    prefix = add_windows(vks_subgroup_last(w.found.value), kept, windows);
#endif
    return w.nearest >= 0 && w.missing < 0 && windows <= vks_lanes;
}

#else

// Returns the total of all lanes in all lanes, by a scan rather than vks_subgroup_reduce: NVIDIA's
// driver 580 keeps the result of a reduction in a uniform register, which in some shapes held
// another value.
T in_all_lanes(T value)
{
    return vks_subgroup_last(vks_subgroup_inclusive_scan(value));
}

// Adds the states from the nearest prefix on to `total`. With a commutative operator, each lane has
// a total of its own.
void add_window(window w, inout T total)
{
    const bool counts = int(gl_SubgroupInvocationID) >= w.nearest;
    const T value = counts ? w.found.value : identity();
    total = combine(COMMUTATIVE != 0 ? value : in_all_lanes(value), total);
}

int look_back(uint tile, uint epoch, out T prefix)
{
    const uint most = spin_limit();
    uint end = first_end(tile);
    uint polls = 0;
    T total = identity();
    window w;
    do {
        w = poll(tile, end, epoch);
        polls++;
        if (w.missing < 0)
            add_window(w, total);
        if (is_open(w)) {
            end -= vks_lanes;
            polls = 0;
        }
    } while (is_open(w) || w.missing >= 0 && polls < most);
    prefix = COMMUTATIVE != 0 ? in_all_lanes(total) : total;
    return missing_tile(w, end);
}

bool look_back_once(uint tile, uint epoch, out T prefix)
{
    tile_state_words words[WINDOWS_AT_ONCE];
    uint end = first_end(tile);
    [[unroll]] for (uint k = 0; k < WINDOWS_AT_ONCE; k++)
        words[k] = load_window(tile, end - k * vks_lanes);
    window w = window_of(words[0], tile, end, epoch);
    T total = identity();
    add_window(w, total);
    [[unroll]] for (uint k = 1; k < WINDOWS_AT_ONCE; k++)
        if (is_open(w)) {
            end -= vks_lanes;
            w = window_of(words[k], tile, end, epoch);
            add_window(w, total);
        }
    prefix = COMMUTATIVE != 0 ? in_all_lanes(total) : total;
    return w.nearest >= 0 && w.missing < 0;
}

#endif

#endif
