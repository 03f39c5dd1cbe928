/* SPDX-License-Identifier: MIT */
/* A primitive's named buffers: rows from which descriptors, checks and messages follow. */
#ifndef VKSCAN_PORT_H
#define VKSCAN_PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <vkscan/vkscan.h>

#define PORTS_MAX 6

/* The ports of reductions and scans; scratch is a port of every primitive. */
enum port_index {
    PORT_SOURCE,
    PORT_DESTINATION,
    PORT_SCRATCH,
    PORT_COUNT,
    PORT_SEED,
    PORT_TOTAL,
};

/* In place of a port: what holds all operands. */
#define PORT_OPERANDS PORTS_MAX

/* What a port holds in a full run. */
enum port_extent {
    EXTENT_CAPACITY, /* an element for each of the capacity */
    EXTENT_ONE,      /* one element */
    EXTENT_SCRATCH,  /* the plan's scratch */
    EXTENT_COUNT,    /* a count of 4 or 8 bytes, as large as its buffer */
};

struct port {
    const char *name;
    size_t member; /* offset of its vkscan_buffer in vkscan_binding_params */
    enum port_extent extent;
    bool written;
    uint32_t flag;      /* of vkscan_plan_flag: exists in plans with it; 0: in all */
    uint32_t coincides; /* bits 1 << port_index: earlier ports whose place it may have */
};

struct primitive {
    const char *name;
    const struct port *ports; /* PORTS_MAX at most; ends where one has no name */
};

#endif
