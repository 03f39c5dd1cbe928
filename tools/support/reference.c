/* SPDX-License-Identifier: MIT */
#include "reference.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

/* ---- elements ---- */

enum kind { UNSIGNED, SIGNED, FLOAT };

static const struct type {
    size_t size; /* bytes, 8 at most */
    enum kind kind;
} types[] = {
#define TYPE(ID, name, bytes, class, key_class, kind, needs) [VKSCAN_TYPE_##ID] = {bytes, kind},
#include "types.def"
#undef TYPE
};

static const struct type *type_of(vkscan_type type)
{
    return &types[type == VKSCAN_TYPE_DEFAULT ? VKSCAN_TYPE_U32 : type];
}

static const void *element(const struct type *type, const void *elements, uint64_t index)
{
    return (const char *)elements + index * type->size;
}

static uint64_t sign_bit(const struct type *type)
{
    return 1ull << (8 * type->size - 1);
}

/* An integer's bits. Hosts have the device's byte order. */
static uint64_t load(const struct type *type, const void *from)
{
    uint64_t bits = 0;

    memcpy(&bits, from, type->size);
    return bits;
}

static int64_t load_signed(const struct type *type, const void *from)
{
    return (int64_t)((load(type, from) ^ sign_bit(type)) - sign_bit(type));
}

static double load_float(const struct type *type, const void *from)
{
    double wide;
    float narrow;

    if (type->size == sizeof(wide)) {
        memcpy(&wide, from, sizeof(wide));
        return wide;
    }
    memcpy(&narrow, from, sizeof(narrow));
    return narrow;
}

static void store(const struct type *type, uint64_t bits, void *to)
{
    memcpy(to, &bits, type->size);
}

static void store_float(const struct type *type, double value, void *to)
{
    const float narrow = (float)value;

    if (type->size == sizeof(value))
        memcpy(to, &value, sizeof(value));
    else
        memcpy(to, &narrow, sizeof(narrow));
}

uint32_t reference_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

/* ---- operators ---- */

/* What the expressions of ops.def call. */
#define min(a, b) ((b) < (a) ? (b) : (a))
#define max(a, b) ((b) > (a) ? (b) : (a))

#define T uint64_t
#define FUNCTION static inline
#include "functions.h"
#undef T

#define CASE(ID, value, name, identity, expression)                                                \
    case VKSCAN_OP_##ID:                                                                           \
        return expression;
#define NO_CASE(ID, value, name, identity, expression)
#define PRIVATE_OPERATOR NO_CASE

/* Of unsigned integers; of signed ones all but min and max, as those wrap like unsigned ones. */
static uint64_t combine_unsigned(vkscan_op op, uint64_t left, uint64_t right)
{
    switch (op) {
#define ARITHMETIC_OPERATOR CASE
#define ORDER_OPERATOR CASE
#define INTEGER_OPERATOR CASE
#include "ops.def"
    default:
        return 0;
    }
}

#undef ARITHMETIC_OPERATOR
#undef INTEGER_OPERATOR
#define ARITHMETIC_OPERATOR NO_CASE
#define INTEGER_OPERATOR NO_CASE
static int64_t order_signed(vkscan_op op, int64_t left, int64_t right)
{
    switch (op) {
#include "ops.def"
    default:
        return 0;
    }
}

/* IEEE 754-2019 minimum and maximum. */
static double minimum(double a, double b)
{
    if (isnan(a) || isnan(b))
        return NAN;
    if (a == b)
        return signbit(a) ? a : b;
    return a < b ? a : b;
}

static double maximum(double a, double b)
{
    return isnan(a) || isnan(b) ? NAN : -minimum(-a, -b);
}

/* A double holds each sum and product of two floats so well that the rounding to float is the only
 * one. */
#undef min
#undef max
#define min minimum
#define max maximum
#undef ARITHMETIC_OPERATOR
#define ARITHMETIC_OPERATOR CASE
static double combine_float(vkscan_op op, double left, double right)
{
    switch (op) {
#include "ops.def"
    default:
        return 0;
    }
}

enum identity { ZERO, ONE, LOWEST, HIGHEST, ALL_ONES };

