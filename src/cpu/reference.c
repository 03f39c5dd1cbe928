/* SPDX-License-Identifier: MIT */
#include "reference.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "half.h"
#include "random.h"
#include "type.h"

/* ---- elements ---- */

static vkscan_type out_type_of(const vkscan_plan_params *plan)
{
    return plan->out_type == VKSCAN_TYPE_DEFAULT ? plan->type : plan->out_type;
}

/* Returns the number as if it was stored and loaded again. */
static union number fit(const struct scalar *scalar, union number number)
{
    return scalar->kind == FLOAT ? number : scalar_load(scalar, &number);
}

uint32_t reference_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

bool reference_converts(vkscan_type from, vkscan_type to)
{
    const struct type *in = type_of(from), *out = type_of(to);
    const bool integers = in->scalar.kind != FLOAT && out->scalar.kind != FLOAT;

    if (in == out)
        return true;
    if (in->components > 1 || out->components > 1)
        return false;
    if (integers && in->scalar.size < 4)
        return out->scalar.size >= 4;
    return in->scalar.kind == out->scalar.kind && out->scalar.size == 2 * in->scalar.size;
}

/* ---- operators ---- */

/* Functions that the expressions of ops.def call. */
#define min(a, b) ((b) < (a) ? (b) : (a))
#define max(a, b) ((b) > (a) ? (b) : (a))

#define CASE(ID, value, name, identity, expression)                                                \
    case VKSCAN_OP_##ID:                                                                           \
        return expression;
#define NO_CASE(ID, value, name, identity, expression)

/* Combines integers. min and max take unsigned ones; the other operators signed ones too, as these
 * wrap like unsigned ones. */
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

/* Returns the minimum of IEEE 754-2019. */
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
    return type_of(type)->scalar.kind != FLOAT || ops[op].domain != INTEGER;
}

/* Combines two numbers. A double holds each sum and product of two floats so well that the rounding
 * to float is the only one. Halves are computed in floats. */
static union number combine(const struct scalar *scalar, vkscan_op op, union number left,
                            union number right)
{
    if (scalar->kind == FLOAT) {
        const double result = combine_float(op, left.real, right.real);
        return (union number){.real =
                                  scalar->size == sizeof(result) ? result : (double)(float)result};
    }
    if (scalar->kind == SIGNED && ops[op].domain == ORDER)
        left.bits = (uint64_t)order_signed(op, (int64_t)left.bits, (int64_t)right.bits);
    else
        left.bits = combine_unsigned(op, left.bits, right.bits);
    return left;
}

static union number identity_of(const struct scalar *scalar, vkscan_op op)
{
    const bool is_signed = scalar->kind == SIGNED;
    const struct {
        uint64_t bits;
        double real;
    } values[] = {
        [ZERO] = {0, 0},
        [ONE] = {1, 1},
        [LOWEST] = {is_signed ? scalar_sign_bit(scalar) : 0, -INFINITY},
        [HIGHEST] = {is_signed ? scalar_sign_bit(scalar) - 1 : UINT64_MAX, INFINITY},
        [ALL_ONES] = {UINT64_MAX, 0},
    };

    if (scalar->kind == FLOAT)
        return (union number){.real = values[ops[op].identity].real};
    return fit(scalar, (union number){.bits = values[ops[op].identity].bits});
}

void reference_combine(vkscan_type of, vkscan_op op, const void *left, const void *right,
                       void *result)
{
    const struct scalar *scalar = &type_of(of)->scalar;

    for (size_t at = 0; at < type_size(of); at += scalar->size)
        scalar_store(scalar,
                     combine(scalar, op, scalar_load(scalar, (const char *)left + at),
                             scalar_load(scalar, (const char *)right + at)),
                     (char *)result + at);
}

void reference_identity(vkscan_type of, vkscan_op op, void *identity)
{
    const struct scalar *scalar = &type_of(of)->scalar;

    for (size_t at = 0; at < type_size(of); at += scalar->size)
        scalar_store(scalar, identity_of(scalar, op), (char *)identity + at);
}

/* ---- plans ---- */

/* One component of a plan's elements, which is computed like a scalar. */
struct component {
    vkscan_primitive primitive;
    vkscan_op op;
    const struct scalar *in, *out;
    size_t in_size, out_size; /* bytes of an element */
    size_t in_at, out_at;     /* offset of the component in an element */
    bool reverse;
    uint64_t count; /* elements */
};

static struct component component_of(const vkscan_plan_params *plan, uint32_t index, uint64_t count)
{
    const struct type *in = type_of(plan->type);
    const struct type *out = type_of(out_type_of(plan));

