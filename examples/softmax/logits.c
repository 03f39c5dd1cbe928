/* SPDX-License-Identifier: MIT */
#include "logits.h"

#include <math.h>
#include <stdio.h>

/* Of results, relative: an exp may be off by 3 + 2 |x| units in the last place, and a running sum
 * is rescaled often. Below the least normal float all may be 0. */
#define TOLERANCE 1e-4
#define LEAST 1.2e-38

/* From -1 to 1. */
static float noise(uint32_t i)
{
    return (float)((i * 2654435761u ^ i >> 7) >> 8) / (1 << 23) - 1;
}

static float ordinary(uint32_t i)
{
    return 10 * noise(i);
}

static float rising(uint32_t i)
{
    return 0.01f * (float)i;
}

static float masked(uint32_t i)
{
    return i % 3 ? -INFINITY : noise(i);
}

static float all_masked(uint32_t i)
{
    (void)i;
    return -INFINITY;
}

static float with_nan(uint32_t i)
{
    return i ? noise(i) : NAN;
}

static float with_infinity(uint32_t i)
{
    return i ? noise(i) : INFINITY;
}

static float equal(uint32_t i)
{
    (void)i;
    return -7;
}

static float huge(uint32_t i)
{
    return 3.4e38f * noise(i);
}

void logits_fill(float *row, uint32_t number, uint32_t length)
{
    static float (*const kinds[])(uint32_t) = {ordinary, rising,        masked, all_masked,
                                               with_nan, with_infinity, equal,  huge};

    for (uint32_t i = 0; i < length; i++)
        row[i] = kinds[number % (sizeof(kinds) / sizeof(*kinds))](i);
}

/* NaNs are as good as each other. */
static bool is_near(double found, double expected)
{
    return isnan(expected) ? isnan(found) : fabs(found - expected) <= TOLERANCE * expected + LEAST;
}

/* What two passes find. */
struct reference {
    bool has_none; /* which a NaN or +inf makes */
    double highest, sum;
};

static struct reference refer(const float *row, uint32_t length)
{
    struct reference r = {.highest = (double)-INFINITY};

    for (uint32_t i = 0; i < length; i++) {
        r.has_none |= !(row[i] < INFINITY);
        r.highest = fmax(r.highest, (double)row[i]);
    }
    for (uint32_t i = 0; i < length; i++)
        r.sum += exp((double)row[i] - r.highest);
    return r;
}

static bool has_parts(const struct reference *r, const struct parts *parts)
{
    if (r->has_none)
        return parts->sum < 0;
    if (isnan(r->sum)) /* as all are -inf */
        return parts->sum == 0;
    return (double)parts->highest == r->highest && is_near((double)parts->sum, r->sum);
}

bool logits_verify(const float *row, uint32_t number, uint32_t length, const struct parts *parts,
                   const float *results)
{
    const struct reference r = refer(row, length);

    if (!has_parts(&r, parts)) {
        fprintf(stderr, "softmax: row %u has %g and %g, not %g and %g\n", number,
                (double)parts->highest, (double)parts->sum, r.highest, r.sum);
        return false;
    }
    for (uint32_t i = 0; i < length; i++) {
        const double expected = exp((double)row[i] - r.highest) / r.sum;
        if (is_near((double)results[i], expected))
            continue;
        fprintf(stderr, "softmax: element %u of row %u is %g, not %g\n", i, number,
                (double)results[i], expected);
        return false;
    }
    return true;
}
