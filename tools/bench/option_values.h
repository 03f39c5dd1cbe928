/* SPDX-License-Identifier: MIT */
/* Parses the values of vkscan-bench's options. Each function returns 0 or what failure.h returned.
 */
#ifndef BENCH_OPTION_VALUES_H
#define BENCH_OPTION_VALUES_H

#include "arguments.h"

int parse_sizes(const char *text, struct bench_options *options);
int parse_primitives(const char *text, struct bench_options *options);
int parse_algorithms(const char *text, struct bench_options *options);

/* Call this one after parsing the algorithms. */
int parse_shapes(const char *text, struct bench_options *options);

int parse_repeat(const char *text, struct bench_options *options);
int parse_processors(const char *text, struct bench_options *options);
int parse_type(const char *text, struct bench_options *options);
int parse_data(const char *text, struct bench_options *options);
int parse_access(const char *text, struct bench_options *options);
int parse_peers(const char *text, struct bench_options *options);

#endif
