/* SPDX-License-Identifier: MIT */
/* The parameters of histograms. */
#ifndef VKSCAN_PRIMITIVE_HISTOGRAM_H
#define VKSCAN_PRIMITIVE_HISTOGRAM_H

#include "primitive.h"

/* Returns the plan's parameters, with defaults filled in. */
vkscan_histogram_params vks_histogram_params(const vkscan_plan_params *params);

/* Checks the parameters, for elements of the type. Errors: RESULT_INVALID, RESULT_TOO_LARGE,
 * each reported. */
VkResult vks_histogram_check(const vkscan_plan_params *params, const struct element_type *type,
                             const struct report *errors);

#endif
