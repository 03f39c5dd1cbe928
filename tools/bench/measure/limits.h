/* SPDX-License-Identifier: MIT */
/*
 * The memory bandwidth limit, by shaders that only move the bytes: a copy for scans, a read for
 * reductions. Included by these shaders too.
 */
#ifndef MEASURE_LIMITS_H
#define MEASURE_LIMITS_H

#define LIMIT_SPEC_WORKGROUP_SIZE 0
#define LIMIT_SPEC_VECTORS 1 /* of 16 bytes, that a thread has in flight */
#define LIMIT_SPEC_COPIES 2  /* that a copy writes of each vector */

#ifndef VULKAN

#include "gpu.h"

enum limit { LIMIT_COPY, LIMIT_READ };

#define LIMIT_VECTOR_BYTES 16

/* No shape is the fastest at every count: the best of these counts. */
#define LIMIT_SHAPES 6

struct limits {
    uint32_t copies;
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkPipeline pipelines[2][LIMIT_SHAPES];
    VkDescriptorPool pool;
    VkDescriptorSet set;
};

/* For the first `size` bytes, a multiple of 16, of the source, and `copies` times as many of the
 * destination. */
bool limits_create(struct gpu *gpu, const struct gpu_buffer *source,
                   const struct gpu_buffer *destination, VkDeviceSize size, uint32_t copies,
                   struct limits *limits);
void limits_destroy(struct gpu *gpu, struct limits *limits);

const char *limits_name(enum limit limit);

/* The bytes that a limit reads for that many: whole vectors. */
VkDeviceSize limits_bytes(VkDeviceSize size);

/* Reads the first `size` bytes, a multiple of 16. A copy writes each copies times: where
 * limits_find_copy says. A read exclusive-ors all 32-bit words of the source into the destination's
 * first. */
void limits_record(struct gpu *gpu, const struct limits *limits, enum limit limit, uint32_t shape,
                   VkDeviceSize size, VkCommandBuffer commands);

/* The vector of the source, of so many, that a copy writes to a vector of the destination; at or
 * past the end: zeros. */
uint64_t limits_find_copy(const struct limits *limits, uint32_t shape, uint64_t destination);

#endif
#endif
