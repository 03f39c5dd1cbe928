// SPDX-License-Identifier: MIT
// Arithmetic of integers of 64 bits as two words, in modules that need 64-bit integers anyway.
#ifndef WIDE_GLSL
#define WIDE_GLSL

#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

uvec2 wide_sum(uvec2 left, uvec2 right)
{
    return unpackUint2x32(packUint2x32(left) + packUint2x32(right));
}

uvec2 wide_product(uvec2 left, uvec2 right)
{
    return unpackUint2x32(packUint2x32(left) * packUint2x32(right));
}

bool wide_less(uvec2 left, uvec2 right)
{
    return packUint2x32(left) < packUint2x32(right);
}

#endif
