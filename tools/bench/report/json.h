/* SPDX-License-Identifier: MIT */
/* The benchmark's results as JSON. */
#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include <cjson/cJSON.h>

#include "results.h"
#include "output.h"

/* The caller deletes what these return; without memory it lacks members, or is NULL. */

/* What a row is of, without what was measured. */
cJSON *bench_json_subject(const struct bench_row *row);

/* An array of all rows. */
cJSON *bench_json_rows(const struct bench_results *results);

/* The whole, to which members can be added. */
cJSON *bench_json(const struct bench_results *results);

/* Takes ownership of the JSON. Returns 0 or an exit status, reported. */
int bench_json_print(cJSON *json, struct output *output);

/* The two in one. */
int bench_json_write(const struct bench_results *results, struct output *output);

#endif
