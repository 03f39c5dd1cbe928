/* SPDX-License-Identifier: MIT */
/* The memory bandwidth limit: shaders that only move the bytes. Scans have a copy, reductions a
 * read, selections a move, sorts a read and as many copies as digits. The shaders include this file
 * too. */
#ifndef MEASURE_LIMITS_H
#define MEASURE_LIMITS_H

#define LIMIT_SPEC_WORKGROUP_SIZE 0
#define LIMIT_SPEC_VECTORS 1 /* vectors of 16 bytes that a thread has in flight */
#define LIMIT_SPEC_COPIES 2  /* times that a copy writes each vector */

#ifndef VULKAN

#include "gpu.h"
#include "subject.h"
#include "timing.h"

#define LIMIT_KERNELS 3 /* the first values of enum limit have a kernel each */

#define LIMIT_VECTOR_BYTES 16

/* The number of shapes. No shape is the fastest at every count: the best one at a count is used. */
#define LIMIT_SHAPES 6

struct limits {
    uint32_t copies;
    struct gpu_kernels own;
    VkPipeline pipelines[LIMIT_KERNELS][LIMIT_SHAPES];
};

/* Makes the limits for the first `size` bytes of the source, a multiple of 16, and for `copies`
 * times as many of the destination. */
bool limits_create(struct gpu *gpu, const struct gpu_buffer *source,
                   const struct gpu_buffer *destination, VkDeviceSize size, uint32_t copies,
                   struct limits *limits);
void limits_destroy(struct gpu *gpu, struct limits *limits);

/* The compilation of a pipeline. */
struct compilation {
    const char *kernel, *class;
    uint64_t bytes;          /* SPIR-V */
    struct timing_host time; /* time to create the module and the pipeline */
};

/* Compiles a small fixed copy several times, each time for another workgroup size, so that no cache
 * has it. Times are medians. */
bool limits_compile_copy(struct gpu *gpu, struct compilation *copy);

const char *limits_name(enum limit limit);

/* Returns the number of bytes that the limit reads and writes. */
VkDeviceSize limits_moved(const struct limit_work *work);

/* Returns the size rounded up to whole vectors, which limits read and write. */
VkDeviceSize limits_bytes(VkDeviceSize size);

/* Returns the number of vectors that a move writes: an eighth of those that it reads, or more. */
uint32_t limits_written(const struct limit_work *work);

/*
 * Records the limit over whole vectors from the start of the source. A copy writes each vector
 * `copies` times, to where limits_find_copy() says. A read stores the exclusive or of all 32-bit
 * words of the source in the destination's first word. A move stores the exclusive or of vectors i,
 * i + limits_written, ... in vector i. Passes leave what their last copy writes.
 */
void limits_record(struct gpu *gpu, const struct limits *limits, const struct limit_work *work,
                   uint32_t shape, VkCommandBuffer commands);

/* Returns the vector of the source that a copy writes to this vector of the destination. If that is
 * past the source's end, the copy writes zeros. */
uint64_t limits_find_copy(const struct limits *limits, uint32_t shape, uint64_t destination);

#endif
#endif
