/* SPDX-License-Identifier: MIT */
/* Which dispatches compute a primitive over a count, and in what scratch. Pure arithmetic; calls no
 * Vulkan. */
#ifndef VKSCAN_PASSES_H
#define VKSCAN_PASSES_H

#include <stdbool.h>
#include <stdint.h>

#define PASSES_MAX 80

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
    uint64_t stride; /* of kernels that are one step of many */
    uint64_t groups; /* workgroups; each takes further tiles if a device has no room for all */
    bool prefixed;   /* each tile starts from its own element of totals */
    bool seeded;     /* the run's seed enters here; elsewhere the identity does */
};

struct pass_list {
    struct pass pass[PASSES_MAX];
    uint32_t count;
    uint64_t scratch; /* elements in use */
    uint64_t zeroed;  /* of these, from the start: 0 before the first run, and kept by all runs */
};

/* What a planning function is told. */
struct problem {
    uint64_t count;
    uint32_t tile_size;  /* elements of a workgroup's tile */
    uint32_t alignment;  /* of arrays in scratch, in elements */
    uint64_t workgroups; /* of persistent kernels: no more than this */
};

/*
 * Adds the passes for a count to an empty list. Those for a smaller count use no other stages and
 * no more scratch.
 */
typedef void passes_fn(const struct problem *problem, struct pass_list *list);

/* Stage 0 reduces tiles to totals, those again, until a single tile is left. */
passes_fn vks_passes_reduce;

/* Stage 0 combines pairs that are a stride apart, where they are; strides double. */
passes_fn vks_passes_reduce_neighbours;

/* Stage 0 combines the first half with the second, until one element is left. */
passes_fn vks_passes_reduce_halves;

/*
 * Stage 0 reduces the tiles of each level to the next level; from the last level back, stage 1
 * (for totals) and stage 2 (for the source) scan the tiles from their prefixes.
 */
passes_fn vks_passes_reduce_then_scan;

/*
 * Stage 2 (for the source) and stage 1 (for totals) scan the blocks of each level by themselves
 * and leave their totals as the next level; from the last level but one back, stage 0 adds the
 * scanned totals to the blocks.
 */
passes_fn vks_passes_scan_then_add;

/* Stage 0 scans each element by itself, stage 1 copies. */
passes_fn vks_passes_scan_directly;

/* Stage 0 adds to each element the one a stride to its left, back and forth between two arrays;
 * strides double. */
passes_fn vks_passes_scan_by_strides;

/* Stage 0 scans everything in one dispatch; the totals are as in interface.h: those of a chain, or
 * of a look-back, whose workgroups are persistent. */
passes_fn vks_passes_scan_in_chain;
passes_fn vks_passes_scan_looking_back;

/* Stage 0 reduces everything in one dispatch of persistent workgroups; the totals are as in
 * interface.h. */
passes_fn vks_passes_reduce_at_once;

#endif
