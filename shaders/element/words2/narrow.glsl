// SPDX-License-Identifier: MIT
// Integers of 8 to 32 bits, and floats as keys of doubles.
#ifndef WORDS2_NARROW_GLSL
#define WORDS2_NARROW_GLSL

#include "element/narrow_formats.glsl"

#define FOR_NARROW_RESULTS(statement)
#define FOR_NARROW_VECTORS(statement)
// Returns the binary64 that equals a binary32.
uvec2 double_bits(uint bits)
{
    const uint magnitude = bits & 0x7fffffffu;
    const int top = findMSB(magnitude);
    const bool is_denormal = magnitude < 0x800000u;
    const uint exponent = is_denormal ? uint(874 + top)
                                      : (magnitude >> 23) + (magnitude >= 0x7f800000u ? 1792 : 896);
    const uint mantissa = (is_denormal ? magnitude << 23 - top : magnitude) & 0x7fffffu;
    const uvec2 words = uvec2(mantissa << 29, exponent << 20 | mantissa >> 3);
    return (magnitude == 0 ? uvec2(0) : words) | uvec2(0, bits & 0x80000000u);
}

T from_narrow(uint bits, uint format)
{
    if (format == FORMAT_F32)
        return wide_key_of(double_bits(bits));
    const bool is_signed = format == FORMAT_I8 || format == FORMAT_I16 || format == FORMAT_I32;
    return wide_key_of(uvec2(bits, is_signed ? uint(int(bits) >> 31) : 0));
}

#endif
