/* SPDX-License-Identifier: MIT */
/* The JSON of an earlier run of the benchmark, to compare with. */
#ifndef REPORT_EARLIER_H
#define REPORT_EARLIER_H

#include <cjson/cJSON.h>

struct bench_earlier {
    const char *path; /* NULL: there is nothing to compare with */
    cJSON *json;      /* has the members that bench_compare reads, with values that can be */
};

/* path may be NULL. Returns 0 or an exit status, reported; to be freed in either case. */
int bench_earlier_read(struct bench_earlier *earlier, const char *path);
void bench_earlier_free(struct bench_earlier *earlier);

#endif
