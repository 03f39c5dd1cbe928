/* SPDX-License-Identifier: MIT */
/* Whether a plan, resolved but for its stages, is one that the device and the build can run. */
#ifndef VKSCAN_PLAN_CHECK_H
#define VKSCAN_PLAN_CHECK_H

#include "plan.h"

#define OPERANDS_IN_BUFFERS                                                                        \
    (uint32_t)(VKSCAN_PLAN_COUNT_IN_BUFFER_BIT | VKSCAN_PLAN_SEED_IN_BUFFER_BIT |                  \
               VKSCAN_PLAN_TOTAL_IN_BUFFER_BIT)

/* Of primitives that take a count in a buffer and no other flag of a run. */
VkResult vks_plan_check_flags(const vkscan_plan_params *params, const struct report *errors);

/* Of a mask of vkscan_capability; of a type, an algorithm or an access with the name. */
VkResult vks_plan_check_capabilities(const struct caps *caps, uint32_t needs, const char *what,
                                     const char *name, const struct report *errors);

/* Its modules, capabilities, capacity, buffers and workgroups. */
VkResult vks_plan_check(const struct caps *caps, const struct plan *plan,
                        const struct report *errors);

/* With its stages: a build may have the kernels for descriptors, and not those by address. */
VkResult vks_plan_check_stages(const struct plan *plan, const struct report *errors);

#endif
