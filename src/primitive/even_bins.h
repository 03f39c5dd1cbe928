/* SPDX-License-Identifier: MIT */
/* Checks even bins, and computes the constants by which histogram.glsl finds them. */
#ifndef EVEN_BINS_H
#define EVEN_BINS_H

#include <vkscan/vkscan.h>

#include "element.h"

struct report;

/* Specialization constants, which shaders/histogram/bins.h explains. Doubles are two words, the
 * lower first. */
struct even_bins {
    uint32_t kind;   /* BINNING_... */
    uint32_t closed; /* 1: the last bin includes its end, if a value can be there */
    uint32_t first[2], last[2], scale[2], shift;
    uint32_t step[3], grid_first[2], grid_exponent, fraction, origin;
};

/* Checks h->first, h->last and h->bins for a type. */
VkResult vks_even_bins_check(const vkscan_histogram_params *h, const struct element_type *type,
                             const struct report *errors);

/* Returns the constants for valid parameters. */
struct even_bins vks_even_bins_of(const vkscan_histogram_params *h,
                                  const struct element_type *type);

#endif
