/* SPDX-License-Identifier: MIT */
/* Shapes of workgroups, and what they cost a device. Pure arithmetic. */
#ifndef VKSCAN_SHAPE_H
#define VKSCAN_SHAPE_H

#include "caps.h"

struct shape {
    uint32_t workgroup_size; /* threads, a power of two */
    uint32_t items;          /* per thread: 16 bytes each, or elements, as the arrangement has it */
    uint32_t workgroups;     /* per multiprocessor, of persistent kernels; 0: one for each tile */
};

/* An array in shared memory. */
struct shared_array {
    uint32_t per_item, per_8_items, per_thread;
    bool padded; /* against bank conflicts */
};

/* How a kernel arranges its workgroup's elements. */
struct arrangement {
    uint32_t least_items, most_items;
    bool persistent;    /* workgroups take tiles until there are none left */
    bool vectors;       /* items are vectors */
    bool pairs;         /* items are two elements; of these there are no more than most_items */
    bool subgroups;     /* workgroups should consist of full subgroups */
    bool no_head;       /* vectors without head padding */
    bool conflict_free; /* workgroups only as large as padding prevents conflicts */
    /* Elements in shared memory: of two arrays, which take turns in the same place, and beside
     * these. */
    struct shared_array shared[2];
    uint32_t shared_per_thread, shared_per_workgroup;
    bool shares_words; /* words in place of elements */
};

/* A policy's workgroup sizes are powers of two. The least is what Vulkan guarantees; it is also the
 * largest subgroup size, so that workgroups consist of full subgroups. The largest is what most
 * devices can run. */
#define SHAPE_LEAST_WORKGROUP 128
#define SHAPE_LARGEST_WORKGROUP 1024

/* Banks of shared memory that arrays are padded for, and what leaves them without padding. */
#define SHAPE_BANKS 32
#define SHAPE_NO_PADDING 0x40000000

/* Whether items are those of a tree, powers of two; items that are vectors are combined before. */
bool vks_shape_is_tree(const struct arrangement *arrangement);

/* Items per thread as kernels count them: vectors of `vector_bytes` of the larger of source and
 * destination, or elements. A shape's are 16 bytes each: of larger vectors there are fewer, and of
 * narrow ones in persistent kernels more. */
uint32_t vks_shape_items(const struct shape *shape, const struct arrangement *arrangement,
                         uint32_t vector_bytes);

/* Elements that one workgroup takes at a time, of types of at least 4 bytes. */
uint32_t vks_shape_tile_size(const struct shape *shape, const struct arrangement *arrangement,
                             uint32_t element_size);

/* Bytes of shared memory that a workgroup uses, with bank padding for `banks` banks. */
uint32_t vks_shape_shared_memory(const struct shape *shape, const struct arrangement *arrangement,
                                 uint32_t banks, uint32_t element_size);

/* Whether the device's limits allow a shape. */
bool vks_shape_fits(const struct caps *caps, const struct shape *shape,
                    const struct arrangement *arrangement, uint32_t element_size);

/* Halves the workgroup until the device's limits allow it. */
struct shape vks_shape_cut(const struct caps *caps, const struct shape *shape,
                           const struct arrangement *arrangement, uint32_t element_size);

/* The subgroup size that a pipeline requires: the device's, if workgroups then consist of full
 * subgroups, and of no more than it allows. Else 0, and kernels count lanes at run time. */
uint32_t vks_shape_subgroup_size(const struct caps *caps, const struct shape *shape);

#endif