    return (struct component){
        .primitive = plan->primitive,
        .op = plan->op,
        .in = &in->scalar,
        .out = &out->scalar,
        .in_size = type_size(plan->type),
        .out_size = type_size(out_type_of(plan)),
        .in_at = index * in->scalar.size,
        .out_at = index * out->scalar.size,
        .reverse = plan->flags & VKSCAN_PLAN_REVERSE_BIT,
        .count = count,
    };
}

/* Returns the index of the operation's operand. */
static uint64_t place(const struct component *component, uint64_t operand)
{
    return component->reverse ? component->count - 1 - operand : operand;
}

static union number load_item(const struct component *component, const void *source,
                              uint64_t operand)
{
    const uint64_t index = place(component, operand);

    return fit(component->out,
               scalar_load(component->in,
                           (const char *)source + index * component->in_size + component->in_at));
}

static size_t result_offset(const struct component *component, uint64_t operand)
{
    return place(component, operand) * component->out_size + component->out_at;
}

/* Returns the number that the operation starts with. A seed takes part in it, if only with the
 * identity. */
static union number start(const struct component *component, const void *seed)
{
    const struct scalar *out = component->out;
    const union number identity = identity_of(out, component->op);

    if (!seed)
        return identity;
    const union number value = scalar_load(out, (const char *)seed + component->out_at);
    return ops[component->op].domain == ORDER ? combine(out, component->op, identity, value)
                                              : value;
}

static void run_component(const struct component *c, const void *seed, const void *source,
                          char *destination)
{
    union number total = start(c, seed);

    for (uint64_t i = 0; i < c->count; i++) {
        const union number before = total;
        /* The item is loaded before it is overwritten, in place. */
        total = combine(c->out, c->op, total, load_item(c, source, i));
        if (c->primitive != VKSCAN_PRIMITIVE_REDUCE)
            scalar_store(c->out, c->primitive == VKSCAN_PRIMITIVE_INCLUSIVE_SCAN ? total : before,
                         destination + result_offset(c, i));
    }
    if (c->primitive == VKSCAN_PRIMITIVE_REDUCE)
        scalar_store(c->out, total, destination + c->out_at);
}

void reference_run(const vkscan_plan_params *plan, const void *seed, const void *source,
                   uint64_t count, void *destination)
{
    for (uint32_t i = 0; i < type_of(plan->type)->components; i++) {
        const struct component component = component_of(plan, i, count);
        run_component(&component, seed, source, destination);
    }
}

/* ---- checking ---- */

/* The format that a sum or product is rounded to at each step. Halves are computed in floats. */
struct precision {
    double epsilon, least, most;
};

static const struct precision *precision_of(const struct scalar *scalar)
{
    static const struct precision single = {FLT_EPSILON, FLT_MIN, FLT_MAX},
                                  wide = {DBL_EPSILON, DBL_MIN, DBL_MAX};

    return scalar->size == sizeof(double) ? &wide : &single;
}

/*
 * Bounds the error of a rounded sum or product. Each of the n operands of a sum goes through k
 * roundings by u at most, and |error| <= k u S with S the sum of magnitudes (Higham, Accuracy and
 * Stability, 2002, section 4.2). No grouping has a k above n, and vkscan's stay below a thousand,
 * except for chained prefixes of more tiles, whose roundings would all have to go one way. A
 * product takes part in every one of its n roundings, so that |error| <= n u |P|; for many of them
 * 10 sqrt(n) u |P|, except with a negligible probability (Higham and Mary, A New Approach to
 * Probabilistic Rounding Error Analysis, 2019).
 */
#define LONGEST_PATH 1024

static double rounding_bound(const struct reference_exact *exact, vkscan_op op,
                             const struct precision *precision)
{
    const double n = (double)exact->terms + 1;
    const double steps = n < LONGEST_PATH      ? n
                         : op == VKSCAN_OP_ADD ? LONGEST_PATH
                                               : LONGEST_PATH + 10 * sqrt(n);

    return steps * (precision->epsilon / 2) * exact->magnitude + precision->least;
}

/* Adds an item. Knuth's two-sum, and the product by a fused operation, give the rounding's own
 * error. */
static void exact_add(struct reference_exact *exact, vkscan_op op, double item)
{
    const double value = exact->value;

    if (op == VKSCAN_OP_ADD) {
        exact->value += item;
        const double part = exact->value - value;
        exact->rest += (value - (exact->value - part)) + (item - part);
        exact->magnitude += fabs(item);
        exact->largest = exact->magnitude;
    } else {
        exact->value *= item;
        exact->rest = exact->rest * item + fma(value, item, -exact->value);
        exact->magnitude = fabs(exact->value);
        exact->largest *= fmax(1, fabs(item));
        exact->smallest *= fmin(1, fabs(item));
    }
    if (!isfinite(exact->value))
        exact->rest = 0;
    exact->special |= !isfinite(item);
    exact->terms++;
}

