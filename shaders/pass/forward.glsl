// SPDX-License-Identifier: MIT
// Look-back to the nearest prefix, and from there forward window by window. The grouping of
// aggregates does not depend on how far back the nearest prefix was, and so not on timing: windows
// are aligned and each is combined to its total, which is added to the prefix of the window before.
// The +0 of an empty lane changes no bits, as no aggregate is -0: every sum begins with +0.
//
// Elements of several words have fewer windows in flight, so look_back_once polls further windows
// one by one.
//
// The includer defines what pass/window.glsl asks for, with PREFIXES_BY_WINDOW; and PREFIX_OF(w), the
// inclusive prefix of a window whose nearest prefix is found.
#ifndef FORWARD_GLSL
#define FORWARD_GLSL

#include "pass/window.glsl"

uint window_end(uint tile, uint windows)
{
    return first_end(tile) - windows * vks_lanes;
}

#include "window_totals.glsl"

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
    prefix = PREFIX_OF(w);
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
                prefix = PREFIX_OF(w);
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
    prefix = PREFIX_OF(w);
    for (uint k = windows; k > 0; k--)
        prefix = combine(prefix, VKS_SHUFFLE(kept, k - 1));
#else
    prefix = add_windows(PREFIX_OF(w), kept, windows);
#endif
    return w.nearest >= 0 && w.missing < 0 && windows <= vks_lanes;
}

#endif
