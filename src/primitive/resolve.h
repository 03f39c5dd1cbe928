/* SPDX-License-Identifier: MIT */
/* Resolving a caller's parameters to a plan. Pure arithmetic. */
#ifndef VKSCAN_RESOLVE_H
#define VKSCAN_RESOLVE_H

#include "catalogue.h"

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

/* ---- checks: whether the device and the build can run a plan ---- */

#define OPERANDS_IN_BUFFERS                                                                        \
    (uint32_t)(VKSCAN_PLAN_COUNT_IN_BUFFER_BIT | VKSCAN_PLAN_SEED_IN_BUFFER_BIT |                  \
               VKSCAN_PLAN_TOTAL_IN_BUFFER_BIT)

/* Checks the flags of a primitive that takes no other flags than COMPILE_NOTHING and
 * COUNT_IN_BUFFER. */
VkResult vks_plan_check_flags(const vkscan_plan_params *params, const struct report *errors);

/* Checks that the device has the capabilities `needs`, a mask of vkscan_capability. The report
 * says that `what` (a type, an algorithm or an access) with the name needs them. */
VkResult vks_plan_check_capabilities(const struct caps *caps, uint32_t needs, const char *what,
                                     const char *name, const struct report *errors);

/* Checks the modules, capabilities, capacity, buffers and workgroups of a plan that is resolved but
 * for its stages. */
VkResult vks_plan_check(const struct caps *caps, const struct plan *plan,
                        const struct report *errors);

/* Checks that the build has the modules of the plan's stages: it may have the kernels for
 * descriptors, and not those for addresses. */
VkResult vks_plan_check_stages(const struct plan *plan, const struct report *errors);

#endif
