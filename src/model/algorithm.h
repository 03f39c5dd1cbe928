/* SPDX-License-Identifier: MIT */
/* What an algorithm is: a catalogue entry. Plain data. */
#ifndef VKSCAN_ALGORITHM_H
#define VKSCAN_ALGORITHM_H

#include "constants.h"
#include "pass.h"
#include "tuning.h"

#define ALGORITHM_MAX_STAGES 6

struct stage;

/* Adds the specialization constants that the stage's module has. */
typedef void constants_fn(const struct caps *caps, const struct plan *plan,
                          const struct stage *stage, struct constants *list);

/* The module KERNEL_SUFFIX in place of KERNEL, on devices that have these capabilities and of such
 * plans; the first of a table that fits and that the class has. */
struct kernel_variant {
    const char *suffix;
    uint32_t needs;
    bool (*fits)(const struct plan *plan); /* NULL: all plans */
};

/* A kernel of shaders/kernels or shaders/textbook. */
struct stage {
    const char *kernel; /* NULL ends the list */
    bool exclusive;     /* scans exclusively, whatever the plan */
    constants_fn *constants;
    const struct kernel_variant *variants; /* until one has no suffix; NULL: none */
    /* Of kernels that know formats: what else they read and write is scratch. */
    bool reads_source, writes_destination;
    const char *class;                       /* whose module it takes; NULL: the plan's */
    bool (*exists)(const struct plan *plan); /* a stage of such plans alone; NULL: of all */
};

struct algorithm {
    vkscan_algorithm id;
    const char *name;
    const char *summary;
    uint32_t primitives; /* bits 1 << vkscan_primitive */
    uint32_t needs;      /* mask of vkscan_capability */
    bool commutative;    /* right for commutative operators only */
    bool production; /* AUTO may choose it, where a policy has the capacity; it takes count, seed
                      * and total in buffers, and arrays by pieces */
    bool unpadded;   /* shared memory is left without padding */
    bool binds_second_ports; /* binds second input and output, whichever ports there are */
    struct {
        const char *what; /* in words */
        bool (*has)(const struct plan *plan);
    } unsupported;    /* plans that it does not compute though it has their primitive; or 0 */
    uint64_t largest; /* the largest capacity that is not refused; 0: any */
    uint64_t (*piece)(const struct plan *plan); /* elements; NULL: what the device reaches */
    bool no_pieces;                             /* takes no array by pieces */
    const struct arrangement *arrangement;
    const struct policy *policies; /* until one has no shape */
    struct stage stages[ALGORITHM_MAX_STAGES];
    passes_fn *passes;
};

/* Bits of algorithm.primitives. */
#define PRIMITIVES_REDUCE (1u << VKSCAN_PRIMITIVE_REDUCE)
#define PRIMITIVES_SCAN                                                                            \
    (1u << VKSCAN_PRIMITIVE_INCLUSIVE_SCAN | 1u << VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN)

#endif
