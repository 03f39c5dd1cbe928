/* SPDX-License-Identifier: MIT */
/* What select, partition and unique are asked for. */
#ifndef VKSCAN_PRIMITIVE_SELECT_H
#define VKSCAN_PRIMITIVE_SELECT_H

#include "plan.h"
#include "report.h"

bool vks_select_is(vkscan_primitive primitive);

/* What such a plan's parameters have that others do not. Errors: RESULT_INVALID, reported. */
VkResult vks_select_check(const vkscan_plan_params *params, const struct report *errors);

/* The criterion, in place of an operator. */
const struct op *vks_select_op(const vkscan_plan_params *params);

/* Fills in what a plan of the primitives has besides. */
void vks_select_resolve(const vkscan_plan_params *params, struct plan *plan);

/* Whether each run compares with a seed. */
bool vks_select_compares(const struct plan *plan);

#endif
