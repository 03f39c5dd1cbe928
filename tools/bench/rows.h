/* SPDX-License-Identifier: MIT */
/* Measuring all rows of all tables. */
#ifndef BENCH_ROWS_H
#define BENCH_ROWS_H

#include "session.h"

/* Of up to so many elements. Rows that fail are reported, and the others go on. Returns 0 or an
 * exit status, reported. */
int bench_measure(struct session *s, uint64_t capacity);

/* ---- for other tables ---- */

/* A row of the plan, measured with the options' data. */
struct bench_row bench_make_row(const struct session *s, const vkscan_plan_params *params,
                                const char *algorithm);

/* Whether the device can run the row's plan; resolves its algorithm. If not it is reported: as left
 * out where it is optional, else as failed. */
bool bench_query_row(struct session *s, const vkscan_plan_params *params, bool optional,
                     struct bench_row *row);

/* Reports a row that could not be measured or was wrong; the others go on. */
void bench_lose_row(struct session *s, const struct bench_row *row, const char *reason);

#endif
