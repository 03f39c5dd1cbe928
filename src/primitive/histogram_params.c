/* SPDX-License-Identifier: MIT */
/* Checks vkscan_histogram_params. */
#include "histogram.h"

#include <math.h>
#include <string.h>

#include "even_bins.h"

#define BINS_MAX (1u << 20)
#define CHANNELS_MAX 4

vkscan_histogram_params vks_histogram_params(const vkscan_plan_params *params)
{
    vkscan_histogram_params histogram = {0};

    if (params->details)
        histogram = *(const vkscan_histogram_params *)params->details;
    if (!histogram.channels)
        histogram.channels = 1;
    if (!histogram.counted)
        histogram.counted = histogram.channels;
    return histogram;
}

static VkResult check_type(const struct element_type *type, const struct report *errors)
{
    const bool is_signed_narrow = type->kind == KIND_SIGNED && type->size < sizeof(uint32_t);
    const bool is_half = type->kind == KIND_FLOAT && type->size < sizeof(uint32_t);
    const bool is_wide = type->kind != KIND_FLOAT && type->size > sizeof(uint32_t);

    if (type->components > 1 || is_signed_narrow || is_half || is_wide)
        return vks_report(errors, RESULT_INVALID,
                          "a histogram is of u8, u16, u32, i32, f32 or f64, and not of %s",
                          type->name);
    return VK_SUCCESS;
}

static double value_at(const struct element_type *type, const void *values, uint32_t index)
{
    const char *place = (const char *)values + (size_t)index * type->size;
    uint32_t bits = 0;
    double real;
    float single;

    if (type->size == sizeof(double)) {
        memcpy(&real, place, sizeof(real));
        return real;
    }
    /* The host is little-endian. */
    memcpy(&bits, place, type->size);
    memcpy(&single, &bits, sizeof(single));
    return type->kind == KIND_FLOAT    ? (double)single
           : type->kind == KIND_SIGNED ? (double)(int32_t)bits
                                       : (double)bits;
}

static VkResult check_edges(const vkscan_histogram_params *h, const struct element_type *type,
                            const struct report *errors)
{
    for (uint32_t i = 0; h->edges && i <= h->bins; i++) {
        const double edge = value_at(type, h->edges, i);
        if (isnan(edge))
            return vks_report(errors, RESULT_INVALID, "details.edges[%u] is a NaN", i);
        if (i > 0 && edge < value_at(type, h->edges, i - 1))
            return vks_report(errors, RESULT_INVALID,
                              "details.edges[%u] %.17g is below edges[%u] %.17g: edges ascend", i,
                              edge, i - 1, value_at(type, h->edges, i - 1));
    }
    return VK_SUCCESS;
}

static VkResult check_binning(const vkscan_histogram_params *h, const struct element_type *type,
                              const struct report *errors)
{
    if ((uint32_t)h->binning > VKSCAN_BINNING_VALUES)
        return vks_report(errors, RESULT_INVALID, "unknown details.binning %d", (int)h->binning);
    if (h->bins == 0 || h->bins > BINS_MAX)
        return vks_report(errors, RESULT_INVALID, "details.bins %u is out of range: 1 to %u",
                          h->bins, BINS_MAX);
    if (h->binning != VKSCAN_BINNING_EVEN && (h->first != 0 || h->last != 0))
        return vks_report(errors, RESULT_INVALID,
                          "details.first %.17g and last %.17g have to be 0: bins are not even",
                          h->first, h->last);
    if (h->binning != VKSCAN_BINNING_EDGES && h->edges)
        return vks_report(errors, RESULT_INVALID,
                          "details.edges is not NULL, and bins do not go by edges");
    if (h->binning == VKSCAN_BINNING_EDGES)
        return check_edges(h, type, errors);
    if (h->binning == VKSCAN_BINNING_EVEN)
        return vks_even_bins_check(h, type, errors);
    if (type->size >= sizeof(uint32_t))
        return vks_report(errors, RESULT_INVALID,
                          "VKSCAN_BINNING_VALUES is of u8 and u16, and not of %s", type->name);
    if (h->bins > 1u << 8 * type->size)
        return vks_report(errors, RESULT_INVALID,
                          "details.bins %u is out of range: %s has %u values", h->bins, type->name,
                          1u << 8 * type->size);
    return VK_SUCCESS;
}

static VkResult check_rest(const vkscan_plan_params *params, const vkscan_histogram_params *h,
                           const struct report *errors)
{
    const uint64_t most = ((1u << 31) - (1u << 9)) / h->channels;

    if (h->counted > h->channels)
        return vks_report(errors, RESULT_INVALID,
                          "details.counted %u is beyond the %u channels of an element", h->counted,
                          h->channels);
    if ((uint32_t)h->weights > VKSCAN_WEIGHTS_F32)
        return vks_report(errors, RESULT_INVALID, "unknown details.weights %d", (int)h->weights);
    if (h->weights == VKSCAN_WEIGHTS_F32 && params->determinism != VKSCAN_DETERMINISM_FASTEST)
        return vks_report(errors, RESULT_INVALID,
                          "details.weights of f32 are summed in any order: with "
                          "VKSCAN_DETERMINISM_FASTEST alone");
    if (h->flags & ~(uint32_t)(VKSCAN_HISTOGRAM_ACCUMULATE_BIT | VKSCAN_HISTOGRAM_OUTSIDE_BIT |
                               VKSCAN_HISTOGRAM_CLOSED_BIT))
        return vks_report(errors, RESULT_INVALID, "unknown details.flags 0x%x", h->flags);
    if (h->binning == VKSCAN_BINNING_VALUES && h->flags & VKSCAN_HISTOGRAM_CLOSED_BIT)
        return vks_report(
            errors, RESULT_INVALID,
            "VKSCAN_HISTOGRAM_CLOSED_BIT is not for VKSCAN_BINNING_VALUES, whose bins "
            "have no ends");
    if (params->capacity > most)
        return vks_report(errors, RESULT_TOO_LARGE,
                          "capacity %llu is beyond the %llu elements of %u channels of a histogram",
                          (unsigned long long)params->capacity, (unsigned long long)most,
                          h->channels);
    return VK_SUCCESS;
}

VkResult vks_histogram_check(const vkscan_plan_params *params, const struct element_type *type,
                             const struct report *errors)
{
    const vkscan_histogram_params h = vks_histogram_params(params);
    VkResult result = check_type(type, errors);

    if (result == VK_SUCCESS && !params->details)
        return vks_report(errors, RESULT_INVALID,
                          "details is NULL: a histogram requires vkscan_histogram_params");
    if (result == VK_SUCCESS)
        result = vks_plan_check_flags(params, errors);
    if (result == VK_SUCCESS && h.channels > CHANNELS_MAX)
        return vks_report(errors, RESULT_INVALID, "details.channels %u is out of range: 1 to %u",
                          h.channels, CHANNELS_MAX);
    if (result == VK_SUCCESS)
        result = check_binning(&h, type, errors);
    return result == VK_SUCCESS ? check_rest(params, &h, errors) : result;
}
