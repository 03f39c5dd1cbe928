/* SPDX-License-Identifier: MIT */
/*
 * The memory bandwidth limit, by shaders that only move the bytes: a copy for scans, a read for
 * reductions, a move for selections; for sorts a read and as many copies as digits. Included by
 * these shaders too.
 */
#ifndef MEASURE_LIMITS_H
#define MEASURE_LIMITS_H

#define LIMIT_SPEC_WORKGROUP_SIZE 0
#define LIMIT_SPEC_VECTORS 1 /* of 16 bytes, that a thread has in flight */
#define LIMIT_SPEC_COPIES 2  /* that a copy writes of each vector */

#ifndef VULKAN

#include "gpu_kernels.h"
#include "compilation.h"
#include "subject.h"

#define LIMIT_KERNELS 3 /* the first of enum limit have one each */

#define LIMIT_VECTOR_BYTES 16

/* No shape is the fastest at every count: the best of these counts. */
#define LIMIT_SHAPES 6

struct limits {
    uint32_t copies;
    struct gpu_kernels own;
    VkPipeline pipelines[LIMIT_KERNELS][LIMIT_SHAPES];
};

/* For the first `size` bytes, a multiple of 16, of the source, and `copies` times as many of the
 * destination. */
bool limits_create(struct gpu *gpu, const struct gpu_buffer *source,
                   const struct gpu_buffer *destination, VkDeviceSize size, uint32_t copies,
                   struct limits *limits);
void limits_destroy(struct gpu *gpu, struct limits *limits);

/* Compiles a small fixed copy several times, each time for another workgroup size, so that no cache
 * has it; times are medians. */
bool limits_compile_copy(struct gpu *gpu, struct compilation *copy);

const char *limits_name(enum limit limit);

/* All bytes that it reads and writes. */
VkDeviceSize limits_moved(const struct limit_work *work);

/* As many bytes in whole vectors, as limits read and write them. */
VkDeviceSize limits_bytes(VkDeviceSize size);

/* The vectors that a move writes: an eighth of those that it reads, or more. */
uint32_t limits_written(const struct limit_work *work);

/*
 * Records it over whole vectors from the start of the source. A copy writes each copies times:
 * where limits_find_copy says. A read exclusive-ors all 32-bit words of the source into the
 * destination's first. A move writes to vector i the exclusive or of vectors i, i + limits_written,
 * ... Passes end as the last copy does.
 */
void limits_record(struct gpu *gpu, const struct limits *limits, const struct limit_work *work,
                   uint32_t shape, VkCommandBuffer commands);

/* The vector of the source, of so many, that a copy writes to a vector of the destination; at or
 * past the end: zeros. */
uint64_t limits_find_copy(const struct limits *limits, uint32_t shape, uint64_t destination);

#endif
#endif
