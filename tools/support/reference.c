/* SPDX-License-Identifier: MIT */
#include "reference.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define QUIET_NAN 0x7fc00000u

static float as_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

uint32_t reference_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

static uint32_t combine_u32(vkscan_op op, uint32_t a, uint32_t b)
{
    switch (op) {
    case VKSCAN_OP_ADD:
        return a + b;
    case VKSCAN_OP_MUL:
        return a * b;
    case VKSCAN_OP_MIN:
        return b < a ? b : a;
    case VKSCAN_OP_MAX:
        return b > a ? b : a;
    case VKSCAN_OP_AND:
        return a & b;
    case VKSCAN_OP_OR:
        return a | b;
    case VKSCAN_OP_XOR:
        return a ^ b;
    default:
        return 0;
    }
}

static uint32_t combine_i32(vkscan_op op, uint32_t a, uint32_t b)
{
    const int32_t left = (int32_t)a;
    const int32_t right = (int32_t)b;

    switch (op) {
    case VKSCAN_OP_MIN:
        return (uint32_t)(right < left ? right : left);
    case VKSCAN_OP_MAX:
        return (uint32_t)(right > left ? right : left);
    default:
        return combine_u32(op, a, b);
    }
}

/* IEEE 754-2019 minimum and maximum. */
static float extremum(float a, float b, bool maximum)
{
    if (isnan(a) || isnan(b))
        return as_float(QUIET_NAN);
    if (a == b)
        return !signbit(a) == maximum ? a : b;
    return (a < b) == maximum ? b : a;
}

static uint32_t combine_f32(vkscan_op op, uint32_t a, uint32_t b)
{
    const float left = as_float(a);
    const float right = as_float(b);

    switch (op) {
    case VKSCAN_OP_ADD:
        return reference_bits(left + right);
    case VKSCAN_OP_MUL:
        return reference_bits(left * right);
    default:
        return reference_bits(extremum(left, right, op == VKSCAN_OP_MAX));
    }
}

uint32_t reference_combine(vkscan_type type, vkscan_op op, uint32_t left, uint32_t right)
{
    switch (type) {
    case VKSCAN_TYPE_I32:
        return combine_i32(op, left, right);
    case VKSCAN_TYPE_F32:
        return combine_f32(op, left, right);
    default:
        return combine_u32(op, left, right);
    }
}

uint32_t reference_identity(vkscan_type type, vkscan_op op)
{
    switch (op) {
    case VKSCAN_OP_MUL:
        return type == VKSCAN_TYPE_F32 ? reference_bits(1) : 1;
    case VKSCAN_OP_MIN:
        return type == VKSCAN_TYPE_F32   ? reference_bits(INFINITY)
               : type == VKSCAN_TYPE_I32 ? INT32_MAX
                                         : UINT32_MAX;
    case VKSCAN_OP_MAX:
        return type == VKSCAN_TYPE_F32   ? reference_bits(-INFINITY)
               : type == VKSCAN_TYPE_I32 ? (uint32_t)INT32_MIN
                                         : 0;
    case VKSCAN_OP_AND:
        return UINT32_MAX;
    default:
        return 0;
    }
}

void reference_run(const vkscan_plan_params *plan, uint32_t seed, const uint32_t *source,
                   uint64_t count, uint32_t *destination)
{
    uint32_t total = seed;

    for (uint64_t i = 0; i < count; i++) {
        const uint32_t before = total;
        const uint32_t item = source[i]; /* before it is overwritten, in place */
        total = reference_combine(plan->type, plan->op, total, item);
        if (plan->primitive == VKSCAN_PRIMITIVE_INCLUSIVE_SCAN)
            destination[i] = total;
        else if (plan->primitive == VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN)
            destination[i] = before;
    }
    if (plan->primitive == VKSCAN_PRIMITIVE_REDUCE)
        destination[0] = total;
}

/* ---- checking ---- */

/*
 * The exact value of a sum or product so far, and how far a float one may be away. Each of the n
 * operands of a sum goes through k roundings by u at most, and |error| <= k u S with S the sum of
 * magnitudes (Higham, Accuracy and Stability, 2002, section 4.2); no grouping has a k above n, and
 * vkscan's stay below a thousand. A product takes part of every one of its n roundings, so that
 * |error| <= n u |P|; for many of them, 10 sqrt(n) u |P| but for a chance beyond counting (Higham
 * and Mary, A New Approach to Probabilistic Rounding Error Analysis, 2019).
 */
struct exact {
    double value;
    double magnitude;
    uint64_t terms;
    double largest, smallest; /* what a partial sum or product can come to */
};

#define LONGEST_PATH 1024

static double rounding_bound(const struct exact *exact, vkscan_op op)
{
    const double n = (double)exact->terms + 1;
    const double steps = n < LONGEST_PATH      ? n
                         : op == VKSCAN_OP_ADD ? LONGEST_PATH
                                               : LONGEST_PATH + 10 * sqrt(n);

    return steps * (FLT_EPSILON / 2) * exact->magnitude + FLT_MIN;
}

