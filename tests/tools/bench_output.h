/* SPDX-License-Identifier: MIT */
/* What vkscan-bench prints, as its tests read it. */
#ifndef BENCH_OUTPUT_H
#define BENCH_OUTPUT_H

#include <cjson/cJSON.h>

#include "program.h"

#define PASSED "GOLD TEST PASSED!"

#define REDUCE_TITLE "reduce, add, u32: medians of up to 1 runs, * is the fastest"
#define RUN_REDUCE(...) RUN("--primitive", "reduce", "--repeat", "1", __VA_ARGS__)

/* What one table should hold. The sizes are in the order of the rows; 0 ends them. */
struct expected {
    const char *title;
    const char *limit;
    uint64_t sizes[8];
    const char *algorithms[20]; /* NULL ends them */
};

/* The next line of *text, which is moved behind it. */
const char *take_line(char **text);
void assert_line(char **text, const char *expected);

/* The device and the tables; *text is moved behind them. */
void take_tables(char **text, const struct expected *tables, size_t count);

/* The whole output: these and the verdict. */
void assert_tables(char *text, const struct expected *tables, size_t count);

/* The member, which must be there. */
double number_of(const cJSON *object, const char *name);
const char *string_of(const cJSON *object, const char *name);

/* These and no others, in this order. */
void assert_members(const cJSON *object, const char *const names[]);

#endif
