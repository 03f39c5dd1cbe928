// SPDX-License-Identifier: MIT
// Totals of windows with a built-in operator.
#ifndef WINDOW_TOTALS_GLSL
#define WINDOW_TOTALS_GLSL

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
