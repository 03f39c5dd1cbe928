/* SPDX-License-Identifier: MIT */
/* Measuring all rows of all tables. */
#ifndef BENCH_ROWS_H
#define BENCH_ROWS_H

#include "session.h"

/* Of up to so many elements. Rows that fail are reported, and the others go on. Returns 0 or an
 * exit status, reported. */
int bench_measure(struct session *s, uint64_t capacity);

#endif
