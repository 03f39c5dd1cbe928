/* SPDX-License-Identifier: MIT */
/*
 * One run of a command that computes: from its options and files over the pieces of FILE to the
 * outputs. What commands differ in is a verb, a file each.
 *
 * int results are exit statuses, 0 or what failure.h returned.
 */
#ifndef JOB_H
#define JOB_H

#include "arguments.h"
#include "array.h"
#include "engine.h"
#include "names.h"
#include "operator_file.h"
#include "subject.h"
#include "value.h"

/* Consecutive elements of FILE. */
struct piece {
    const char *data;
    uint64_t first, count;
};

struct job {
    const struct arguments *arguments;
    const struct verb *verb;
    struct gpu_options on;
    struct user_tuning tuning;
    uint64_t piece_limit; /* elements */

    vkscan_plan_params plan; /* with a user operator its types are those of files */
    vkscan_select_params select;
    vkscan_sort_params sort;
    struct subject_params subject;
    struct operator_file user;
    union value seeds[2]; /* one behind the other, of the size of an element */
    const void *seed;     /* NULL: none */

    struct array file, second;
    enum port
        second_port;   /* that the second file goes to, an element for each of FILE; PORTS: none */
    uint32_t channels; /* values of an element of FILE */
    bool whole;        /* FILE is read whole, and known before the first piece */
    bool backward;     /* of whole: the last piece first */
    struct piece piece;
    uint64_t done; /* elements of pieces so far */
    struct engine engine;

    char *results;
    void *state; /* the verb's own */
};

/* Called in this order; each may be NULL. */
struct verb {
    int (*check)(const struct arguments *arguments); /* options beside each other */
    int (*load)(
        struct job *job); /* before FILE is opened, of whose raw data it may tell the type */
    int (*settle)(struct job *job); /* FILE is open: other files, the plan, the ports */
    int (*explain)(struct job *job, VkResult result); /* why the device refuses the plan */
    int (*begin)(struct job *job);                    /* FILE is in memory, or its first piece */
    int (*take)(struct job *job);                     /* a piece has run */
    int (*finish)(struct job *job);
    void (*tell)(const struct job *job); /* all is written */
    void (*close)(struct job *job);
};

extern const struct verb verb_fold, verb_select, verb_sort, verb_histogram;

int job_run(const struct arguments *arguments, const struct verb *verb);

/* ---- for verbs ---- */

/* An option's value, if it is given. */
int job_parse_name(enum names names, const char *text, int *value);
int job_parse_seed(const char *text, vkscan_type type, union value *seed);

/* Reads the second file whole. */
int job_open_second(struct job *job, const char *path, vkscan_type type, const char *option,
                    enum port port);

/* Room for so many bytes of results. */
int job_make_results(struct job *job, uint64_t size);

#endif
