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

/* How a kernel arranges its workgroup's elements. */
struct arrangement {
    uint32_t least_items, most_items;
    bool persistent; /* workgroups take tiles until there are none left */
    bool vectors;    /* items are vectors */
    bool subgroups;  /* workgroups should consist of full subgroups */
    bool padded;     /* an element for each item is in one padded array in shared memory */
    bool places;     /* a word for each element, and four words for each 32 of them, are in shared
                        memory; items are elements, two for each */
    bool ranks;      /* a word for each element, and first one for each value of a digit and 32
                        threads in the same place, is in shared memory */
    bool conflict_free; /* workgroups only as large as padding prevents conflicts */
    bool counts;        /* three words for each thread are in shared memory, whatever the elements,
                           which have no head padding; with vectors */
    uint32_t shared_copies; /* further elements in shared memory, per thread */
    uint32_t shared_words;  /* further elements and words there */
};

/* A policy's workgroup sizes are powers of two. The least is what Vulkan guarantees; it is also the
 * largest subgroup size, so that workgroups consist of full subgroups. The largest is what most
 * devices can run. */
#define SHAPE_LEAST_WORKGROUP 128
#define SHAPE_LARGEST_WORKGROUP 1024

/* Banks of shared memory that arrays are padded for, and what leaves them without padding. */
#define SHAPE_BANKS 32
#define SHAPE_NO_PADDING 0x40000000

/* Vectors per thread of the kernels that scan the counts of those with places. */
#define SHAPE_COUNTS_ITEMS 4

/* Elements per thread of kernels with places, at most. */
#define SHAPE_MOST_PLACES 16

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
