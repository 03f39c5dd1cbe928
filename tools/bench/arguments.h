/* SPDX-License-Identifier: MIT */
/* vkscan-bench's command line. */
#ifndef BENCH_ARGUMENTS_H
#define BENCH_ARGUMENTS_H

#include <stdbool.h>
#include <stdint.h>

#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

#include "reference_sort.h"
#include "subject_options.h"
#include "tuning_text.h"

#define BENCH_MAX_SIZES 64
#define BENCH_MAX_NAMES 32
#define BENCH_MAX_VARIANTS 64 /* algorithms in shapes */
#define BENCH_MAX_PEERS 8

/* What the results are written to. */
enum bench_file { BENCH_JSON, BENCH_CSV, BENCH_PLOT, BENCH_FILES };

struct bench_options {
    vkscan_primitive primitives[BENCH_MAX_NAMES];
    uint32_t primitive_count;
    vkscan_algorithm algorithms[BENCH_MAX_NAMES];
    uint32_t algorithm_count;
    bool all_algorithms; /* those that the device cannot run are left out, no error */
    bool unlike;         /* algorithms are for different primitives: each where it applies */
    vkscan_tuning_policy shapes[BENCH_MAX_VARIANTS]; /* in which each algorithm is measured */
    uint32_t shape_count;                            /* 0: in that of its policy */
    vkscan_type type;
    vkscan_access access;
    bool count_in_buffer;
    struct subject_texts subject_texts; /* as they were given */
    struct subject_params subject;      /* what these say */
    bool has_range;                     /* of a histogram's even bins, given */
    enum reference_sort_data data;      /* of all but reductions and scans */
    uint64_t sizes[BENCH_MAX_SIZES];    /* elements */
    uint32_t size_count;                /* 0: what suits the device */
    uint32_t repeat;
    bool no_cpu;                    /* leave out its rows; so with peers */
    bool tune;                      /* find the fastest policies, and report nothing */
    bool overhead;                  /* tell what the host pays, time no runs */
    bool metrics;                   /* report the theory, measure nothing */
    uint32_t processors;            /* for that; 0: the device's */
    const char *device;             /* NULL: the most capable */
    const char *tuning_text;        /* NULL: none was given */
    struct user_tuning tuning;      /* what it says */
    const char *files[BENCH_FILES]; /* each NULL if there is to be none */
    const char *compare;            /* the JSON of an earlier run, or NULL */
    char *const *arguments;         /* the command line, up to a NULL */
    double tolerance;               /* percent that a speed may be lower than there */

    /* The libraries to measure too. */
    const char *peers[BENCH_MAX_PEERS];
    uint32_t peer_count;
};

/* Sets a plan's primitive and what the options say of it, which the plan then refers to. */
void bench_options_plan(struct bench_options *options, vkscan_primitive primitive,
                        vkscan_plan_params *plan);

/* Whether a row is asked for: false where the algorithm is for other primitives, and need not be
 * for this one. */
bool bench_options_want(const struct bench_options *options, vkscan_algorithm algorithm,
                        vkscan_primitive primitive);

/* Returns false if the program is done, with *status to exit with. */
bool bench_options_parse(int argc, char **argv, struct bench_options *options, int *status);

#endif
