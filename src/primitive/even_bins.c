/* SPDX-License-Identifier: MIT */
/* Even bins of floats as thresholds, so that no bin depends on how a device divides. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "even_bins.h"
#include "histogram/bins.h"

/* ---- checks ---- */

static double rounded(const struct element_type *type, double value)
{
    return type->kind == KIND_FLOAT && type->size == sizeof(float) ? (double)(float)value : value;
}

/* Tells whether a step is a normal number. It compares halves, which do not overflow. */
static bool has_steps(const struct element_type *type, double first, double last, uint32_t bins)
{
    const double least = type->size == sizeof(double) ? DBL_MIN : (double)FLT_MIN;

    return (last / 2 - first / 2) / bins >= least / 2;
}

VkResult vks_even_bins_check(const vkscan_histogram_params *h, const struct element_type *type,
                             const struct report *errors)
{
    const double first = rounded(type, h->first), last = rounded(type, h->last);
    const bool is_u32 = type->kind == KIND_UNSIGNED && type->size == sizeof(uint32_t);
    const double lowest = is_u32 ? 0 : INT32_MIN, end = is_u32 ? 0x1p32 : 0x1p31;

    if (!isfinite(first) || !isfinite(last))
        return vks_report(errors, RESULT_INVALID,
                          "details.first %.17g and last %.17g have to be finite numbers of %s",
                          h->first, h->last, type->name);
    if (!(first < last))
        return vks_report(errors, RESULT_INVALID,
                          "details.first %.17g is not below last %.17g in %s: the range is empty%s",
                          h->first, h->last, type->name, first > last ? ", reversed" : "");
    if (type->kind == KIND_FLOAT)
        return has_steps(type, first, last, h->bins)
                   ? VK_SUCCESS
                   : vks_report(errors, RESULT_INVALID,
                                "details.first %.17g and last %.17g make details.bins %u "
                                "narrower than the least normal number of %s",
                                h->first, h->last, h->bins, type->name);
    if (first < lowest || last > end || first != (double)(int64_t)first ||
        last != (double)(int64_t)last)
        return vks_report(
            errors, RESULT_INVALID,
            "details.first %.17g and last %.17g of %s have to be integers from %.0f to "
            "%.0f",
            h->first, h->last, type->name, lowest, end);
    return VK_SUCCESS;
}

/* ---- integers ---- */

/* Computes the scale, bins * 2^shift / range in 32 bits, with the largest shift. Rounded up by
 * e / range it gives every bin exactly if e * (range - 1) < 2^shift: bins * offset / range is at
 * least 1 / range below the next integer, and e * offset / range / 2^shift is added to it.
 * Otherwise the scale is rounded down. */
static void scale_integers(const vkscan_histogram_params *h, struct even_bins *even)
{
    const uint64_t range = (uint64_t)(h->last - h->first);
    uint64_t quotient = h->bins / range, rest = h->bins % range;

    even->first[0] = (uint32_t)(int64_t)h->first;
    even->last[0] = (uint32_t)(range - 1);
    even->closed &= range <= UINT32_MAX; /* beyond that there is no value */
    if (range == h->bins)
        even->kind = BINNING_VALUES;
    for (even->shift = 0; quotient < 1u << 31 && even->shift < 63; even->shift++) {
        rest *= 2;
        quotient = 2 * quotient + (rest >= range);
        rest -= rest >= range ? range : 0;
    }
    if (even->kind == BINNING_EVEN &&
        (rest == 0 ||
         (quotient < UINT32_MAX && (range - rest) * (range - 1) < 1ull << even->shift))) {
        even->kind = BINNING_SCALED;
        quotient += rest != 0;
    }
    even->scale[0] = (uint32_t)quotient;
}

/* ---- floats ---- */

static double largest(const vkscan_histogram_params *h)
{
    return fabs(h->first) > fabs(h->last) ? fabs(h->first) : fabs(h->last);
}

