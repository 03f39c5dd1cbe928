/* SPDX-License-Identifier: MIT */
/* What the algorithms do in theory, in place of measuring them: vkscan-bench --metrics. */
#ifndef BENCH_THEORY_H
#define BENCH_THEORY_H

#include "session.h"

/* Plans as the device's capabilities have it, and runs nothing. The options have sizes. Returns 0
 * or an exit status, reported. */
int bench_metrics(struct session *s);

#endif
