// SPDX-License-Identifier: MIT
// The lowest and the highest f32, as bits; with a NaN among them, the quiet NaN for both.
#define ELEMENT uvec2
#define ELEMENT_WORDS 2
#define COMMUTATIVE
#define INPUT_WORDS 1

#include "vkscan/operators/order.glsl"

uvec2 map(uint words, uint index)
{
    return uvec2(vkop_is_nan(words) ? 0x7fc00000u : words);
}

uvec2 identity()
{
    return uvec2(0x7f800000u, 0xff800000u);
}

uvec2 combine(uvec2 left, uvec2 right)
{
    return uvec2(vkop_ascending(left.x) <= vkop_ascending(right.x) ? left.x : right.x,
                 vkop_descending(left.y) <= vkop_descending(right.y) ? left.y : right.y);
}
