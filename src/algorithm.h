/* SPDX-License-Identifier: MIT */
/*
 * The catalogue: a row for each algorithm and kind of primitive, and the dispatches it consists
 * of. To add one: a kernel in shaders/, a row in algorithm.c, and the function that plans its
 * passes. Pure arithmetic; calls no Vulkan.
 */
#ifndef VKSCAN_ALGORITHM_H
#define VKSCAN_ALGORITHM_H

#include "tuning.h"

#define ALGORITHM_MAX_STAGES 4
#define ALGORITHM_MAX_PASSES 80

enum role { ROLE_SOURCE, ROLE_DESTINATION, ROLE_SCRATCH, ROLE_COUNT };

/* A place in one of the three buffers, in elements from its start. */
struct span {
    enum role role;
    uint64_t offset;
};

/* One dispatch. What a kernel does with its input, output and totals is said in its file. */
struct pass {
    uint32_t stage; /* index into the algorithm's stages */
    struct span input, output, totals;
    uint64_t count;  /* elements of the input */
    uint64_t groups; /* workgroups; each takes further tiles if a device has no room for all */
    bool prefixed;   /* each tile starts from its own element of totals */
    bool seeded;     /* the run's seed enters here; elsewhere the identity does */
};

struct pass_list {
    struct pass pass[ALGORITHM_MAX_PASSES];
    uint32_t count;
    uint64_t scratch; /* elements in use */
};

/* What a planning function is told. */
struct problem {
    uint64_t count;
    uint32_t tile_size; /* elements of a workgroup's tile */
    uint32_t alignment; /* of arrays in scratch, in elements */
};

/* How a kernel's exclusive flag is set. */
enum mode { MODE_EXCLUSIVE, MODE_AS_PLANNED };

struct stage {
    const char *kernel; /* shaders/NAME.comp; NULL ends the list */
    enum mode mode;
};

struct algorithm {
    vkscan_algorithm id;
    const char *name;
    const char *summary;
    uint32_t primitives; /* bits 1 << vkscan_primitive */
    uint32_t needs;      /* mask of vkscan_capability */
    bool commutative;    /* right for commutative operators only */
    uint64_t auto_from;  /* the least capacity at which AUTO prefers it to the rows before it */
    enum layout layout;
    struct stage stages[ALGORITHM_MAX_STAGES];
    /*
     * Fills in the passes for a count. Those for a smaller count use no other stages and no more
     * scratch.
     */
    void (*passes)(const struct problem *problem, struct pass_list *list);
};

/* The row for an algorithm and primitive; NULL if there is none. */
const struct algorithm *vks_algorithm_find(vkscan_algorithm id, vkscan_primitive primitive);

/* What AUTO stands for on such a device. */
const struct algorithm *vks_algorithm_choose(const struct caps *caps, vkscan_primitive primitive,
                                             uint64_t capacity);

/* The row with this index, for visiting them all; NULL past the last. */
const struct algorithm *vks_algorithm_row(uint32_t index);

#endif
