/* SPDX-License-Identifier: MIT */
/*
 * A subject: what the benchmark and the peers know of a primitive. Its ports, how its data is made,
 * the limit that it is held against, the check of a result, and the loop on one core. A file each;
 * subjects.c lists them.
 */
#ifndef SUBJECT_H
#define SUBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

#include "reference_sort.h"
#include "port_buffers.h"

/* ---- options ---- */

/* What options say of a primitive; all zero is the default. */
struct subject_params {
    vkscan_op op;
    vkscan_type out_type;
    vkscan_determinism determinism;
    bool reverse;
    vkscan_select_params select;
    vkscan_sort_params sort;
    vkscan_histogram_params histogram;
};

struct subject_option {
    const char *name, *value, *help; /* as in options.h */
    int names;                       /* likewise */
    uint32_t primitives;             /* that have it, a bit each */
    bool own;                        /* no peer is asked for it */
    /* Returns 0 or what failure.h returned. */
    int (*parse)(const char *text, struct subject_params *params);
};

#define SUBJECT_REDUCE (1u << VKSCAN_PRIMITIVE_REDUCE)
#define SUBJECT_SCANS                                                                              \
    (1u << VKSCAN_PRIMITIVE_INCLUSIVE_SCAN | 1u << VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN)
#define SUBJECT_FOLDS (SUBJECT_REDUCE | SUBJECT_SCANS)
#define SUBJECT_CRITERIA (1u << VKSCAN_PRIMITIVE_SELECT | 1u << VKSCAN_PRIMITIVE_PARTITION)
#define SUBJECT_SORTS (1u << VKSCAN_PRIMITIVE_SORT)
#define SUBJECT_HISTOGRAMS (1u << VKSCAN_PRIMITIVE_HISTOGRAM)

/* ---- ports ---- */

/* Bytes of a port, and where they begin in the block of all that are read, or written. */
struct subject_port {
    size_t member; /* the port's offset in struct port_buffers */
    uint64_t size; /* 0: the plan has none */
    uint64_t place;
};

#define SUBJECT_PORT(name) offsetof(struct port_buffers, name)
#define SUBJECT_PORTS 3 /* of a block */

struct subject_block {
    struct subject_port ports[SUBJECT_PORTS];
    uint64_t size; /* of all */
};

struct subject_layout {
    struct subject_block read, written;
    uint32_t copies; /* of what is read, that the limit writes at most */
};

/* ---- limits ---- */

enum limit {
    LIMIT_COPY,   /* reads, and writes each `copies` times */
    LIMIT_READ,   /* writes nothing but a word */
    LIMIT_MOVE,   /* writes less than it reads */
    LIMIT_PASSES, /* one read, then copies, one after the other */
};

/* What a limit moves. */
struct limit_work {
    enum limit limit;
    VkDeviceSize read;    /* bytes of the source; of LIMIT_PASSES those of the read */
    VkDeviceSize written; /* bytes of the destination; of LIMIT_PASSES those that a copy reads */
    uint32_t passes;      /* of LIMIT_PASSES: the copies */
};

/* ---- subjects ---- */

/* A run of plan->capacity elements, in the host's memory. */
struct subject_run {
    const vkscan_plan_params *plan;
    struct subject_layout layout; /* of subject_lay_out */
    void *read, *written;         /* blocks */
    void *seed;                   /* room for an element */
    bool reverses_rest;           /* what a partition rejects is in reverse */
};

struct subject {
    const struct subject_option *options; /* up to one without a name; NULL: none */
    /* The plan's primitive and type are known: sets what options left out, and its members. */
    void (*settle)(struct subject_params *params, vkscan_plan_params *plan);
    /* Sets each port's member and size, and copies. */
    void (*ports)(const vkscan_plan_params *plan, uint64_t count, struct subject_layout *layout);
    /* Fills what is read, and the seed. False: out of memory. */
    bool (*fill)(const struct subject_run *run, enum reference_sort_data data);
    struct limit_work (*limit)(const struct subject_run *run);
    /* Whether what is written is right, which may be reordered; else *at is the element that is
     * not, or the count if none is by itself. */
    bool (*check)(const struct subject_run *run, uint64_t *at);
    /* On one core of the CPU. False: out of memory. */
    bool (*compute)(const struct subject_run *run);
    bool (*seeded)(const vkscan_plan_params *plan); /* NULL: none is */
    bool folds;                                     /* has an operator, and random data alone */
};

extern const struct subject subject_fold, subject_select, subject_sort, subject_histogram;

const struct subject *subject_of(vkscan_primitive primitive);

struct subject_layout subject_lay_out(const vkscan_plan_params *plan, uint64_t count);

/* Of plan->capacity elements. */
struct subject_run subject_run_of(const vkscan_plan_params *plan, void *read, void *written,
                                  void *seed);

/* Where a port begins behind one of so many bytes. */
uint64_t subject_place_behind(uint64_t size);

/* What a second port of the run begins with. */
char *subject_second_read(const struct subject_run *run);
char *subject_second_written(const struct subject_run *run);

#endif
