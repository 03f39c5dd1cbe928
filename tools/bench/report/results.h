/* SPDX-License-Identifier: MIT */
/* The benchmark's results: the device and all rows. Every report is made from these. */
#ifndef REPORT_RESULTS_H
#define REPORT_RESULTS_H

#include "measure/measure.h"
#include "measure/peer_program.h"

enum bench_row_kind {
    BENCH_ROW_ALGORITHM,
    BENCH_ROW_LIMIT,
    BENCH_ROW_CPU,
    BENCH_ROW_PEER,
};

/* A verified measurement. The strings are constants of the library's or the program's. */
struct bench_row {
    const char *primitive;
    const char *algorithm; /* as given; or "copy", "read", "cpu", a peer's name */
    const char *resolved;  /* the one that ran: another if auto was asked for */
    enum bench_row_kind kind;
    const char *type;
    const char *out_type;
    const char *op;        /* "none" of what has none: selections and sorts */
    const char *criterion; /* of select and partition, else "none" */
    const char *values;    /* of a sort: bytes of each, "indices" or "none"; else "none" */
    const char *data;      /* that was measured with: "random", ... */
    bool reverse;
    const char *access;
    const char *determinism;
    uint64_t count; /* elements */
    uint64_t bytes; /* that must be moved at least: see docs/bench.md */
    struct timing time;
    double limit_ratio; /* of the limit's speed */
    double cpu_ratio;   /* times the CPU's speed; 0 without it */
    double peer_ratio;  /* times the peer's speed; 0 without one */
};

struct bench_results {
    const char *device;
    char driver[GPU_DRIVER_SIZE];
    char api[48];
    const char *device_type;
    uint32_t subgroup_size;
    const char *tuning;            /* as it was given, or NULL */
    const struct bench_peer *peer; /* NULL: none is measured */
    struct bench_row *rows;        /* in the order in which they were measured */
    uint32_t count;
};

/* No rows yet. All must live as long; tuning and peer are NULL if there are none. */
void bench_results_open(struct bench_results *results, const struct gpu *gpu, const char *tuning,
                        const struct bench_peer *peer);
void bench_results_close(struct bench_results *results);

/* Returns 0 or an exit status, reported. */
int bench_results_add(struct bench_results *results, const struct bench_row *rows, uint32_t count);

double bench_gelem_per_s(const struct bench_row *row);
double bench_gb_per_s(const struct bench_row *row);

/* Whether a row's op, criterion or values are not "none". */
bool bench_row_has(const char *member);

/* Whether auto was asked for. */
bool bench_row_is_auto(const struct bench_row *row);

#endif
