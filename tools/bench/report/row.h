/* SPDX-License-Identifier: MIT */
/* A row of the benchmark, and its members in JSON and CSV, in their order. */
#ifndef REPORT_ROW_H
#define REPORT_ROW_H

#include <stddef.h>

#include <cjson/cJSON.h>

#include "measure/measure.h"

enum bench_row_kind {
    BENCH_ROW_ALGORITHM,
    BENCH_ROW_LIMIT,
    BENCH_ROW_CPU,
    BENCH_ROW_PEER,
};

#define BENCH_BINS_SIZE 160
#define BENCH_SHAPE_SIZE 36

/* A verified measurement. The strings are constants of the library or of the program. */
struct bench_row {
    enum bench_row_kind kind;
    const char *primitive;
    const char *algorithm;        /* name as given; or "copy", "read", "cpu", or a peer's name */
    const char *resolved;         /* name of the one that ran: another if auto was asked for */
    char shape[BENCH_SHAPE_SIZE]; /* shape of the one that ran: "512x4x2"; else "none" */
    const char *type;
    const char *out_type;
    const char *op;             /* "none" for selections and sorts, which have none */
    const char *criterion;      /* "none" for all but select and partition */
    const char *values;         /* for a sort: bytes of a value, or "indices"; else "none" */
    char bins[BENCH_BINS_SIZE]; /* for a histogram: "256", "16 by edges", ...; else "none" */
    const char *data;           /* the source's data: "random", ... */
    const char *access;
    const char *determinism;
    bool reverse;
    bool count_in_buffer;
    bool verified;
    uint64_t count; /* elements */
    uint64_t bytes; /* bytes that have to be moved at least: see docs/tools.md */
    struct timing time;
    double gelem_per_s, gb_per_s;
    double limit_ratio; /* speed as a part of the limit's */
    double cpu_ratio;   /* speed as a multiple of the CPU's; 0 without the CPU */
    double peer_ratio;  /* speed as a multiple of the peer's; 0 without a peer */
};

enum field_kind {
    FIELD_TEXT,   /* const char * */
    FIELD_CHARS,  /* char[] */
    FIELD_FLAG,   /* bool */
    FIELD_NUMBER, /* double */
    FIELD_RATIO,  /* double; 0: there is none */
    FIELD_COUNT,  /* uint64_t */
    FIELD_SMALL,  /* uint32_t */
};

struct field {
    const char *name; /* NULL ends a table */
    enum field_kind kind;
    size_t offset;
};

/* Fields that say what was measured, and fields with the results. */
extern const struct field bench_subject_fields[], bench_result_fields[];

/* Adds the fields of a structure to an object. */
void fields_add(cJSON *object, const struct field *fields, const void *structure);

/* Return a member of an object; NULL or NAN if the object has no such member. */
const char *json_text(const cJSON *object, const char *name);
double json_number(const cJSON *object, const char *name);

#endif
