/* SPDX-License-Identifier: MIT */
/* The arithmetic of one row of types.def, whose columns SELF, ELEMENT, BYTES, COMPONENTS and KIND
 * are macros: how a component is stored and computed, for the expressions of ops.def. */
#ifndef ARITHMETIC_H
#define ARITHMETIC_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "half.h"

#define JOIN(a, b) JOINED(a, b)
#define JOINED(a, b) a##b

#define IS_INTEGER_UNSIGNED 1
#define IS_INTEGER_SIGNED 1
#define IS_INTEGER_FLOAT 0
#define IS_INTEGER JOIN(IS_INTEGER_, KIND)
#define SIZE (BYTES / COMPONENTS)

/* The types in which a component is stored, and computed. Signed integers wrap like unsigned ones,
 * and order as signed ones. Small integers are computed in 32 bits, and a half in a float. */
#if SIZE == 8
#define STORED_UNSIGNED uint64_t
#define STORED_SIGNED int64_t
#define STORED_FLOAT double
#define WRAPPING_INTEGER uint64_t
#define WRAPPING_FLOAT double
#elif SIZE == 4
#define STORED_UNSIGNED uint32_t
#define STORED_SIGNED int32_t
#define STORED_FLOAT float
#define WRAPPING_INTEGER uint32_t
#define WRAPPING_FLOAT float
#elif SIZE == 2
#define STORED_UNSIGNED uint16_t
#define STORED_SIGNED int16_t
#define STORED_FLOAT uint16_t
#define WRAPPING_INTEGER uint32_t
#define WRAPPING_FLOAT float
#else
#define STORED_UNSIGNED uint8_t
#define STORED_SIGNED int8_t
#define WRAPPING_INTEGER uint32_t
#endif
#define AS_IT_IS(x) (x)
typedef JOIN(STORED_, KIND) stored;

#if IS_INTEGER
typedef WRAPPING_INTEGER wrapping;
typedef stored ordered;
#else
typedef WRAPPING_FLOAT wrapping, ordered;
#endif

/* Functions that the expressions of ops.def call: for floats IEEE 754-2019's minimum and maximum,
 * of which equal numbers and NaNs are the rare case. */
#if IS_INTEGER
#define min(a, b) ((b) < (a) ? (b) : (a))
#define max(a, b) ((a) < (b) ? (b) : (a))
#else
#define min(a, b) ((a) < (b) ? (a) : (b) < (a) ? (b) : unordered(a, b, true))
#define max(a, b) ((b) < (a) ? (a) : (a) < (b) ? (b) : unordered(a, b, false))
static ordered unordered(ordered a, ordered b, bool lower)
{
    if (a != b)
        return (ordered)NAN;
    return (signbit(a) != 0) == lower ? a : b;
}
#endif

#if !IS_INTEGER && SIZE == 2
#define FROM_STORED(x) half_to_float(x)
#define TO_STORED(x) half_from(x)
#else
#define FROM_STORED AS_IT_IS
#define TO_STORED(x) (stored)(x)
#endif

/* Rows of ops.def for integers alone. */
#define NONE(ID, value, name, identity, expression)
#if IS_INTEGER
#define INTEGER(X) X
#else
#define INTEGER(X) NONE
#endif

#endif