static void exact_add(struct exact *exact, vkscan_op op, double item)
{
    if (op == VKSCAN_OP_ADD) {
        exact->value += item;
        exact->magnitude += fabs(item);
        exact->largest = exact->magnitude;
    } else {
        exact->value *= item;
        exact->magnitude = fabs(exact->value);
        exact->largest *= fmax(1, fabs(item));
        exact->smallest *= fmin(1, fabs(item));
    }
    exact->terms++;
}

static bool near(const struct exact *exact, vkscan_op op, float result)
{
    if (isnan(exact->value))
        return isnan(result);
    if (isinf(exact->value))
        return isinf(result) && signbit(result) == signbit(exact->value);
    if (exact->largest > FLT_MAX || exact->smallest < FLT_MIN)
        return true; /* a partial result may have overflowed or vanished, as grouped */
    return fabs((double)result - exact->value) <= rounding_bound(exact, op);
}

static bool check_exact_bits(const vkscan_plan_params *plan, uint32_t seed, const uint32_t *source,
                             uint64_t count, const uint32_t *result, uint64_t *at)
{
    uint32_t total = seed;

    for (uint64_t i = 0; i < count; i++) {
        const uint32_t before = total;
        total = reference_combine(plan->type, plan->op, total, source[i]);
        const uint32_t expected =
            plan->primitive == VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN ? before : total;
        *at = i;
        if (plan->primitive != VKSCAN_PRIMITIVE_REDUCE && result[i] != expected)
            return false;
    }
    *at = 0;
    return plan->primitive != VKSCAN_PRIMITIVE_REDUCE || result[0] == total;
}

static bool check_rounded(const vkscan_plan_params *plan, uint32_t seed, const uint32_t *source,
                          uint64_t count, const uint32_t *result, uint64_t *at)
{
    const float start = as_float(seed);
    struct exact total = {start, fabs((double)start), 1, fabs((double)start), 1};

    for (uint64_t i = 0; i < count; i++) {
        const struct exact before = total;
        exact_add(&total, plan->op, as_float(source[i]));
        const bool exclusive = plan->primitive == VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN;
        *at = i;
        if (plan->primitive != VKSCAN_PRIMITIVE_REDUCE &&
            !near(exclusive ? &before : &total, plan->op, as_float(result[i])))
            return false;
    }
    *at = 0;
    return plan->primitive != VKSCAN_PRIMITIVE_REDUCE ||
           near(&total, plan->op, as_float(result[0]));
}

bool reference_check(const vkscan_plan_params *plan, uint32_t seed, const uint32_t *source,
                     uint64_t count, const uint32_t *result, uint64_t *at)
{
    const bool rounded =
        plan->type == VKSCAN_TYPE_F32 && (plan->op == VKSCAN_OP_ADD || plan->op == VKSCAN_OP_MUL);

    return (rounded ? check_rounded : check_exact_bits)(plan, seed, source, count, result, at);
}

/* ---- data ---- */

/* Steele, Lea and Flood's SplitMix64, 2014. */
static uint32_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ z >> 31) >> 32);
}

static uint32_t random_element(vkscan_type type, vkscan_op op, uint32_t bits)
{
    const float unit = (float)(bits >> 8) / 16777216.0f; /* [0, 1) */

    if (type != VKSCAN_TYPE_F32)
        return bits;
    return reference_bits(op == VKSCAN_OP_MUL ? 1 + (unit - 0.5f) / 512 : 2 * unit - 1);
}

static uint32_t small_integer(vkscan_type type, int64_t value)
{
    return type == VKSCAN_TYPE_F32 ? reference_bits((float)value) : (uint32_t)value;
}

void reference_fill(vkscan_type type, vkscan_op op, enum reference_data data, uint64_t seed,
                    uint32_t *elements, uint64_t count)
{
    static const uint32_t extremes[] = {
        0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000,
        0x00000001, 0x80000001, 0x7f7fffff, 0xff7fffff, 0x7fc00000, 0xffc00001,
    };
    const uint32_t extreme_count = sizeof(extremes) / sizeof(extremes[0]);

    for (uint64_t i = 0; i < count; i++) {
        const uint32_t bits = next_random(&seed);
        switch (data) {
        case REFERENCE_IDENTITY:
            elements[i] = reference_identity(type, op);
            break;
        case REFERENCE_ASCENDING:
            elements[i] = small_integer(type, (int64_t)i);
            break;
        case REFERENCE_ALTERNATING:
            elements[i] = small_integer(type, i % 2 ? -1 : 1);
            break;
        case REFERENCE_EXTREMES:
            /* Rare NaNs, or every result would be one. */
            elements[i] = bits % 1024 == 0 ? extremes[extreme_count - 1 - bits / 1024 % 2]
                                           : extremes[bits / 1024 % (extreme_count - 2)];
            break;
        default:
            elements[i] = random_element(type, op, bits);
        }
    }
}
