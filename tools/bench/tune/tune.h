/* SPDX-License-Identifier: MIT */
/* vkscan-bench --tune: finds the policies that are fastest on a device. */
#ifndef BENCH_TUNE_H
#define BENCH_TUNE_H

#include "arguments.h"
#include "gpu.h"

/* Prints them as text, with what --tuning gives of other algorithms. First policies are the fastest
 * at the largest of the sizes; between algorithms all sizes decide. Returns 0 or an exit status,
 * reported. */
int bench_tune(struct gpu *gpu, const struct bench_options *options);

#endif
