/* SPDX-License-Identifier: MIT */
/* A plan's parameters as this version of the library knows them. */
#ifndef VKSCAN_PLAN_PARAMS_H
#define VKSCAN_PLAN_PARAMS_H

#include "report.h"

struct plan_params {
    vkscan_plan_params plan; /* its pointer to the primitive's parameters points to `own` */
    union {
        vkscan_select_params select;
        vkscan_sort_params sort;
        vkscan_histogram_params histogram;
    } own; /* a copy of the primitive's parameters */
};

/* Copies the caller's parameters, with 0 in members that the caller's version does not have. */

VkResult vks_plan_params_read(const vkscan_plan_params *given, struct plan_params *params,
                              const struct report *errors);

#endif
