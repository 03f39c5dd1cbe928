/* SPDX-License-Identifier: MIT */
/* A primitive's named buffers: rows from which descriptors, checks and messages follow. */
#ifndef VKSCAN_PORT_H
#define VKSCAN_PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <vkscan/vkscan.h>

#define PORTS_MAX 9

/* Of every primitive that has them; scratch is a port of each. */
enum port_index {
    PORT_SOURCE,
    PORT_DESTINATION,
    PORT_SCRATCH,
    PORT_COUNT,
    PORT_SEED,
    PORT_TOTAL,
    PORT_SECOND_SOURCE,
    PORT_SECOND_DESTINATION,
    PORT_ARGUMENTS,
};

/* In place of a port: what holds all operands. */
#define PORT_OPERANDS PORTS_MAX

/* What a port holds in a full run. */
enum port_extent {
    EXTENT_CAPACITY, /* an element for each of the capacity */
    EXTENT_ONE,      /* one element */
    EXTENT_GROUPS,   /* one for each group of a selection that is not the rest */
    EXTENT_SCRATCH,  /* the plan's scratch */
    EXTENT_BINS,     /* one for each bin of each channel that a histogram counts */
    EXTENT_EDGES,    /* one more than its bins */
    EXTENT_COUNT,    /* a count of 4 or 8 bytes, as large as its buffer */
};

/* What an element of a port is. */
enum port_element {
    ELEMENT_OF_SOURCE,
    ELEMENT_OF_DESTINATION,
    ELEMENT_SECOND,    /* of plan.second_bits */
    ELEMENT_WORD,      /* u32 */
    ELEMENT_ARGUMENTS, /* of an indirect dispatch: three words */
    ELEMENT_EDGE,      /* of plan.type */
    ELEMENT_SEED,      /* of computation.seed_size */
};

struct plan;

struct port {
    const char *name;
    size_t member; /* offset of its vkscan_buffer in vkscan_binding_params */
    enum port_extent extent;
    enum port_element element;
    bool written;
    bool second;      /* bound as second input or output: plans that have it need six bindings */
    uint32_t operand; /* OPERAND_... of interface.h that it holds; 0: none */
    uint32_t flag;    /* of vkscan_plan_flag: exists in plans with it; 0: in all */
    bool (*exists)(const struct plan *plan); /* and where this says so; NULL: in all */
    uint32_t coincides; /* bits 1 << port_index: earlier ports whose place it may have */
};

struct caps;
struct element_type;
struct op;
struct report;

struct primitive {
    const char *name;
    const struct port *ports; /* PORTS_MAX at most; ends where one has no name */
    /* Of primitives that have no operator, else NULL: what is in its place, if anything is; whether
     * parameters make sense for elements of
     * a type, or a sentence; what a plan has of its own; the arithmetic class. */
    const struct op *(*op)(const vkscan_plan_params *params);
    VkResult (*check)(const vkscan_plan_params *params, const struct element_type *type,
                      const struct report *errors);
    void (*resolve)(const struct caps *caps, const vkscan_plan_params *params, struct plan *plan);
    const char *(*class)(const struct element_type *type);
    bool predicates; /* user operators are predicates, in place of op() */
};

#endif