/* Tells whether a half is between the roundings of the lowest and the highest value: rounding to
 * halves keeps the order. */
static bool between_halves(double low, double high, double result)
{
    return half_to(half_from(low)) <= result && result <= half_to(half_from(high));
}

static bool near(const struct reference_exact *exact, vkscan_op op, const struct scalar *out,
                 double result)
{
    const struct precision *precision = precision_of(out);
    const double bound = rounding_bound(exact, op, precision);

    if (exact->special)
        return isnan(exact->value) ? isnan(result) : result == exact->value;
    if (exact->largest > precision->most || exact->smallest < precision->least)
        return true; /* some grouping may overflow or underflow */
    if (out->size < sizeof(float))
        return between_halves(exact->value - bound, exact->value + bound, result);
    return fabs(result - exact->value - exact->rest) <= bound;
}

/* Adds a part that is behind the elements so far. */
static void exact_join(struct reference_exact *exact, vkscan_op op,
                       const struct reference_exact *part)
{
    const struct reference_exact before = *exact;

    exact_add(exact, op, part->value);
    exact->rest += op == VKSCAN_OP_ADD ? part->rest : before.value * part->rest;
    if (op == VKSCAN_OP_ADD)
        exact->magnitude = exact->largest = before.magnitude + part->magnitude;
    else
        exact->largest = before.largest * part->largest;
    exact->smallest = before.smallest * part->smallest;
    exact->special = before.special || part->special;
    exact->terms = before.terms + part->terms - 1; /* one of these is the identity */
    if (!isfinite(exact->value))
        exact->rest = 0;
}

static bool check_exact_bits(const struct component *c, union number total, const void *source,
                             const char *result, uint64_t *at)
{
    const bool reduce = c->primitive == VKSCAN_PRIMITIVE_REDUCE;
    const bool exclusive = c->primitive == VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN;
    uint64_t expected;

    for (uint64_t i = 0; i < c->count; i++) {
        const union number before = total;
        total = combine(c->out, c->op, total, load_item(c, source, i));
        if (reduce)
            continue;
        scalar_store(c->out, exclusive ? before : total, &expected);
        *at = place(c, i);
        if (scalar_bits(c->out, result + result_offset(c, i)) != scalar_bits(c->out, &expected))
            return false;
    }
    *at = 0;
    scalar_store(c->out, total, &expected);
    return !reduce || scalar_bits(c->out, result + c->out_at) == scalar_bits(c->out, &expected);
}

static bool check_rounded(const struct component *c, struct reference_exact total,
                          const void *source, const char *result, uint64_t *at)
{
    const bool reduce = c->primitive == VKSCAN_PRIMITIVE_REDUCE;
    const bool exclusive = c->primitive == VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN;

    for (uint64_t i = 0; i < c->count; i++) {
        const struct reference_exact before = total;
        exact_add(&total, c->op, load_item(c, source, i).real);
        *at = place(c, i);
        if (!reduce && !near(exclusive ? &before : &total, c->op, c->out,
                             scalar_load(c->out, result + result_offset(c, i)).real))
            return false;
    }
    *at = 0;
    return !reduce || near(&total, c->op, c->out, scalar_load(c->out, result + c->out_at).real);
}

static bool is_rounded(const struct component *c)
{
    return c->out->kind == FLOAT && ops[c->op].domain == ARITHMETIC;
}

static uint32_t components_of(const vkscan_plan_params *plan)
{
    return type_of(out_type_of(plan))->components;
}

void reference_start(const vkscan_plan_params *plan, const void *seed,
                     struct reference_total *total)
{
    for (uint32_t i = 0; i < components_of(plan); i++) {
        const struct component c = component_of(plan, i, 0);
        const union number first = start(&c, seed);
        const double magnitude = fabs(first.real);
        total->numbers[i] = first.bits;
        total->exact[i] = (struct reference_exact){
            first.real, 0, magnitude, 1, magnitude, 1, !isfinite(first.real)};
    }
}

void reference_follow(const vkscan_plan_params *plan, const void *source, uint64_t count,
                      struct reference_total *total)
{
    for (uint32_t i = 0; i < components_of(plan); i++) {
        const struct component c = component_of(plan, i, count);
        const bool rounded = is_rounded(&c);
        union number number = {total->numbers[i]};
        for (uint64_t k = 0; k < count; k++) {
            const union number item = load_item(&c, source, k);
            if (rounded)
                exact_add(&total->exact[i], c.op, item.real);
            else
                number = combine(c.out, c.op, number, item);
        }
        total->numbers[i] = number.bits;
    }
}

