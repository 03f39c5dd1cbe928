/* SPDX-License-Identifier: MIT */
/* Prints and writes the benchmark's reports, whatever it measures: the device, tables, and files.
 */
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include <stddef.h>
#include <stdio.h>

#include <cjson/cJSON.h>

#include "arguments.h"
#include "measure/peer_program.h"
#include "output.h"

/* ---- rows, and their members in JSON and CSV, in their order ---- */

enum bench_row_kind {
    BENCH_ROW_ALGORITHM,
    BENCH_ROW_LIMIT,
    BENCH_ROW_CPU,
    BENCH_ROW_PEER,
};

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
    struct subject_label label;
    const char *data; /* the source's data: "random", ... */
    const char *access;
    const char *determinism;
    bool reverse;
    bool count_in_buffer;
    bool verified;
    uint64_t capacity; /* of plans; 0: as the count */
    uint64_t count;    /* elements */
    uint64_t bytes;    /* bytes that have to be moved at least: see docs/tools.md */
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

/* ---- reports ---- */

struct bench_report {
    const struct bench_options *options;
    const struct bench_peer *peers; /* as many as options has; NULL: none is measured */
    FILE *text; /* stream for tables: standard error if a file is standard output */
    struct output outputs[BENCH_FILES];
    cJSON *json;      /* the whole report, to which members can be added */
    cJSON *results;   /* member of json: an array with an object for each row */
    cJSON *table;     /* member of json that --csv writes: results, or rows of another kind */
    FILE *printed;    /* the JSON as text, once the report is written */
    FILE *comparison; /* the comparison with the earlier run, which `slower` is the status of */
    int slower;
};

/* Opens a report: checks the file to compare with, looks for gnuplot if it will be needed, opens
 * the files to write, and prints the device. `peers` is NULL if none is measured. The arguments
 * must live as long as the report. Returns 0 or an exit status, reported. */
int bench_report_open(struct bench_report *report, const struct gpu *gpu,
                      const struct bench_peer *peers, const struct bench_options *options);

/* Adds an array with this name for another kind of rows in place of the results, and returns it. */
cJSON *bench_report_add_table(struct bench_report *report, const char *name);

/* Prints all rows of one count at once, so that the fastest algorithm can be marked, and adds them
 * to the results. Returns 0 or an exit status, reported. */
int bench_report_rows(struct bench_report *report, const struct bench_row *rows, uint32_t count);

/* Writes the files that were asked for. All are written before the first is renamed to its target.
 * Returns 0 or an exit status, reported. */
int bench_report_write(struct bench_report *report);

/* Writes the files if `passed`, all results of vkscan being right, and no peer failed; then prints
 * the verdict and the comparison. Returns 0 or an exit status, reported. */
int bench_report_judge(struct bench_report *report, bool passed);

/* Closes the report. Files that have not been written by then never are. */
void bench_report_close(struct bench_report *report);

/* ---- tables for people, at most 80 columns wide ---- */

/* Prints the device and the peers. */
void bench_table_device(const struct bench_report *report);

/* Prints what rows like this one measure: "sort, u32 with values of 4 bytes". */
void bench_table_subject(FILE *to, const struct bench_row *row);

/* Prints the title of a table of rows like this one. Ratios refer to `limit`. The last column
 * compares with the peer, or without a peer with the CPU. */
void bench_table_title(const struct bench_report *report, const struct bench_row *row,
                       const char *limit);

/* Prints all rows of one count, with a mark at the fastest algorithm. */
void bench_table_rows(FILE *to, const struct bench_row *rows, uint32_t count,
                      const struct bench_peer *peer);

/* ---- cells, for other tables ---- */

#define BENCH_COUNT_SIZE 24
#define BENCH_NUMBER_WIDTH 7

#define BENCH_ALGORITHM_SIZE 64

/* Stores "subgroup", or "auto (subgroup)". */
void bench_format_algorithm(const struct bench_row *row, char text[BENCH_ALGORITHM_SIZE]);

/* Stores "2^20", or "1000" for a number that is no power of two. */
void bench_format_count(uint64_t count, char text[BENCH_COUNT_SIZE]);

/* Prints the titles, up to a NULL, as the rest of a line. */
void bench_print_titles(FILE *to, const char *const titles[]);

/* Prints numbers as the rest of a line, each as a space and BENCH_NUMBER_WIDTH columns. Number i
 * has as many decimals as digit i of `decimals` says, or as many of them as fit, or is printed as
 * 1.2e+07. NAN is a dash. A space in `decimals` means four. */
void bench_print_numbers(FILE *to, const char *decimals, const double *numbers);

#endif
