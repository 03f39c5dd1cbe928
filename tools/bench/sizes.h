/* SPDX-License-Identifier: MIT */
/* How many elements are measured. */
#ifndef BENCH_SIZES_H
#define BENCH_SIZES_H

#include "arguments.h"
#include "gpu.h"

/* Where none were given: what suits the device, or 2^20 for --overhead. */
void bench_choose_sizes(struct bench_options *options, const struct gpu *gpu);

/* Leaves out sizes that the device cannot hold, with a message. *largest of those that remain.
 * Returns 0 or an exit status, reported. */
int bench_fit_sizes(struct bench_options *options, const struct gpu *gpu, uint64_t *largest);

#endif
