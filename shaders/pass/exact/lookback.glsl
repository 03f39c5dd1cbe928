// SPDX-License-Identifier: MIT
// Look-back with operators that are exact: the result is the same however aggregates are grouped.
#ifndef LOOKBACK_GLSL
#define LOOKBACK_GLSL

#define RETURN_NEAREST_MISSING(is_missing, nearest)                                                \
    const int missing = last_lane(is_missing);                                                     \
    return missing < nearest ? -1 : missing;

#include "pass/window.glsl"

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
