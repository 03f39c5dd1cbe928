/* SPDX-License-Identifier: MIT */
/* Kernels of a program's own, with storage buffers and push constants. Functions that can fail
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

/* Creates the layout of kernels with up to GPU_KERNELS_MOST buffers; pipelines that are only
 * compiled may have 0. */
bool gpu_kernels_create(struct gpu *gpu, const VkDescriptorBufferInfo *buffers,
                        uint32_t buffer_count, uint32_t push_size, struct gpu_kernels *out);
void gpu_kernels_destroy(struct gpu *gpu, struct gpu_kernels *kernels);

/* Compiles a kernel. The specialization may be NULL. */
bool gpu_kernels_compile(struct gpu *gpu, const struct gpu_kernels *kernels, const void *code,
                         size_t size, const VkSpecializationInfo *specialization,
                         VkPipeline *pipeline);

void gpu_kernels_bind(const struct gpu_kernels *kernels, VkPipeline pipeline,
                      VkCommandBuffer commands);

#endif