void reference_join(const vkscan_plan_params *plan, const struct reference_total *part,
                    struct reference_total *total)
{
    for (uint32_t i = 0; i < components_of(plan); i++) {
        const struct component c = component_of(plan, i, 0);
        if (is_rounded(&c))
            exact_join(&total->exact[i], c.op, &part->exact[i]);
        else
            total->numbers[i] = combine(c.out, c.op, (union number){total->numbers[i]},
                                        (union number){part->numbers[i]})
                                    .bits;
    }
}

bool reference_check_on(const vkscan_plan_params *plan, const struct reference_total *before,
                        const void *source, uint64_t count, const void *result, uint64_t *at)
{
    for (uint32_t i = 0; i < components_of(plan); i++) {
        const struct component c = component_of(plan, i, count);
        if (!(is_rounded(&c)
                  ? check_rounded(&c, before->exact[i], source, result, at)
                  : check_exact_bits(&c, (union number){before->numbers[i]}, source, result, at)))
            return false;
    }
    return true;
}

bool reference_check(const vkscan_plan_params *plan, const void *seed, const void *source,
                     uint64_t count, const void *result, uint64_t *at)
{
    struct reference_total total;

    reference_start(plan, seed, &total);
    return reference_check_on(plan, &total, source, count, result, at);
}

/* ---- data ---- */

static uint32_t next_random(uint64_t *state)
{
    return (uint32_t)(random_of(*state += RANDOM_STEP) >> 32);
}

/* Tells whether a number is made of two random ones, as integers of 64 bits are. */
static bool takes_two(const struct scalar *scalar)
{
    return scalar->kind != FLOAT && scalar->size > 4;
}

uint64_t reference_seed_at(vkscan_type type, uint64_t seed, uint64_t index)
{
    const uint64_t numbers =
        type_of(type)->components * (takes_two(&type_of(type)->scalar) ? 2 : 1);

    return seed + index * numbers * RANDOM_STEP;
}

/* Returns a random number. Factors are odd, as products of even ones soon are 0. */
static union number random_number(const struct scalar *scalar, vkscan_op op, uint64_t *state)
{
    const uint64_t bits = next_random(state);
    const double unit = (double)(bits >> 8) / 16777216.0; /* [0, 1) */

    if (scalar->kind == FLOAT)
        return (union number){.real = op == VKSCAN_OP_MUL ? 1 + (unit - 0.5) / 512 : 2 * unit - 1};
    const uint64_t high = takes_two(scalar) ? (uint64_t)next_random(state) << 32 : 0;
    return (union number){.bits = high | bits | (op == VKSCAN_OP_MUL)};
}

static union number small_number(const struct scalar *scalar, int64_t value)
{
    return scalar->kind == FLOAT ? (union number){.real = (double)value}
                                 : (union number){.bits = (uint64_t)value};
}

/* Returns the bits of 0, 1, infinity, the least denormal, the largest number, or a NaN of another
 * payload. */
static uint64_t extreme_bits(const struct scalar *scalar, uint32_t index)
{
    static const uint64_t halves[] = {0, 0x3c00, 0x7c00, 1, 0x7bff, 0x7e01},
                          singles[] = {0, 0x3f800000, 0x7f800000, 1, 0x7f7fffff, 0x7fc00001},
                          wides[] = {0, 0x3ff0000000000000, 0x7ff0000000000000,
                                     1, 0x7fefffffffffffff, 0x7ff8000000000001};

    return (scalar->size == 8 ? wides : scalar->size == 4 ? singles : halves)[index];
}

/* Stores an extreme. NaNs are rare, or every result would be one. */
static void store_extreme(const struct scalar *scalar, uint32_t random, void *to)
{
    const uint32_t index = random % 1024 == 0 ? 5 : random / 1024 % 5;
    const uint64_t bits =
        extreme_bits(scalar, index) | (random / 8192 % 2 ? scalar_sign_bit(scalar) : 0);

    memcpy(to, &bits, scalar->size);
}

void reference_fill(vkscan_type of, vkscan_op op, enum reference_data data, uint64_t seed,
                    void *elements, uint64_t count)
{
    const struct type *type = type_of(of);
    const struct scalar *scalar = &type->scalar;
    char *to = elements;

    for (uint64_t i = 0; i < count * type->components; i++, to += scalar->size) {
        const int64_t index = (int64_t)(i / type->components);
        switch (data) {
        case REFERENCE_IDENTITY:
            scalar_store(scalar, identity_of(scalar, op), to);
            break;
        case REFERENCE_ASCENDING:
            scalar_store(scalar, small_number(scalar, index + (int64_t)(i % type->components)), to);
            break;
        case REFERENCE_ALTERNATING:
            scalar_store(scalar, small_number(scalar, index % 2 ? -1 : 1), to);
            break;
        case REFERENCE_EXTREMES:
            store_extreme(scalar, next_random(&seed), to);
            break;
        default:
            scalar_store(scalar, random_number(scalar, op, &seed), to);
        }
    }
}
