/* SPDX-License-Identifier: MIT */
#include "baseline.h"

#include <string.h>

/* A function for each type and operator, so that the compiler can make the most of each loop. */
#define LOOPS(T, name, expression)                                                                 \
    static void name(vkscan_primitive primitive, uint32_t seed, const void *from, uint64_t count,  \
                     void *to)                                                                     \
    {                                                                                              \
        const T *source = from;                                                                    \
        T *destination = to;                                                                       \
        T a;                                                                                       \
        memcpy(&a, &seed, sizeof(a));                                                              \
        if (primitive == VKSCAN_PRIMITIVE_REDUCE) {                                                \
            for (uint64_t i = 0; i < count; i++) {                                                 \
                const T b = source[i];                                                             \
                a = (expression);                                                                  \
            }                                                                                      \
            destination[0] = a;                                                                    \
        } else if (primitive == VKSCAN_PRIMITIVE_INCLUSIVE_SCAN) {                                 \
            for (uint64_t i = 0; i < count; i++) {                                                 \
                const T b = source[i];                                                             \
                destination[i] = a = (expression);                                                 \
            }                                                                                      \
        } else {                                                                                   \
            for (uint64_t i = 0; i < count; i++) {                                                 \
                const T b = source[i];                                                             \
                destination[i] = a;                                                                \
                a = (expression);                                                                  \
            }                                                                                      \
        }                                                                                          \
    }

#define ARITHMETIC_LOOPS(T, prefix)                                                                \
    LOOPS(T, prefix##_add, a + b)                                                                  \
    LOOPS(T, prefix##_mul, a *b)                                                                   \
    LOOPS(T, prefix##_min, b < a ? b : a)                                                          \
    LOOPS(T, prefix##_max, a < b ? b : a)

ARITHMETIC_LOOPS(uint32_t, u32)
ARITHMETIC_LOOPS(float, f32)
LOOPS(uint32_t, u32_and, a &b)
LOOPS(uint32_t, u32_or, a | b)
LOOPS(uint32_t, u32_xor, a ^ b)
LOOPS(int32_t, i32_min, b < a ? b : a)
LOOPS(int32_t, i32_max, a < b ? b : a)

typedef void loops_fn(vkscan_primitive primitive, uint32_t seed, const void *from, uint64_t count,
                      void *to);

/* Signed integers wrap like unsigned ones. */
static loops_fn *const loops[][VKSCAN_OP_XOR + 1] = {
    [VKSCAN_TYPE_DEFAULT] = {u32_add, u32_mul, u32_min, u32_max, u32_and, u32_or, u32_xor},
    [VKSCAN_TYPE_U32] = {u32_add, u32_mul, u32_min, u32_max, u32_and, u32_or, u32_xor},
    [VKSCAN_TYPE_I32] = {u32_add, u32_mul, i32_min, i32_max, u32_and, u32_or, u32_xor},
    [VKSCAN_TYPE_F32] = {f32_add, f32_mul, f32_min, f32_max},
};

void baseline_run(const vkscan_plan_params *plan, uint32_t seed, const uint32_t *source,
                  uint64_t count, uint32_t *destination)
{
    loops[plan->type][plan->op](plan->primitive, seed, source, count, destination);
}
