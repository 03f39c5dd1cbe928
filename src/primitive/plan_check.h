/* SPDX-License-Identifier: MIT */
/* Checks of plans: whether the device and the build can run them. */
#ifndef VKSCAN_PLAN_CHECK_H
#define VKSCAN_PLAN_CHECK_H

#include "plan.h"

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
