/* SPDX-License-Identifier: MIT */
/* Resolving a caller's parameters to a plan. Pure arithmetic. */
#ifndef VKSCAN_RESOLVE_H
#define VKSCAN_RESOLVE_H

#include "catalogue.h"
#include "plan.h"

/* Checks params and fills in *out. Errors: RESULT_INVALID, RESULT_UNSUPPORTED, each reported. */
VkResult vks_plan_resolve(const struct caps *caps, const vkscan_plan_params *params,
                          const struct report *errors, struct plan *out);

/*
 * Resolves params like vks_plan_resolve(), but with an operator that need not be in the API, and in
 * the given shape (NULL: that of the algorithm's policy), for which tests ask. A shape that exceeds
 * the device's limits is RESULT_UNSUPPORTED.
 */
VkResult vks_plan_resolve_with(const struct caps *caps, const vkscan_plan_params *params,
                               const struct op *op, const struct shape *shape,
                               const struct report *errors, struct plan *out);

#endif
