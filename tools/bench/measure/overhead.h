/* SPDX-License-Identifier: MIT */
/* What the host pays: for plans without and with what was compiled before, and for recordings. */
#ifndef OVERHEAD_H
#define OVERHEAD_H

#include "arguments.h"
#include "gpu.h"

/* Prints a table of all algorithms, or those that were asked for; returns an exit status. */
int bench_overhead(struct gpu *gpu, const struct bench_options *options);

#endif