static const struct op {
    enum identity identity;
    enum { ARITHMETIC, ORDER, INTEGER } domain;
} ops[] = {
#undef ARITHMETIC_OPERATOR
#undef ORDER_OPERATOR
#undef INTEGER_OPERATOR
#define ARITHMETIC_OPERATOR(ID, value, name, identity, expression)                                 \
    [VKSCAN_OP_##ID] = {identity, ARITHMETIC},
#define ORDER_OPERATOR(ID, value, name, identity, expression) [VKSCAN_OP_##ID] = {identity, ORDER},
#define INTEGER_OPERATOR(ID, value, name, identity, expression)                                    \
    [VKSCAN_OP_##ID] = {identity, INTEGER},
#include "ops.def"
};

bool reference_has(vkscan_type type, vkscan_op op)
{
    return type_of(type)->kind != FLOAT || ops[op].domain != INTEGER;
}

void reference_combine(vkscan_type of, vkscan_op op, const void *left, const void *right,
                       void *result)
{
    const struct type *type = type_of(of);

    if (type->kind == FLOAT)
        store_float(type, combine_float(op, load_float(type, left), load_float(type, right)),
                    result);
    else if (type->kind == SIGNED && ops[op].domain == ORDER)
        store(type, (uint64_t)order_signed(op, load_signed(type, left), load_signed(type, right)),
              result);
    else
        store(type, combine_unsigned(op, load(type, left), load(type, right)), result);
}

void reference_identity(vkscan_type of, vkscan_op op, void *identity)
{
    const struct type *type = type_of(of);
    const bool is_signed = type->kind == SIGNED;
    const struct {
        uint64_t bits;
        double real;
    } values[] = {
        [ZERO] = {0, 0},
        [ONE] = {1, 1},
        [LOWEST] = {is_signed ? sign_bit(type) : 0, -INFINITY},
        [HIGHEST] = {is_signed ? sign_bit(type) - 1 : UINT64_MAX, INFINITY},
        [ALL_ONES] = {UINT64_MAX, 0},
    };

    if (type->kind == FLOAT)
        store_float(type, values[ops[op].identity].real, identity);
    else
        store(type, values[ops[op].identity].bits, identity);
}

static void start(const vkscan_plan_params *plan, const void *seed, void *total)
{
    if (seed)
        memcpy(total, seed, type_of(plan->type)->size);
    else
        reference_identity(plan->type, plan->op, total);
}

void reference_run(const vkscan_plan_params *plan, const void *seed, const void *source,
                   uint64_t count, void *destination)
{
    const struct type *type = type_of(plan->type);
    uint64_t total, before;

    start(plan, seed, &total);
    for (uint64_t i = 0; i < count; i++) {
        before = total;
        /* Before the item is overwritten, in place. */
        reference_combine(plan->type, plan->op, &total, element(type, source, i), &total);
        if (plan->primitive != VKSCAN_PRIMITIVE_REDUCE)
            memcpy((char *)destination + i * type->size,
                   plan->primitive == VKSCAN_PRIMITIVE_INCLUSIVE_SCAN ? &total : &before,
                   type->size);
    }
    if (plan->primitive == VKSCAN_PRIMITIVE_REDUCE)
        memcpy(destination, &total, type->size);
}

/* ---- checking ---- */

/*
 * The exact value of a sum or product so far, and the error bound of one in floats. Each of the n
 * operands of a sum goes through k roundings by u at most, and |error| <= k u S with S the sum of
 * magnitudes (Higham, Accuracy and Stability, 2002, section 4.2); no grouping has a k above n, and
 * vkscan's stay below a thousand. A product takes part of every one of its n roundings, so that
 * |error| <= n u |P|; for many of them, 10 sqrt(n) u |P| but for a negligible probability (Higham
 * and Mary, A New Approach to Probabilistic Rounding Error Analysis, 2019).
 */
struct exact {
    double value;
    double magnitude;
    uint64_t terms;
    double largest, smallest; /* bounds of partial sums or products */
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

static bool near(const struct exact *exact, vkscan_op op, double result)
{
    if (isnan(exact->value))
        return isnan(result);
    if (isinf(exact->value))
        return isinf(result) && signbit(result) == signbit(exact->value);
    if (exact->largest > FLT_MAX || exact->smallest < FLT_MIN)
        return true; /* some grouping may overflow or underflow */
    return fabs(result - exact->value) <= rounding_bound(exact, op);
}

static bool check_exact_bits(const vkscan_plan_params *plan, const void *seed, const void *source,
                             uint64_t count, const void *result, uint64_t *at)
{
    const struct type *type = type_of(plan->type);
    uint64_t total, before;

    start(plan, seed, &total);
    for (uint64_t i = 0; i < count; i++) {
        before = total;
        reference_combine(plan->type, plan->op, &total, element(type, source, i), &total);
        *at = i;
        if (plan->primitive != VKSCAN_PRIMITIVE_REDUCE &&
            memcmp(element(type, result, i),
                   plan->primitive == VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN ? &before : &total,
                   type->size) != 0)
            return false;
    }
    *at = 0;
    return plan->primitive != VKSCAN_PRIMITIVE_REDUCE || memcmp(result, &total, type->size) == 0;
}

static bool check_rounded(const vkscan_plan_params *plan, const void *seed, const void *source,
                          uint64_t count, const void *result, uint64_t *at)
{
    const struct type *type = type_of(plan->type);
    uint64_t first;

    start(plan, seed, &first);
    const double value = load_float(type, &first);
    struct exact total = {value, fabs(value), 1, fabs(value), 1};

    for (uint64_t i = 0; i < count; i++) {
        const struct exact before = total;
        exact_add(&total, plan->op, load_float(type, element(type, source, i)));
        const bool exclusive = plan->primitive == VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN;
        *at = i;
        if (plan->primitive != VKSCAN_PRIMITIVE_REDUCE &&
            !near(exclusive ? &before : &total, plan->op,
                  load_float(type, element(type, result, i))))
            return false;
    }
    *at = 0;
    return plan->primitive != VKSCAN_PRIMITIVE_REDUCE ||
           near(&total, plan->op, load_float(type, result));
}

bool reference_check(const vkscan_plan_params *plan, const void *seed, const void *source,
                     uint64_t count, const void *result, uint64_t *at)
{
    const bool rounded = type_of(plan->type)->kind == FLOAT && ops[plan->op].domain == ARITHMETIC;

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

static void store_random(const struct type *type, vkscan_op op, uint64_t *state, void *to)
{
    const uint32_t bits = next_random(state);
    const double unit = (bits >> 8) / 16777216.0; /* [0, 1) */

    if (type->kind == FLOAT)
        store_float(type, op == VKSCAN_OP_MUL ? 1 + (unit - 0.5) / 512 : 2 * unit - 1, to);
    else if (type->size > sizeof(bits))
        store(type, (uint64_t)next_random(state) << 32 | bits, to);
    else
        store(type, bits, to);
}

static void store_small(const struct type *type, int64_t value, void *to)
{
    if (type->kind == FLOAT)
        store_float(type, (double)value, to);
    else
        store(type, (uint64_t)value, to);
}

static uint32_t extreme_float(uint32_t bits)
{
    static const uint32_t extremes[] = {
        0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000,
        0x00000001, 0x80000001, 0x7f7fffff, 0xff7fffff, 0x7fc00000, 0xffc00001,
    };
    const uint32_t count = sizeof(extremes) / sizeof(extremes[0]);

    /* Rare NaNs, or every result would be one. */
    return bits % 1024 == 0 ? extremes[count - 1 - bits / 1024 % 2]
                            : extremes[bits / 1024 % (count - 2)];
}

void reference_fill(vkscan_type of, vkscan_op op, enum reference_data data, uint64_t seed,
                    void *elements, uint64_t count)
{
    const struct type *type = type_of(of);

    for (uint64_t i = 0; i < count; i++) {
        void *to = (char *)elements + i * type->size;
        switch (data) {
        case REFERENCE_IDENTITY:
            reference_identity(of, op, to);
            break;
        case REFERENCE_ASCENDING:
            store_small(type, (int64_t)i, to);
            break;
        case REFERENCE_ALTERNATING:
            store_small(type, i % 2 ? -1 : 1, to);
            break;
        case REFERENCE_EXTREMES:
            assert(type->size == sizeof(float));
            store(type, extreme_float(next_random(&seed)), to);
            break;
        default:
            store_random(type, op, &seed, to);
        }
    }
}
