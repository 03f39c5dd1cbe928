/* SPDX-License-Identifier: MIT */
/* Shapes of workgroups, and the shared memory that these take. Pure arithmetic. */
#ifndef VKSCAN_SHAPE_H
#define VKSCAN_SHAPE_H

#include "caps.h"

struct shape {
    uint32_t workgroup_size; /* threads, a power of two */
    uint32_t items;          /* per thread: 16 bytes each, or elements, as the arrangement has it */
    uint32_t workgroups;     /* per multiprocessor, of persistent kernels; 0: one for each tile */
};

/* An array in shared memory: its elements for each item, each 8 items and each thread. */
struct shared_array {
    uint32_t per_item, per_8_items, per_thread;
    bool padded; /* against bank conflicts */
};

/* How a kernel arranges its workgroup's elements. */
struct arrangement {
    uint32_t least_items, most_items;
    bool persistent;    /* workgroups take tiles until there are none left */
    bool vectors;       /* items are vectors */
    bool pairs;         /* items are two elements; most_items is the most elements */
    bool subgroups;     /* workgroups should consist of full subgroups */
    bool no_head;       /* no head padding, though items are vectors */
    bool conflict_free; /* workgroups only as large as padding prevents conflicts */
    /* Elements in shared memory: two arrays that take turns in one place, and others beside them,
     * for each thread and each workgroup. */
    struct shared_array shared[2];
    uint32_t shared_per_thread, shared_per_workgroup;
    bool shares_words; /* elements in shared memory are words */
};

/* Bounds of a policy's workgroup size, which is a power of two. Vulkan guarantees the least one,
 * which is also the largest subgroup size, so that workgroups consist of full subgroups. Most
 * devices can run the largest one. */
#define SHAPE_LEAST_WORKGROUP 128
#define SHAPE_LARGEST_WORKGROUP 1024

/* Banks of shared memory that arrays are padded for; a number with which arrays have no padding. */
#define SHAPE_BANKS 32
#define SHAPE_NO_PADDING 0x40000000

/* Tells whether items per thread are a power of two: leaves of a tree. Items that are vectors are
 * combined before the tree. */
bool vks_shape_is_tree(const struct arrangement *arrangement);

/* Returns the items per thread as kernels count them: elements, or vectors of `vector_bytes`, the
 * larger of the source's and the destination's. Those of a shape have 16 bytes: threads hold fewer
 * of larger vectors, and in persistent kernels more of smaller ones. */
uint32_t vks_shape_items(const struct shape *shape, const struct arrangement *arrangement,
                         uint32_t vector_bytes);

/* Returns the elements that one workgroup takes at a time, for types of at least 4 bytes. */
uint32_t vks_shape_tile_size(const struct shape *shape, const struct arrangement *arrangement,
                             uint32_t element_size);

/* Returns the bytes of shared memory that a workgroup uses, padded for `banks` banks. */
uint32_t vks_shape_shared_memory(const struct shape *shape, const struct arrangement *arrangement,
                                 uint32_t banks, uint32_t element_size);

/* Halves the workgroup until the device's limits allow it. */
struct shape vks_shape_cut(const struct caps *caps, const struct shape *shape,
                           const struct arrangement *arrangement, uint32_t element_size);

/* Returns the subgroup size that a pipeline requires: the device's, if workgroups then consist of
 * full subgroups, and of no more than the device allows. Otherwise returns 0, and kernels count
 * lanes at run time. */
uint32_t vks_shape_subgroup_size(const struct caps *caps, const struct shape *shape);

#endif
