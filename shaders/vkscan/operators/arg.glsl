// SPDX-License-Identifier: MIT
// The first of the elements whose value comes first, with its index: of equal values the lowest.
//
// The includer defines
//
//   VKOP_ORDER(bits)   an unsigned integer that orders like the value with these bits, the one that
//                      is looked for lowest
//   VKOP_LAST          bits of the value that comes last
//   VKOP_PAIRS         if the source has pairs of value and index; else it has values
#ifndef VKOP_ARG_GLSL
#define VKOP_ARG_GLSL

struct vkop_arg {
    uint bits; // of the value
    uint index;
};
#define ELEMENT vkop_arg
#define ELEMENT_WORDS 2
#define COMMUTATIVE

#ifndef VKOP_PAIRS
#define INPUT_WORDS 1

vkop_arg map(uint words, uint index)
{
    return vkop_arg(words, index);
}
#endif

void unpack(uvec2 words, out vkop_arg e)
{
    e = vkop_arg(words.x, words.y);
}

uvec2 pack(vkop_arg e)
{
    return uvec2(e.bits, e.index);
}

vkop_arg identity()
{
    return vkop_arg(VKOP_LAST, 0xffffffffu);
}

vkop_arg combine(vkop_arg left, vkop_arg right)
{
    const uint l = VKOP_ORDER(left.bits);
    const uint r = VKOP_ORDER(right.bits);
    const bool is_left = l < r || l == r && left.index <= right.index;
    return vkop_arg(is_left ? left.bits : right.bits, is_left ? left.index : right.index);
}

#endif
