/* SPDX-License-Identifier: MIT */
/* Prints the benchmark's results as a table for people, at most 80 columns wide. */
#ifndef REPORT_TABLE_H
#define REPORT_TABLE_H

#include <stdio.h>

#include "report.h"

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
