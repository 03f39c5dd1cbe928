/* SPDX-License-Identifier: MIT */
/* The command line of check. */
#ifndef CHECK_OPTIONS_H
#define CHECK_OPTIONS_H

#include "draw.h"

#define JOBS_MAX 64

struct check_options {
    uint64_t seed;
    uint64_t count; /* plans */
    uint64_t runs;  /* of each plan */
    uint64_t jobs;
    uint64_t only; /* the draw to try alone */
    bool has_only, bench, list;
    /* Masks of the values that plans may have. */
    uint64_t primitives, types, ops, algorithms;
};

/* Parses the command line. Returns 0 or the exit status; with --help *done is set. */
int check_options_parse(int count, char **arguments, struct check_options *options, bool *done);

/* Tells whether the options let a plan be tried. */
bool check_options_allow(const struct check_options *options, const struct drawn *drawn);

#endif