static void scale_doubles(const vkscan_histogram_params *h, struct even_bins *even)
{
    const bool is_huge = largest(h) >= 0x1p1000;
    const double down = is_huge ? 1.0 / HUGE_SCALE : 1, range = h->last * down - h->first * down;
    const double scale = h->bins / range, step = range / h->bins;

    even->kind = is_huge ? BINNING_HUGE : BINNING_EVEN;
    memcpy(even->first, &h->first, sizeof(h->first));
    memcpy(even->last, &h->last, sizeof(h->last));
    memcpy(even->scale, &scale, sizeof(scale));
    memcpy(even->step, &step, sizeof(step));
}

/* Lays the grid on which edges of f32 lie: all of it is less than 2^62 units. A step is a number of
 * units with a fraction of 32 bits. The library does without libm. */
static void lay_grid(const vkscan_histogram_params *h, struct even_bins *even)
{
    int magnitude;

    (void)frexp(largest(h), &magnitude);
    const int64_t first = (int64_t)ldexp(h->first, 62 - magnitude);
    const uint64_t range = (uint64_t)(int64_t)ldexp(h->last, 62 - magnitude) - (uint64_t)first;
    const uint64_t step = range / h->bins;
    even->step[0] = (uint32_t)((range % h->bins << 32) / h->bins);
    even->step[1] = (uint32_t)step;
    even->step[2] = (uint32_t)(step >> 32);
    even->grid_first[0] = (uint32_t)first;
    even->grid_first[1] = (uint32_t)((uint64_t)first >> 32);
    even->grid_exponent = (uint32_t)(magnitude - 62 + 127);
}

/* Sets the fraction bits of a place that is off by less than half of the last one: by its own
 * rounding and those of edges, scale and origin. Sets 0 if too few values were right by their place
 * alone.
 * A device may round the product before it adds: the term of the place's own rounding covers that,
 * as rounding a sum crosses no whole number, by which bins are told. */
static void set_fraction(const vkscan_histogram_params *h, double down, double exact_scale,
                         float scale, struct even_bins *even)
{
    const double origin = -h->first * down * exact_scale, range = h->last - h->first;
    const double off = h->bins * 0x1p-24 * (1.01 + 1.01 * largest(h) / range) +
                       largest(h) * down * fabs((double)scale - exact_scale);
    uint32_t bits = scale < 0x1p100f ? 13 : 0;
    float rounded_origin = 0;

    for (; bits > 0; bits--) {
        const double parts = 1 << bits, exact_origin = origin * parts - 0.5;

        rounded_origin = (float)exact_origin;
        if (off * parts + fabs((double)rounded_origin - exact_origin) < 0.48)
            break;
    }
    even->fraction = bits < 4 ? 0 : bits;
    memcpy(&even->origin, &rounded_origin, sizeof(rounded_origin));
}

static void scale_singles(const vkscan_histogram_params *h, struct even_bins *even)
{
    const bool is_huge = largest(h) >= 0x1p100;
    const double down = is_huge ? 1.0 / HUGE_SCALE : 1, range = h->last - h->first;
    const double exact_scale = h->bins / (range * down);
    const float first = (float)h->first, last = (float)h->last, scale = (float)exact_scale;

    even->kind = is_huge ? BINNING_HUGE : BINNING_EVEN;
    memcpy(even->first, &first, sizeof(first));
    memcpy(even->last, &last, sizeof(last));
    memcpy(even->scale, &scale, sizeof(scale));
    set_fraction(h, down, exact_scale, scale, even);
    lay_grid(h, even);
}

struct even_bins vks_even_bins_of(const vkscan_histogram_params *h, const struct element_type *type)
{
    struct even_bins even = {.closed = h->flags & VKSCAN_HISTOGRAM_CLOSED_BIT ? 1 : 0};

    if (type->kind != KIND_FLOAT)
        scale_integers(h, &even);
    else if (type->size == sizeof(double))
        scale_doubles(h, &even);
    else
        scale_singles(h, &even);
    return even;
}
