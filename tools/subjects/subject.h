/* SPDX-License-Identifier: MIT */
/* A subject: the knowledge that the benchmark and the peers have about a primitive. It has the
 * ports, the making of data, the limit that speeds are compared with, the check of a result, and
 * the loop on one core. Each subject has a file; subjects.c lists them. */
#ifndef SUBJECT_H
#define SUBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

#include "options.h"
#include "reference_sort.h"

/* ---- options ---- */

/* The parameters that options set; all zero is the default. */
struct subject_params {
    vkscan_op op;
    vkscan_type out_type;
    vkscan_determinism determinism;
    uint32_t flags;     /* of scans and differences */
    vkscan_heads heads; /* of segments */
    struct option_sizes
        lengths;             /* elements of a segment, run or row, in the mean; none: the default */
    uint64_t segment_length; /* the one that is measured, first the least; 0: the default */
    char length_text[24];    /* the same for peers */
    int segment_lengths;     /* of NAMES_LENGTHS */
    uint32_t stride;         /* elements from one of a row to the next; 0: 1 */
    uint32_t sorted_length;  /* keys of a sorted array; 0: the default */
    uint32_t best;           /* k of top-k; 0: the default */
    vkscan_select_params unique; /* of unique, if it has outputs besides the default */
#define FAMILY(name, files) vkscan_##name##_params name;
#define PLAIN_FAMILY(name, files)
#include "../../src/primitive/primitives.def"
};

/* Rows of options, whose values are in struct subject_params. Their commands are the primitives
 * that have the option, a bit each, with SUBJECT_OWN if peers are not asked for it. */
#define SUBJECT_OWN (1 << 30)
#define SUBJECT_ROW(name, value, help, names, primitives, kind, member, number)                    \
    {                                                                                              \
        name, '\0', value, help, names, 0, primitives, kind,                                       \
            offsetof(struct subject_params, member), number, NULL                                  \
    }
#define SUBJECT_READ(name, value, help, primitives, read)                                          \
    {                                                                                              \
        name, '\0', value, help, OPTION_NO_NAMES, 0, primitives, OPTION_OTHER, 0, 0, read          \
    }

#define SUBJECT_REDUCE (1u << VKSCAN_PRIMITIVE_REDUCE)
#define SUBJECT_SCANS                                                                              \
    (1u << VKSCAN_PRIMITIVE_INCLUSIVE_SCAN | 1u << VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN)
#define SUBJECT_FOLDS (SUBJECT_REDUCE | SUBJECT_SCANS)
#define SUBJECT_SEGMENTED_SCANS                                                                    \
    (1u << VKSCAN_PRIMITIVE_SEGMENTED_INCLUSIVE_SCAN |                                             \
     1u << VKSCAN_PRIMITIVE_SEGMENTED_EXCLUSIVE_SCAN)
#define SUBJECT_DIFFERENCE (1u << VKSCAN_PRIMITIVE_DIFFERENCE)
#define SUBJECT_TOP_K (1u << VKSCAN_PRIMITIVE_TOP_K)
#define SUBJECT_SEGMENTS (SUBJECT_SEGMENTED_SCANS | 1u << VKSCAN_PRIMITIVE_SEGMENTED_REDUCE)

/* Those that can be of runs of equal elements or keys. */
#define SUBJECT_RUNS (1u << VKSCAN_PRIMITIVE_SELECT | 1u << VKSCAN_PRIMITIVE_UNIQUE)

#define SUBJECT_SORT (1u << VKSCAN_PRIMITIVE_SORT)

/* Those that can be of segments by heads, of which sorts have offsets alone. */
#define SUBJECT_HEADS (SUBJECT_SEGMENTS | SUBJECT_SORT)

/* Those that are measured for each length of segments, runs or rows. */
#define SUBJECT_ROWS (SUBJECT_SEGMENTS | SUBJECT_SORT | SUBJECT_TOP_K)
#define SUBJECT_LENGTHS (SUBJECT_ROWS | SUBJECT_RUNS)

/* ---- ports ---- */

/* The bytes of a port, and where they begin in the block of all ports that are read, or written. */
struct subject_port {
    vkscan_port port; /* VKSCAN_PORT_MAX_ENUM: bytes without a port */
    uint64_t size;    /* 0: the plan has none */
    uint64_t place;
};

#define SUBJECT_PORTS 3 /* ports of a block */

struct subject_block {
    struct subject_port ports[SUBJECT_PORTS];
    uint64_t size; /* bytes of all ports */
};

struct subject_layout {
    struct subject_block read, written;
    uint32_t copies; /* times that the limit writes what is read, at most */
};

/* ---- limits ---- */

enum limit {
    LIMIT_COPY,   /* reads, and writes each vector `copies` times */
    LIMIT_READ,   /* writes nothing but a word */
    LIMIT_MOVE,   /* writes less than it reads */
    LIMIT_PASSES, /* one read, then copies, one after the other */
};

