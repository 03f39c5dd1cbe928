/* SPDX-License-Identifier: MIT */
/* vkscan check-op: whether an operator file is what it has to be, by random triples of elements on
 * a device. It fails where a counter-example was found and printed, too. */
#ifndef CHECK_OP_H
#define CHECK_OP_H

#include "gpu.h"

/* tolerance: text, NULL for the default. */
void check_op(const char *path, const struct gpu_options *on, const char *tolerance);

#endif
