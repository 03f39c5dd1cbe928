/* SPDX-License-Identifier: MIT */
/* Adjacent differences on one core, by component. */
#include "reference_difference.h"

#include <float.h>
#include <math.h>

#include "type.h"

/* An element's component, and its neighbour's. */
struct operands {
    union number left, right;
};

static struct operands operands_of(const struct difference *d, uint64_t i, size_t at)
{
    static const char zero[16] = {0};
    const struct scalar *scalar = &type_of(d->type)->scalar;
    const uint32_t size = type_size(d->type);
    const char *left = (const char *)d->source + i * size;
    const char *right = d->reverse ? left + size : left - size;

    if (i == (d->reverse ? d->count - 1 : 0))
        right = d->beside ? d->beside : zero;
    return (struct operands){scalar_load(scalar, left + at), scalar_load(scalar, right + at)};
}

/* Floats are subtracted as doubles, in which differences of f16 are exact; those of f32 have bits
 * enough that rounding them again is as rounding once. */
static union number subtract(const struct scalar *scalar, union number left, union number right)
{
    return scalar->kind == FLOAT ? (union number){.real = left.real - right.real}
                                 : (union number){.bits = left.bits - right.bits};
}

void reference_difference(const struct difference *d, void *results)
{
    const struct scalar *scalar = &type_of(d->type)->scalar;
    const uint32_t size = type_size(d->type);

    for (uint64_t i = 0; i < d->count; i++)
        for (size_t at = 0; at < size; at += scalar->size) {
            const struct operands o = operands_of(d, i, at);
            scalar_store(scalar, subtract(scalar, o.left, o.right),
                         (char *)results + i * size + at);
        }
}

/* Takes a denormal for 0. */
static double flushed(double value, double least)
{
    return fabs(value) < least ? 0 : value;
}

/* Tells whether a float may be the difference of two. f16 is computed in f32, where it has no
 * denormals. */
static bool may_be(const struct scalar *scalar, double result, double left, double right)
{
    const double least = scalar->size == sizeof(double)  ? DBL_MIN
                         : scalar->size == sizeof(float) ? (double)FLT_MIN
                                                         : 0;

    for (int flushes = 0; flushes <= 1; flushes++) {
        const double exact = flushes ? flushed(left, least) - flushed(right, least) : left - right;
        char stored[sizeof(double)];
        scalar_store(scalar, (union number){.real = exact}, stored);
        const double rounded = scalar_load(scalar, stored).real;
        if (result == rounded || result == flushed(rounded, least) ||
            (isnan(result) && isnan(rounded)))
            return true;
    }
    return false;
}

static bool is_right(const struct difference *d, const char *results, uint64_t i, size_t at)
{
    const struct scalar *scalar = &type_of(d->type)->scalar;
    const struct operands o = operands_of(d, i, at);
    const char *result = results + i * type_size(d->type) + at;
    char expected[sizeof(uint64_t)];

    scalar_store(scalar, subtract(scalar, o.left, o.right), expected);
    return memcmp(result, expected, scalar->size) == 0 ||
           (scalar->kind == FLOAT &&
            may_be(scalar, scalar_load(scalar, result).real, o.left.real, o.right.real));
}

bool reference_difference_check(const struct difference *d, const void *results, uint64_t *at)
{
    const uint32_t size = type_size(d->type), step = type_of(d->type)->scalar.size;

    for (*at = 0; *at < d->count; ++*at)
        for (size_t component = 0; component < size; component += step)
            if (!is_right(d, results, *at, component))
                return false;
    return true;
}
