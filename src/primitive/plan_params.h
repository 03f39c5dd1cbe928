/* SPDX-License-Identifier: MIT */
/* A plan's parameters as this version of the library knows them, and what can be wrong with them on
 * every device. */
#ifndef VKSCAN_PLAN_PARAMS_H
#define VKSCAN_PLAN_PARAMS_H

#include "element.h"

struct plan_params {
    vkscan_plan_params plan; /* its pointer to the primitive's parameters points to `own` */
    union {
#define FAMILY(name, files) vkscan_##name##_params name;
#include "primitives.def"
    } own; /* a copy of the primitive's parameters */
};

/* Copies the caller's parameters, with 0 in members that the caller's version does not have. */
VkResult vks_plan_params_read(const vkscan_plan_params *given, struct plan_params *params,
                              const struct report *errors);

/* Returns the type of the source's elements; `op`: that of params, or what is in its place. */
const struct element_type *vks_plan_params_type(const vkscan_plan_params *params,
                                                const struct op *op);

/* Returns the type of the destination's elements. */
const struct element_type *vks_plan_params_out(const vkscan_plan_params *params,
                                               const struct op *op);

/* Checks parameters of a known primitive. Errors: RESULT_INVALID, RESULT_UNSUPPORTED, reported. */
VkResult vks_plan_params_check(const vkscan_plan_params *params, const struct op *op,
                               const struct report *errors);

/* Checks parameters with a user operator: the operator, and that the primitive takes such ones.
 * Errors: RESULT_INVALID, reported. */
VkResult vks_plan_params_check_user(const vkscan_plan_params *params, const struct report *errors);

#endif
