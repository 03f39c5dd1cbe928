/* SPDX-License-Identifier: MIT */
/* A plan's parameters as this version of the library knows them. */
#ifndef VKSCAN_PLAN_PARAMS_H
#define VKSCAN_PLAN_PARAMS_H

#include "report.h"

struct plan_params {
    vkscan_plan_params plan; /* points to `own` where the caller's does to his */
    union {
        vkscan_select_params select;
        vkscan_sort_params sort;
        vkscan_histogram_params histogram;
    } own; /* the primitive's */
};

VkResult vks_plan_params_read(const vkscan_plan_params *given, struct plan_params *params,
                              const struct report *errors);

#endif
