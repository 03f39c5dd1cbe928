// SPDX-License-Identifier: MIT
// Halves by pairs, computed as floats.
#ifndef PACKED_HALF_NARROW_GLSL
#define PACKED_HALF_NARROW_GLSL

#include "element/narrow_formats.glsl"
#include "element/packed.glsl"
#include "element/half_bits.glsl"

#define PACKED_IDENTITY half_pairs(vec4(identity())).x
#define FOR_NARROW_RESULTS(statement) statement
#define FOR_NARROW_VECTORS(statement)

layout(constant_id = SPEC_ROUNDED_HALVES) const uint ROUNDED_HALVES = 0;

// Returns the nearest halves in two words.
uvec2 half_pairs(vec4 values)
{
    if (ROUNDED_HALVES != 0)
        return uvec2(packHalf2x16(values.xy), packHalf2x16(values.zw));
    const uvec4 bits = half_bits(values);
    return bits.xz | bits.yw << 16;
}

T from_narrow(uint bits, uint format)
{
    return unpackHalf2x16(bits).x;
}

uint to_narrow(T value, uint format)
{
    return half_pairs(vec4(value)).x & 0xffffu;
}

T packed_element(uint word, uint k)
{
    return unpackHalf2x16(word >> 16 * k).x;
}

T combine_pair(uint word)
{
    const vec2 pair = unpackHalf2x16(word);
    return combine(pair.x, pair.y);
}

T combine_items(uvec4 items)
{
    return combine(combine(combine_pair(items.x), combine_pair(items.y)),
                   combine(combine_pair(items.z), combine_pair(items.w)));
}

// Returns the scan of two words' elements from `before`, and adds their sum to that.
uvec2 scan_pairs(inout T before, bool exclusive, uvec2 words)
{
    const vec4 items = vec4(unpackHalf2x16(words.x), unpackHalf2x16(words.y));
    vec4 inclusive;
    inclusive.x = combine(before, items.x);
    inclusive.y = combine(inclusive.x, items.y);
    inclusive.z = combine(inclusive.y, items.z);
    inclusive.w = combine(inclusive.z, items.w);
    const uvec2 results = half_pairs(exclusive ? vec4(before, inclusive.xyz) : inclusive);
    before = inclusive.w;
    return results;
}

void scan_items(T before, bool exclusive, inout uvec4 items)
{
    items.xy = scan_pairs(before, exclusive, items.xy);
    items.zw = scan_pairs(before, exclusive, items.zw);
}

#endif
