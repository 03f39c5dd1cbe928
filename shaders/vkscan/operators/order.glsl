// SPDX-License-Identifier: MIT
// Unsigned integers that order like floats, by their bits: -0 is below +0, and a NaN comes first, so
// that it wins whichever way is asked for.
#ifndef VKOP_ORDER_GLSL
#define VKOP_ORDER_GLSL

bool vkop_is_nan(uint bits)
{
    return (bits & 0x7fffffffu) > 0x7f800000u;
}

uint vkop_ascending(uint bits)
{
    const uint order = (bits & 0x80000000u) != 0 ? ~bits : bits | 0x80000000u;
    return vkop_is_nan(bits) ? 0u : order;
}

uint vkop_descending(uint bits)
{
    return vkop_is_nan(bits) ? 0u : ~vkop_ascending(bits);
}

#endif
