/* SPDX-License-Identifier: MIT */
#ifndef DEVICES_H
#define DEVICES_H

#include "names.h"

/* Prints the machine's devices and what vkscan can run on each. */
void devices_print(void);

/* "add, mul": the names with which a device can run the plan. */
void list_supported(enum names names, const vkscan_context_params *context, vkscan_plan_params plan,
                    char text[NAMES_SIZE]);

#endif
