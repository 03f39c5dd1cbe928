// SPDX-License-Identifier: MIT
// Integers of 8 and 16 bits, and halves as keys.
#ifndef NARROW_NARROW_GLSL
#define NARROW_NARROW_GLSL

#include "element/narrow_formats.glsl"

#define FOR_NARROW_RESULTS(statement) statement
#define FOR_NARROW_VECTORS(statement) statement

// Returns the elements of a vector of the input, which has INPUT_PER_WORD elements a word.
uvec4 narrow_vector(uvec4 words)
{
    const uvec4 above = INPUT_PER_WORD == 4   ? words.xxxx << uvec4(24, 16, 8, 0)
                        : INPUT_PER_WORD == 2 ? words.xxyy << uvec4(16, 0, 16, 0)
                                              : words;
    return INPUT_FORMAT == FORMAT_I8 || INPUT_FORMAT == FORMAT_I16
               ? uvec4(ivec4(above) >> 32 - INPUT_BITS)
               : above >> 32 - INPUT_BITS;
}

// Returns the binary32 that equals a binary16.
uvec4 float_bits(uvec4 half_bits)
{
    const uvec4 exponent = half_bits >> 10 & 31;
    const uvec4 mantissa = half_bits & 0x3ff;
    const uvec4 bias = mix(uvec4(112), uvec4(224), equal(exponent, uvec4(31)));
    const uvec4 normal = exponent + bias << 23 | mantissa << 13;
    const uvec4 denormal = floatBitsToUint(vec4(mantissa) / 16777216.0);
    return (half_bits & 0x8000) << 16 | mix(normal, denormal, equal(exponent, uvec4(0)));
}

uvec4 from_narrow(uvec4 bits, uint format)
{
    if (format == FORMAT_F16 && DESTINATION_FORMAT != FORMAT_F16)
        bits = float_bits(bits);
    return mix(key_of(bits, BINARY32), key_of(bits, BINARY16),
               bvec4(format == FORMAT_F16 && DESTINATION_FORMAT == FORMAT_F16));
}

T from_narrow(uint bits, uint format)
{
    return from_narrow(uvec4(bits), format).x;
}

// Returns the elements of a vector of the input as T.
uvec4 narrow_items(uvec4 words)
{
    return from_narrow(narrow_vector(words), INPUT_FORMAT);
}

uvec4 to_narrow(uvec4 values, uint format)
{
    return mix(bits_of(values, BINARY32), bits_of(values, BINARY16), bvec4(format == FORMAT_F16));
}

uint to_narrow(T value, uint format)
{
    return to_narrow(uvec4(value), format).x;
}

#endif
