/* SPDX-License-Identifier: MIT */
/* A row of the benchmark, and the members that JSON and CSV have of one, in their order. */
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

/* A verified measurement. The strings are constants of the library's or the program's. */
struct bench_row {
    enum bench_row_kind kind;
    const char *primitive;
    const char *algorithm; /* as given; or "copy", "read", "cpu", a peer's name */
    const char *resolved;  /* the one that ran: another if auto was asked for */
    const char *type;
    const char *out_type;
    const char *op;             /* "none" of what has none: selections and sorts */
    const char *criterion;      /* of select and partition, else "none" */
    const char *values;         /* of a sort: bytes of each, "indices" or "none"; else "none" */
    char bins[BENCH_BINS_SIZE]; /* of a histogram: "256", "16 by edges", ...; else "none" */
    const char *data;           /* that was measured with: "random", ... */
    const char *access;
    const char *determinism;
    bool reverse;
    bool count_in_buffer;
    bool verified;
    uint64_t count; /* elements */
    uint64_t bytes; /* that must be moved at least: see docs/tools.md */
    struct timing time;
    double gelem_per_s, gb_per_s;
    double limit_ratio; /* of the limit's speed */
    double cpu_ratio;   /* times the CPU's speed; 0 without it */
    double peer_ratio;  /* times the peer's speed; 0 without one */
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
    const char *before; /* what earlier runs without it had; NULL: rows are compared without it */
};

/* What a row is of, and what was measured. */
extern const struct field bench_subject_fields[], bench_result_fields[];

/* Adds the members of a structure to an object. */
void fields_add(cJSON *object, const struct field *fields, const void *structure);

/* Whether an object has what the row has, of the fields that are compared. */
bool fields_are_same(const cJSON *object, const struct field *fields, const void *structure);

/* Of an object; NULL and NAN if it has none. */
const char *json_text(const cJSON *object, const char *name);
double json_number(const cJSON *object, const char *name);

#endif
