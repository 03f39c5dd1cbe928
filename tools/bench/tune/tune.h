/* SPDX-License-Identifier: MIT */
/* vkscan-bench --tune: finds the row of tuning that is fastest on a device. */
#ifndef BENCH_TUNE_H
#define BENCH_TUNE_H

#include "arguments.h"
#include "gpu.h"

/* Prints it, with what --tuning gives of layouts that are not tuned. Shapes are the fastest at the
 * largest of the sizes; between algorithms it is all sizes that decide. Returns 0 or an exit
 * status, reported. */
int bench_tune(struct gpu *gpu, const struct bench_options *options);

#endif
