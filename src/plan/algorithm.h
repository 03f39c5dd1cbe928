/* SPDX-License-Identifier: MIT */
/* Algorithms: the entries of the catalogue. Plain data. */
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

/* A kernel in place of the stage's. A stage takes the first of its table for which the device has
 * the capabilities, the plan fits, and the arithmetic class has a module. */
struct kernel_variant {
    const char *kernel;
    uint32_t needs;                        /* mask of vkscan_capability */
    bool (*fits)(const struct plan *plan); /* NULL: all plans fit */
};

/* A kernel: a .comp file in a room of shaders/, or a variant that its row in shaders/meson.build
 * names. vks_module_name() tells its modules. */
struct stage {
    const char *kernel; /* NULL ends the list */
    bool exclusive;     /* scans exclusively, whatever the plan */
    constants_fn *constants;
    const struct kernel_variant *variants; /* table that ends without a kernel; NULL: none */
    /* For kernels that know formats: the input is the source, the output the destination. All other
     * inputs and outputs are scratch. */
    bool reads_source, writes_destination;
    const char *class;                       /* arithmetic class of its module; NULL: the plan's */
    bool (*exists)(const struct plan *plan); /* NULL: all plans have the stage */
};

struct algorithm {
    vkscan_algorithm id;
    const char *name;
    const char *summary;
    uint32_t primitives; /* bits 1 << vkscan_primitive */
    uint32_t needs;      /* mask of vkscan_capability */
    bool commutative;    /* computes commutative operators only */
    bool production;     /* AUTO may choose it, if a policy has the capacity; it takes counts, seeds
                          * and totals in buffers, and arrays in pieces */
    bool unpadded;       /* shared memory is left without padding */
    bool binds_second_ports; /* binds a second input and output, whatever ports plans have */
    struct {
        const char *what;                     /* the plans, in words */
        bool (*has)(const struct plan *plan); /* tells whether a plan is one; NULL: none is */
    } unsupported;                            /* plans of its primitives that it does not compute */
    uint64_t largest;                         /* largest capacity; 0: any */
    /* Returns the elements of a piece; NULL: as many as the device reaches. */
    uint64_t (*piece)(const struct plan *plan);
    bool no_pieces; /* refuses capacities of more than one piece */
    const struct arrangement *arrangement;
    const struct policy *policies; /* see policies.h; ends without a shape */
    struct stage stages[ALGORITHM_MAX_STAGES];
    passes_fn *passes;
};

/* Bits of algorithm.primitives. */
#define PRIMITIVES_REDUCE (1u << VKSCAN_PRIMITIVE_REDUCE)
#define PRIMITIVES_SCAN                                                                            \
    (1u << VKSCAN_PRIMITIVE_INCLUSIVE_SCAN | 1u << VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN)

#endif
