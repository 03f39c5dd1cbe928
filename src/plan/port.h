/* SPDX-License-Identifier: MIT */
/* Ports, a primitive's named buffers: rows from which descriptors, checks and messages follow. */
#ifndef VKSCAN_PORT_H
#define VKSCAN_PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <vkscan/vkscan.h>

#define PORTS_MAX 9

/* The number of all ports. */
#define NAMED_PORT(enumerator, name) +1
enum {
    PORT_IDS =
#include "ports.def"
};
#undef NAMED_PORT

/* The ports that several primitives have. Every primitive has scratch. */
enum port_index {
    PORT_SOURCE,
    PORT_DESTINATION,
    PORT_SCRATCH,
    PORT_COUNT,
    PORT_SEED,
    PORT_TOTAL,
    PORT_SECOND_SOURCE,
    PORT_SECOND_DESTINATION,
    PORT_OWN, /* the first of each primitive's own */
};

/* The range that holds all operands, in place of a port. */
#define PORT_OPERANDS PORTS_MAX

struct plan;

struct port {
    bool declared;                                 /* false: the primitive has no such port */
    vkscan_port id;                                /* the caller's name for its buffer */
    uint32_t (*bits)(const struct plan *plan);     /* bits of an element; NULL: 32 */
    uint64_t (*elements)(const struct plan *plan); /* elements of a full run; NULL: the capacity */
    bool written;
    bool second;      /* bound as second input or output: plans that have it need six bindings */
    uint32_t operand; /* the OPERAND_... of dispatch.h that it holds; 0: none */
    uint32_t flag;    /* the vkscan_plan_flag of plans that have it; 0: all have */
    bool (*exists)(const struct plan *plan); /* a further condition; NULL: none */
    uint32_t coincides; /* bits 1 << port_index: earlier ports that may be the same place */
};

/* The beginning of a row. */
#define PORT(ID) true, VKSCAN_PORT_##ID

/* The rows that every primitive has. A count has one word or two, as its buffer has. */
#define COMMON_PORTS                                                                               \
    [PORT_SCRATCH] = {PORT(SCRATCH), .elements = vks_plan_scratch_words, .written = true},         \
    [PORT_COUNT] = {PORT(COUNT), .elements = vks_plan_one, .operand = OPERAND_COUNT,               \
                    .flag = VKSCAN_PLAN_COUNT_IN_BUFFER_BIT}

#endif
