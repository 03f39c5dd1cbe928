/* SPDX-License-Identifier: MIT */
/* Kernels of a program's own, of storage buffers and push constants. Functions that can fail
 * return false and leave one sentence in gpu->error. */
#ifndef GPU_KERNELS_H
#define GPU_KERNELS_H

#include "gpu.h"

#define GPU_KERNELS_MOST 3

struct gpu_kernels {
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkDescriptorPool pool;
    VkDescriptorSet set;
};

/* Of up to GPU_KERNELS_MOST buffers; of pipelines that are only compiled 0. */
bool gpu_kernels_create(struct gpu *gpu, const VkDescriptorBufferInfo *buffers,
                        uint32_t buffer_count, uint32_t push_size, struct gpu_kernels *out);
void gpu_kernels_destroy(struct gpu *gpu, struct gpu_kernels *kernels);

/* The specialization may be NULL. */
bool gpu_kernels_compile(struct gpu *gpu, const struct gpu_kernels *kernels, const void *code,
                         size_t size, const VkSpecializationInfo *specialization,
                         VkPipeline *pipeline);

void gpu_kernels_bind(const struct gpu_kernels *kernels, VkPipeline pipeline,
                      VkCommandBuffer commands);

#endif
