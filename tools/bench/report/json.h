/* SPDX-License-Identifier: MIT */
/* The benchmark's results as JSON. */
#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include <cjson/cJSON.h>

#include "results.h"
#include "output.h"

/* NULL when out of memory. The caller deletes it. */
cJSON *bench_json_row(const struct bench_row *row);

/* Returns 0 or an exit status, reported. */
int bench_json_write(const struct bench_results *results, struct output *output);

/* The same with an array "metrics", which it takes over. */
int bench_json_write_metrics(const struct bench_results *results, cJSON *metrics,
                             struct output *output);

#endif
