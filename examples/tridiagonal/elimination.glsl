// SPDX-License-Identifier: MIT
// Elimination by ratios t[i] = c / (b - a t[i-1]) of an equation (a, b, c, d). Each is a Moebius map
// t -> (x t + y) / (z t + w), and maps are composed as their matrices (x, y; z, w) are multiplied.
// A map stays the same if all of its matrix is scaled: by a power of two, which rounds nothing, so
// that products neither overflow nor vanish.
#define ELEMENT vec4
#define ELEMENT_WORDS 4
#define INPUT_WORDS 4

vec4 normalize_map(vec4 m)
{
#ifndef PLAIN
    const vec4 size = abs(m);
    const float largest = max(max(size.x, size.y), max(size.z, size.w));
    const uint exponent = floatBitsToUint(largest) & 0x7f800000u;
    if (exponent != 0 && exponent < 0x7f000000u)
        m *= uintBitsToFloat(0x7f000000u - exponent);
#endif
    return m;
}

vec4 map(uvec4 words, uint index)
{
    const vec4 equation = uintBitsToFloat(words);
    return normalize_map(vec4(0, equation.z, -equation.x, equation.y));
}

vec4 identity()
{
    return vec4(1, 0, 0, 1);
}

vec4 combine(vec4 left, vec4 right)
{
    precise const vec4 product = right.xxzz * left.xyxy + right.yyww * left.zwzw;
    return normalize_map(product);
}
