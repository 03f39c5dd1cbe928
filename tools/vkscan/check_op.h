/* SPDX-License-Identifier: MIT */
/* vkscan check-op: checks an operator file on a device, by random triples of elements. Finding and
 * printing a counter-example is a failure, too. */
#ifndef CHECK_OP_H
#define CHECK_OP_H

#include "gpu.h"

/* Checks the file. `tolerance` is the option's text; NULL: the default. */
void check_op(const char *path, const struct gpu_options *on, const char *tolerance);

#endif
