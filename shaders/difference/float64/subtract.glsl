// SPDX-License-Identifier: MIT
// The differences of two vectors of two doubles.
#ifndef FLOAT64_SUBTRACT_GLSL
#define FLOAT64_SUBTRACT_GLSL

uvec2 subtract_doubles(uvec2 left, uvec2 right)
{
    precise const double difference = packDouble2x32(left) - packDouble2x32(right);
    return unpackDouble2x32(difference);
}

uvec4 subtract(uvec4 left, uvec4 right)
{
    return uvec4(subtract_doubles(left.xy, right.xy), subtract_doubles(left.zw, right.zw));
}

#endif
