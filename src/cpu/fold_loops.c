/* SPDX-License-Identifier: MIT */
/* The loops of one output type, over elements of each type that can be computed in it. This file is
 * built for each row of types.def, with the row's columns SELF, ELEMENT, BYTES, COMPONENTS and
 * KIND. */
#include "fold_loops.h"

#include <string.h>

#include "arithmetic.h"

/* Lists of X(a source's type, its name, what reads it, ...), for each source type but the output
 * type itself. */
#define SMALL_INTEGERS(X, ...)                                                                     \
    X(uint8_t, U8, AS_IT_IS, __VA_ARGS__)                                                          \
    X(int8_t, I8, AS_IT_IS, __VA_ARGS__)                                                           \
    X(uint16_t, U16, AS_IT_IS, __VA_ARGS__)                                                        \
    X(int16_t, I16, AS_IT_IS, __VA_ARGS__)
#define OTHERS_UNSIGNED_4 SMALL_INTEGERS
#define OTHERS_SIGNED_4 SMALL_INTEGERS
#define OTHERS_FLOAT_4(X, ...) X(uint16_t, F16, half_to_float, __VA_ARGS__)
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

#define WRAPPING(ID, value, name, identity, expression) ALL(LOOPS, wrapping, name, expression)
#define ORDERED(ID, value, name, identity, expression) ALL(LOOPS, ordered, name, expression)
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
