/* SPDX-License-Identifier: MIT */
/* The command line of vkscan-bench. */
#ifndef BENCH_ARGUMENTS_H
#define BENCH_ARGUMENTS_H

#include <stdbool.h>
#include <stdint.h>

#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

#include "reference_sort.h"
#include "subject.h"
#include "tuning_text.h"

#define BENCH_MAX_NAMES 32
#define BENCH_MAX_VARIANTS 64 /* algorithms in shapes */
#define BENCH_MAX_PEERS 8

/* The files that results are written to. */
enum bench_file { BENCH_JSON, BENCH_CSV, BENCH_PLOT, BENCH_FILES };

struct bench_options {
    vkscan_primitive primitives[BENCH_MAX_NAMES];
    uint32_t primitive_count;
    vkscan_algorithm algorithms[BENCH_MAX_NAMES];
    uint32_t algorithm_count;
    bool all_algorithms; /* "all": those that the device cannot run are no errors */
    bool unlike;         /* no primitive is common to all: each where it applies */
    vkscan_tuning_policy shapes[BENCH_MAX_VARIANTS]; /* shapes of each algorithm */
    uint32_t shape_count;                            /* 0: the shape of the algorithm's policy */
    vkscan_type type;
    vkscan_access access;
    bool count_in_buffer;
    uint64_t capacity;                  /* of plans, with the count in a buffer; 0: as the count */
    struct subject_texts subject_texts; /* the options' values as given */
    struct subject_params subject;      /* the parsed values */
    enum reference_sort_data data;      /* data, except for reductions and scans */
    struct option_sizes sizes;          /* elements; none: bench_choose_sizes() chooses */
    struct option_sizes row_sizes;      /* for each length its own; none: each has all sizes */
    uint32_t repeat;
    bool no_cpu;                    /* leave out the rows of the CPU; set with peers too */
    bool tune;                      /* find the fastest policies, and report nothing */
    bool overhead;                  /* report what the host pays, and time no runs */
    bool survey;                    /* report all that tells of the device, in one file */
    bool metrics;                   /* report the theory, measure nothing */
    uint32_t processors;            /* p of the theory; 0: the device's number */
    const char *numbers;            /* draw the steps of the algorithm over them; NULL: do not */
    uint32_t banks;                 /* of shared memory, and lanes of a subgroup, in that */
    const char *device;             /* NULL: the most capable */
    const char *tuning_text;        /* NULL: --tuning is not given */
    struct user_tuning tuning;      /* the parsed text */
    const char *files[BENCH_FILES]; /* paths; NULL: the file is not written */
    const char *compare;            /* the JSON of an earlier run, or NULL */
    char *const *arguments;         /* the command line, up to a NULL */
    const char *tolerance;          /* percent by which a speed may be lower; NULL: 5 */

    /* Libraries that are measured too. */
    int peers[BENCH_MAX_PEERS]; /* of NAMES_PEER */
    uint32_t peer_count;
};

/* Parse the values of options into a struct bench_options. Each function returns 0 or what
 * failure.h returned. Algorithms have been parsed before shapes. */
int parse_primitives(const char *text, void *options);
int parse_algorithms(const char *text, void *options);
int parse_shapes(const char *text, void *options);
int parse_rows(const char *text, void *options);
int parse_tuning(const char *text, void *options);
int parse_peers(const char *text, void *options);
int parse_capacity(const char *text, void *options);

/* Returns the algorithm's name for --show, where the field has another one. */
const char *show_algorithm(const char *name);

/* Fills a plan's parameters with the primitive and what the options say about it. The parameters
 * refer to *options. */
void bench_options_plan(struct bench_options *options, vkscan_primitive primitive,
                        vkscan_plan_params *plan);

/* Sets the plan's capacity, and what follows from it. */
void bench_options_set_size(struct bench_options *options, uint64_t size, vkscan_plan_params *plan);

/* Tells whether a row is wanted. It is not where the algorithm is for other primitives, unless each
 * algorithm must compute this one. */
bool bench_options_want(const struct bench_options *options, vkscan_algorithm algorithm,
                        vkscan_primitive primitive);

/* Parses the command line. Returns false if the program is done, with *status to exit with. */
bool bench_options_parse(int argc, char **argv, struct bench_options *options, int *status);

#endif
