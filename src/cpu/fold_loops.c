/* SPDX-License-Identifier: MIT */
/* The loops of one output type, over elements of each type that can be computed in it. This file is
 * built for each row of types.def, with the row's columns SELF, ELEMENT, BYTES, COMPONENTS and
 * KIND. */
#include "fold_loops.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
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
#define FROM_STORED(x) (float)half_to(x)
#define TO_STORED(x) half_from(x)
#else
#define FROM_STORED AS_IT_IS
#define TO_STORED(x) (stored)(x)
#endif

/* Lists of X(a source's type, its name, what reads it, ...), for each source type but the output
 * type itself. */
#define SMALL_INTEGERS(X, ...)                                                                     \
    X(uint8_t, U8, AS_IT_IS, __VA_ARGS__)                                                          \
    X(int8_t, I8, AS_IT_IS, __VA_ARGS__)                                                           \
    X(uint16_t, U16, AS_IT_IS, __VA_ARGS__)                                                        \
    X(int16_t, I16, AS_IT_IS, __VA_ARGS__)
#define HALF_TO_FLOAT(x) (float)half_to(x)
#define OTHERS_UNSIGNED_4 SMALL_INTEGERS
#define OTHERS_SIGNED_4 SMALL_INTEGERS
#define OTHERS_FLOAT_4(X, ...) X(uint16_t, F16, HALF_TO_FLOAT, __VA_ARGS__)
#define OTHERS_UNSIGNED_8(X, ...)                                                                  \
    SMALL_INTEGERS(X, __VA_ARGS__) X(uint32_t, U32, AS_IT_IS, __VA_ARGS__)
#define OTHERS_SIGNED_8(X, ...)                                                                    \
    SMALL_INTEGERS(X, __VA_ARGS__) X(int32_t, I32, AS_IT_IS, __VA_ARGS__)
#define OTHERS_FLOAT_8(X, ...) X(float, F32, AS_IT_IS, __VA_ARGS__)
#if COMPONENTS == 1 && BYTES >= 4
#define OTHERS JOIN(JOIN(OTHERS_, KIND), JOIN(_, BYTES))
#else
#define OTHERS(...)
#endif
#define ALL(X, ...) X(stored, SELF, FROM_STORED, __VA_ARGS__) OTHERS(X, __VA_ARGS__)

/* Combine an element with the totals, and store results, by component. */
#define COMBINE(T, i, READ, expression)                                                            \
    for (size_t c = 0; c < COMPONENTS; c++) {                                                      \
        memcpy(&element, source + ((i)*COMPONENTS + c) * sizeof(element), sizeof(element));        \
        const T left = total[c], right = (T)(READ(element));                                       \
        total[c] = (T)(expression);                                                                \
    }
#define STORE(i, totals)                                                                           \
    for (size_t c = 0; c < COMPONENTS; c++)                                                        \
        first[c] = TO_STORED(totals[c]);                                                           \
    memcpy(destination + (i) * sizeof(first), first, sizeof(first));

/* Defines a function for an operator and a source. An element is loaded before its place is
 * written, in place. */
#define LOOPS(S, SOURCE, READ, T, name, expression)                                                \
    static void JOIN(name##_of_, SOURCE)(vkscan_primitive primitive, bool reverse,                 \
                                         const void *seed, const void *from, uint64_t count,       \
                                         void *to)                                                 \
    {                                                                                              \
        const uint64_t step = reverse ? UINT64_MAX : 1;                                            \
        const char *source = from;                                                                 \
        char *destination = to;                                                                    \
        stored first[COMPONENTS];                                                                  \
        T total[COMPONENTS], before[COMPONENTS];                                                   \
        S element;                                                                                 \
        memcpy(first, seed, sizeof(first));                                                        \
        for (size_t c = 0; c < COMPONENTS; c++)                                                    \
            total[c] = (T)FROM_STORED(first[c]);                                                   \
        if (primitive == VKSCAN_PRIMITIVE_REDUCE) {                                                \
            for (uint64_t i = 0; i < count; i++)                                                   \
                COMBINE(T, i, READ, expression)                                                    \
            STORE(0, total)                                                                        \
        } else if (primitive == VKSCAN_PRIMITIVE_INCLUSIVE_SCAN) {                                 \
            for (uint64_t i = 0, at = reverse ? count - 1 : 0; i < count; i++, at += step) {       \
                COMBINE(T, at, READ, expression)                                                   \
                STORE(at, total)                                                                   \
            }                                                                                      \
        } else {                                                                                   \
            for (uint64_t i = 0, at = reverse ? count - 1 : 0; i < count; i++, at += step) {       \
                memcpy(before, total, sizeof(before));                                             \
                COMBINE(T, at, READ, expression)                                                   \
                STORE(at, before)                                                                  \
            }                                                                                      \
        }                                                                                          \
    }

#define NONE(ID, value, name, identity, expression)
#define WRAPPING(ID, value, name, identity, expression) ALL(LOOPS, wrapping, name, expression)
#define ORDERED(ID, value, name, identity, expression) ALL(LOOPS, ordered, name, expression)
#if IS_INTEGER
#define INTEGER(X) X
#else
#define INTEGER(X) NONE
#endif

#define ARITHMETIC_OPERATOR WRAPPING
#define ORDER_OPERATOR ORDERED
#define INTEGER_OPERATOR INTEGER(WRAPPING)
#include "ops.def"
#undef ARITHMETIC_OPERATOR
#undef ORDER_OPERATOR
#undef INTEGER_OPERATOR

#define ROW(S, SOURCE, READ, OP, name) {OP, JOIN(VKSCAN_TYPE_, SOURCE), JOIN(name##_of_, SOURCE)},
#define ENTRY(ID, value, name, identity, expression) ALL(ROW, VKSCAN_OP_##ID, name)
#define ARITHMETIC_OPERATOR ENTRY
#define ORDER_OPERATOR ENTRY
#define INTEGER_OPERATOR INTEGER(ENTRY)
static const struct {
    vkscan_op op;
    vkscan_type source;
    loops_fn *loops;
} rows[] = {
#include "ops.def"
};

loops_fn *JOIN(fold_loops_, ELEMENT)(vkscan_op op, vkscan_type source)
{
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (rows[i].op == op && rows[i].source == source)
            return rows[i].loops;
    return NULL;
}
