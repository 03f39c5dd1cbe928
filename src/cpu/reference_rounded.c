/* SPDX-License-Identifier: MIT */
/* Bounds for sums and products of floats in any grouping, and the check against them. */
#include "reference_rounded.h"

#include <float.h>
#include <math.h>

#include "half.h"
#include "type.h"

/* A component of a plan's elements, which is computed like a scalar. */
struct component {
    const struct scalar *in, *out;
    size_t in_size, out_size; /* bytes of an element */
    size_t in_at, out_at;     /* offset of the component in an element */
};

static struct component component_of(const vkscan_plan_params *plan, uint32_t index)
{
    const vkscan_type out_type = plan->out_type ? plan->out_type : plan->type;
    const struct scalar *in = &type_of(plan->type)->scalar, *out = &type_of(out_type)->scalar;

    return (struct component){
        in, out, type_size(plan->type), type_size(out_type), index * in->size, index * out->size};
}

static double load_item(const struct component *c, const void *source, uint64_t i)
{
    return scalar_load(c->in, (const char *)source + i * c->in_size + c->in_at).real;
}

static double load_result(const struct component *c, const void *results, uint64_t i)
{
    return scalar_load(c->out, (const char *)results + i * c->out_size + c->out_at).real;
}

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
static void add(struct reference_exact *exact, vkscan_op op, double item)
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

void rounded_join(vkscan_op op, const struct reference_exact *part, struct reference_exact *exact)
{
    const struct reference_exact before = *exact;

    add(exact, op, part->value);
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

void rounded_start(const vkscan_plan_params *plan, uint32_t component, const void *first,
                   struct reference_exact *total)
{
    const struct component c = component_of(plan, component);
    const double value = load_result(&c, first, 0), magnitude = fabs(value);

    *total = (struct reference_exact){value, 0, magnitude, 1, magnitude, 1, !isfinite(value)};
}

void rounded_follow(const vkscan_plan_params *plan, uint32_t component, const void *source,
                    uint64_t count, struct reference_exact *total)
{
    const struct component c = component_of(plan, component);

    for (uint64_t i = 0; i < count; i++)
        add(total, plan->op, load_item(&c, source, i));
}

bool rounded_check(const vkscan_plan_params *plan, uint32_t component, struct reference_exact total,
                   const void *source, uint64_t count, const void *result, uint64_t *at)
{
    const struct component c = component_of(plan, component);
    const bool reverse = plan->flags & VKSCAN_PLAN_REVERSE_BIT;

    for (uint64_t i = 0; i < count; i++) {
        const struct reference_exact before = total;
        *at = reverse ? count - 1 - i : i;
        add(&total, plan->op, load_item(&c, source, *at));
        if (plan->primitive != VKSCAN_PRIMITIVE_REDUCE &&
            !near(plan->primitive == VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN ? &before : &total, plan->op,
                  c.out, load_result(&c, result, *at)))
            return false;
    }
    if (plan->primitive != VKSCAN_PRIMITIVE_REDUCE)
        return true;
    *at = 0;
    return near(&total, plan->op, c.out, load_result(&c, result, 0));
}
