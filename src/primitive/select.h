/* SPDX-License-Identifier: MIT */
/* What select, partition and unique are asked for. */
#ifndef VKSCAN_PRIMITIVE_SELECT_H
#define VKSCAN_PRIMITIVE_SELECT_H

#include "plan.h"

bool vks_select_is(vkscan_primitive primitive);

/* Whether each run compares with a seed; and by what. */
bool vks_select_compares(const struct plan *plan);
const char *vks_select_criterion(const struct plan *plan);

#endif
