// SPDX-License-Identifier: MIT
// Totals of windows with an operator that may not commute.
#ifndef WINDOW_TOTALS_GLSL
#define WINDOW_TOTALS_GLSL

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

#endif
