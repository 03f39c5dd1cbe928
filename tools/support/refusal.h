/* SPDX-License-Identifier: MIT */
/* Tells what the library refuses in the words of the programs' options. */
#ifndef REFUSAL_H
#define REFUSAL_H

#include "names.h"
#include "tuning_text.h"

#define REFUSAL_SIZE 1024 /* bytes, enough for any sentence */

/* Stores the library's message with options in the place of parameters, and policies by their text
 * in `tuning`, which may be NULL. */
void refusal_translate(const char *message, const struct user_tuning *tuning,
                       char text[REFUSAL_SIZE]);

/* Stores "add, mul": the names with which a device can run the plan; for NAMES_TYPE those of
 * out_type. */
void refusal_list(enum names names, const vkscan_context_params *context, vkscan_plan_params plan,
                  char text[NAMES_SIZE]);

/* Stores an addition to the library's message about a plan that it refuses: the algorithms,
 * operators or types of results that it has instead, or "". `device` is the device's name; `ops` is
 * a list of the operators that a program has beside the library's. */
void refusal_advise(const vkscan_context_params *context, const vkscan_plan_params *plan,
                    const char *device, const char *ops, char text[REFUSAL_SIZE]);

#endif
