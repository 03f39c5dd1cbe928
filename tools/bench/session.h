/* SPDX-License-Identifier: MIT */
/* One run of the benchmark. */
#ifndef BENCH_SESSION_H
#define BENCH_SESSION_H

#include "measure/measure.h"
#include "report/report.h"

#define BENCH_LABEL_SIZE 64

struct session {
    struct bench_options *options;
    struct gpu gpu;
    struct bench bench;
    struct bench_peer peer;
    struct bench_report report;
    vkscan_context_params context; /* for asking what the device can run */
    struct user_tuning shaped;     /* the shape that is measured */
    char labels[BENCH_MAX_VARIANTS][BENCH_LABEL_SIZE];
    uint32_t rows;
    bool wrong;
    char message[512]; /* the library's last */
};

#endif
