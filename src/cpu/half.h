/* SPDX-License-Identifier: MIT */
/* Converts IEEE 754 binary16, for which C has no type, from a double, and to a double or a float.
 */
#ifndef HALF_H
#define HALF_H

#include <stdint.h>
#include <string.h>

#define HALF_NAN 0x7e00u
#define HALF_INFINITY 0x7c00u
#define HALF_MAX 65504.0

/* Fields of a double, and the places of a half's fields in it. */
#define HALF_DOUBLE_SIGN 0x8000000000000000u
#define HALF_DOUBLE_INFINITY 0x7ff0000000000000u
#define HALF_SHIFT 42                                   /* mantissas of 52 and of 10 bits */
#define HALF_REBIAS ((uint64_t)(1023 - 15) << 52)       /* exponents */
#define HALF_LEAST_NORMAL ((uint64_t)(1023 - 14) << 52) /* 2^-14 */
#define HALF_LEAST_INFINITE 0x40effe0000000000u         /* 65520 */

static inline uint64_t half_double_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

/* Returns the half nearest to the value, ties to even. A NaN keeps its sign. */
static inline uint16_t half_from(double value)
{
    const uint64_t bits = half_double_bits(value), magnitude = bits & ~HALF_DOUBLE_SIGN;
    const uint16_t sign = (uint16_t)(bits >> 48 & 0x8000);
    const double ulps = 0x1p28; /* its last place is that of denormals, 2^-24 */
    double absolute;

    if (magnitude > HALF_DOUBLE_INFINITY)
        return sign | HALF_NAN;
    if (magnitude >= HALF_LEAST_INFINITE)
        return sign | HALF_INFINITY;
    if (magnitude >= HALF_LEAST_NORMAL) {
        const uint64_t half_ulp = ((uint64_t)1 << (HALF_SHIFT - 1)) - 1;
        const uint64_t odd = magnitude >> HALF_SHIFT & 1;
        return sign | (uint16_t)((magnitude + half_ulp + odd - HALF_REBIAS) >> HALF_SHIFT);
    }
    memcpy(&absolute, &magnitude, sizeof(absolute));
    return sign | (uint16_t)(half_double_bits(absolute + ulps) - half_double_bits(ulps));
}

/* Returns the half's value, exactly. */
static inline double half_to(uint16_t half)
{
    const uint64_t sign = (uint64_t)(half & 0x8000) << 48, magnitude = half & 0x7fff;
    double value = (double)magnitude * 0x1p-24;
    uint64_t bits = magnitude << HALF_SHIFT;

    if (magnitude < 0x400) /* denormal */
        memcpy(&bits, &value, sizeof(bits));
    else
        bits += magnitude < HALF_INFINITY ? HALF_REBIAS : 2 * HALF_REBIAS;
    bits |= sign;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

/* Returns the half's value, exactly, with no branch, for loops. A float with the half's fields in
 * the places of its own is 2^112 times too small, denormals too. */
static inline float half_to_float(uint16_t half)
{
    const uint32_t sign = (uint32_t)(half & 0x8000) << 16, magnitude = half & 0x7fff;
    uint32_t bits = magnitude << 13 | (magnitude >= HALF_INFINITY ? 0x7f800000u : 0);
    float value;

    memcpy(&value, &bits, sizeof(value));
    value *= 0x1p112f; /* makes NaNs quiet, too */
    memcpy(&bits, &value, sizeof(bits));
    bits |= sign;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

#endif
