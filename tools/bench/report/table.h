/* SPDX-License-Identifier: MIT */
/* The benchmark's results as a table for people, at most 80 columns wide. */
#ifndef REPORT_TABLE_H
#define REPORT_TABLE_H

#include <stdio.h>

#include "report.h"

/* The device, and the peers. */
void bench_table_device(const struct bench_report *report);

/* "sort, u32 with values of 4 bytes": what rows like this one are of. */
void bench_table_subject(FILE *to, const struct bench_row *row);

/* Prints the title of a table of rows like this one; limit: what ratios refer to. The last column
 * compares with the peer, or without one with the CPU. */
void bench_table_title(const struct bench_report *report, const struct bench_row *row,
                       const char *limit);

/* All rows of one count; the fastest algorithm is marked. */
void bench_table_rows(FILE *to, const struct bench_row *rows, uint32_t count,
                      const struct bench_peer *peer);

/* ---- cells, for other tables ---- */

#define BENCH_COUNT_SIZE 24
#define BENCH_NUMBER_WIDTH 7

#define BENCH_ALGORITHM_SIZE 64

/* "subgroup", or "auto (subgroup)". */
void bench_format_algorithm(const struct bench_row *row, char text[BENCH_ALGORITHM_SIZE]);

/* "2^20", or "1000" if it is no power of two. */
void bench_format_count(uint64_t count, char text[BENCH_COUNT_SIZE]);

/* The rest of a line, until NULL. */
void bench_print_titles(FILE *to, const char *const titles[]);

/*
 * The rest of a line: of each number a space and BENCH_NUMBER_WIDTH columns, with as many decimals
 * as its digit in `decimals` says, as many of them as fit, or 1.2e+07; of NAN a dash. A space in
 * `decimals` is four.
 */
void bench_print_numbers(FILE *to, const char *decimals, const double *numbers);

#endif
