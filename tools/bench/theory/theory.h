/* SPDX-License-Identifier: MIT */
/* What the algorithms do in theory, in place of measuring them: vkscan-bench --metrics. */
#ifndef BENCH_THEORY_H
#define BENCH_THEORY_H

#include "arguments.h"
#include "gpu.h"

/* Plans as the device's capabilities have it, and runs nothing. options has sizes. Returns 0 or an
 * exit status, reported. */
int bench_metrics(const struct gpu *gpu, const struct bench_options *options);

#endif
