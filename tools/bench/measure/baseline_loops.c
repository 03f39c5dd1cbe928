/* SPDX-License-Identifier: MIT */
/* The loops of one type: built for each row of types.def, with its columns ELEMENT, BYTES and KIND.
 */
#include "baseline_loops.h"

#include <string.h>

#define JOIN(a, b) JOINED(a, b)
#define JOINED(a, b) a##b

/* Signed integers wrap like unsigned ones, but are ordered as what they are. */
#define IS_INTEGER_UNSIGNED 1
#define IS_INTEGER_SIGNED 1
#define IS_INTEGER_FLOAT 0
#define WRAPPING_UNSIGNED_4 uint32_t
#define WRAPPING_UNSIGNED_8 uint64_t
#define WRAPPING_SIGNED_4 uint32_t
#define WRAPPING_SIGNED_8 uint64_t
#define WRAPPING_FLOAT_4 float
#define WRAPPING_FLOAT_8 double
#define ORDERED_UNSIGNED_4 uint32_t
#define ORDERED_UNSIGNED_8 uint64_t
#define ORDERED_SIGNED_4 int32_t
#define ORDERED_SIGNED_8 int64_t
#define ORDERED_FLOAT_4 float
#define ORDERED_FLOAT_8 double

typedef JOIN(JOIN(WRAPPING_, KIND), JOIN(_, BYTES)) wrapping;
typedef JOIN(JOIN(ORDERED_, KIND), JOIN(_, BYTES)) ordered;

/* What the expressions of ops.def call. */
#if JOIN(IS_INTEGER_, KIND)
#define T wrapping
#define FUNCTION static inline
#include "functions.h"
#undef T
#endif
#define min(a, b) ((b) < (a) ? (b) : (a))
#define max(a, b) ((a) < (b) ? (b) : (a))

/* A function per operator, so that compilers vectorize each loop. */
#define LOOPS(T, name, expression)                                                                 \
    static void loops_##name(vkscan_primitive primitive, const void *seed, const void *from,       \
                             uint64_t count, void *to)                                             \
    {                                                                                              \
        const T *source = from;                                                                    \
        T *destination = to;                                                                       \
        T left;                                                                                    \
        memcpy(&left, seed, sizeof(left));                                                         \
        if (primitive == VKSCAN_PRIMITIVE_REDUCE) {                                                \
            for (uint64_t i = 0; i < count; i++) {                                                 \
                const T right = source[i];                                                         \
                left = (expression);                                                               \
            }                                                                                      \
            destination[0] = left;                                                                 \
        } else if (primitive == VKSCAN_PRIMITIVE_INCLUSIVE_SCAN) {                                 \
            for (uint64_t i = 0; i < count; i++) {                                                 \
                const T right = source[i];                                                         \
                destination[i] = left = (expression);                                              \
            }                                                                                      \
        } else {                                                                                   \
            for (uint64_t i = 0; i < count; i++) {                                                 \
                const T right = source[i];                                                         \
                destination[i] = left;                                                             \
                left = (expression);                                                               \
            }                                                                                      \
        }                                                                                          \
    }

#define NONE(ID, value, name, identity, expression)
#define WRAPPING(ID, value, name, identity, expression) LOOPS(wrapping, name, expression)
#define ORDERED(ID, value, name, identity, expression) LOOPS(ordered, name, expression)
#if JOIN(IS_INTEGER_, KIND)
#define INTEGER(X) X
#else
#define INTEGER(X) NONE
#endif

#define ARITHMETIC_OPERATOR WRAPPING
#define ORDER_OPERATOR ORDERED
#define INTEGER_OPERATOR INTEGER(WRAPPING)
#define PRIVATE_OPERATOR NONE
#include "ops.def"
#undef ARITHMETIC_OPERATOR
#undef ORDER_OPERATOR
#undef INTEGER_OPERATOR

#define ENTRY(ID, value, name, identity, expression) [VKSCAN_OP_##ID] = loops_##name,
#define ARITHMETIC_OPERATOR ENTRY
#define ORDER_OPERATOR ENTRY
#define INTEGER_OPERATOR INTEGER(ENTRY)
loops_fn *const JOIN(baseline_, ELEMENT)[] = {
#include "ops.def"
};