/* The bytes that a limit moves. */
struct limit_work {
    enum limit limit;
    VkDeviceSize read;    /* bytes of the source; for LIMIT_PASSES those of the read */
    VkDeviceSize written; /* bytes of the destination; for LIMIT_PASSES those that a copy reads */
    uint32_t passes;      /* copies of LIMIT_PASSES */
};

/* ---- subjects ---- */

/* What tells a row of the benchmark from others, without commas; "none" where that is of other
 * primitives. */
struct subject_label {
    const char *op, *criterion;
    const char *values; /* bytes of a sort's value, or "indices" */
    char bins[160];     /* those of a histogram: "256 bins", "16 bins by edges", ... */
    char segments[64];  /* "rows of 4096", "segments of 4096 by keys", "runs of 16", "64 of rows of
                         * 4096", "64 of all" */
    char sorted[32];    /* "in 4096 keys", "with 4096 keys": of a sorted array */
};

/* A run of plan->capacity elements, in the host's memory. */
struct subject_run {
    const vkscan_plan_params *plan;
    struct subject_layout layout; /* from subject_lay_out() */
    void *read, *written;         /* blocks */
    void *seed;                   /* room for an element */
    bool reverses_rest;           /* the rejected elements of a partition are in reverse */
    bool any_order;               /* top-k is in any order, with any of equal elements; equal keys
                                   * of a sort are in any order */
};

struct subject {
    uint32_t primitives;          /* a bit for each */
    const struct option *options; /* ended by one without a name */
    /* Sets what options left out, and the plan's members. The plan's primitive, type and capacity
     * are set before; of another capacity it is called again. */
    void (*settle)(struct subject_params *params, vkscan_plan_params *plan);
    /* Stores the members that the primitive has. */
    void (*label)(const vkscan_plan_params *plan, struct subject_label *label);
    /* Sets each port and its size, and the copies. */
    void (*ports)(const vkscan_plan_params *plan, uint64_t count, struct subject_layout *layout);
    /* Fills the ports that are read, and the seed. Returns false when out of memory. */
    bool (*fill)(const struct subject_run *run, enum reference_sort_data data);
    struct limit_work (*limit)(const struct subject_run *run);
    /* Tells whether the written block is right. Else *at is the wrong element, or the count if no
     * single one is wrong. May reorder the block. */
    bool (*check)(const struct subject_run *run, uint64_t *at);
    /* Computes the result on one core of the CPU. Returns false when out of memory. */
    bool (*compute)(const struct subject_run *run);
    bool (*seeded)(const vkscan_plan_params *plan); /* NULL: none is */
    bool folds;                                     /* has an operator, and only random data */
};

extern const struct subject subject_fold;
#define FAMILY(name, files) extern const struct subject subject_##name;
#include "../../src/primitive/primitives.def"

const struct subject *subject_of(vkscan_primitive primitive);

/* Returns the ports of a run of `count` elements, which begin where those of `room` elements would,
 * as many or more. */
struct subject_layout subject_lay_out(const vkscan_plan_params *plan, uint64_t count,
                                      uint64_t room);

/* Returns the run of plan->capacity elements, with ports as subject_lay_out() has them. */
struct subject_run subject_run_of(const vkscan_plan_params *plan, uint64_t room, void *read,
                                  void *written, void *seed);

/* Returns where a port begins behind `size` bytes. */
uint64_t subject_place_behind(uint64_t size);

/* Return the start of the run's second port. */
char *subject_second_read(const struct subject_run *run);
char *subject_second_written(const struct subject_run *run);

/* ---- the options of all subjects, which a program appends to those of its own table ---- */

#define SUBJECT_OPTIONS_MAX 24

/* Options' values as given; NULL where an option was not given. */
struct subject_texts {
    const char *of[SUBJECT_OPTIONS_MAX];
};

/* Appends the subjects' rows. `texts` is the offset of a struct subject_texts among the program's
 * texts, and `params` that of a struct subject_params among its values. Returns the new number of
 * rows. */
size_t subject_options_append(struct option *rows, size_t count, size_t texts, size_t params);

/* Refuses given options that are for none of these primitives, a bit each. Returns 0 or what
 * failure.h returned. */
int subject_options_check(const struct subject_texts *texts, uint32_t primitives);

/* Sets the length that is measured to one of those given, for peers too. */
void subject_options_choose_length(struct subject_params *params, struct subject_texts *texts,
                                   uint32_t number);

/* Stores the given options of a primitive as arguments of a peer, ended by an empty one. */
#define SUBJECT_ARGUMENT_SIZE 160
void subject_options_arguments(const struct subject_texts *texts, vkscan_primitive primitive,
                               char arguments[SUBJECT_OPTIONS_MAX + 1][SUBJECT_ARGUMENT_SIZE]);

#endif
