/* SPDX-License-Identifier: MIT */
/* Checks sums and products of floats, which may be rounded in any grouping, by component. */
#ifndef REFERENCE_ROUNDED_H
#define REFERENCE_ROUNDED_H

#include "reference.h"

/* Starts a total with an element of the output type. */
void rounded_start(const vkscan_plan_params *plan, uint32_t component, const void *first,
                   struct reference_exact *total);
void rounded_follow(const vkscan_plan_params *plan, uint32_t component, const void *source,
                    uint64_t count, struct reference_exact *total);

/* Adds a part that is behind the elements so far. */
void rounded_join(vkscan_op op, const struct reference_exact *part, struct reference_exact *exact);

/* Checks like reference_check_on(). */
bool rounded_check(const vkscan_plan_params *plan, uint32_t component, struct reference_exact total,
                   const void *source, uint64_t count, const void *result, uint64_t *at);

#endif
