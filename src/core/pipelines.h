/* SPDX-License-Identifier: MIT */
/* The pipelines of a plan: (kernel, arithmetic class, specialization) -> VkPipeline. */
#ifndef VKSCAN_PIPELINES_H
#define VKSCAN_PIPELINES_H

#include "plan.h"
#include "vk.h"

/* What every pipeline of a context has in common. */
struct pipeline_device {
    const struct vk *vk;
    VkDevice device;
    VkPipelineLayout layout;
    VkPipelineCache cache;
    const VkAllocationCallbacks *allocator;
};

/* Compiles one pipeline for each stage of the plan's algorithm; on failure, none are left. */
VkResult vks_pipelines_create(const struct pipeline_device *on, const struct plan *plan,
                              const struct report *errors,
                              VkPipeline pipelines[ALGORITHM_MAX_STAGES]);
void vks_pipelines_destroy(const struct pipeline_device *on,
                           VkPipeline pipelines[ALGORITHM_MAX_STAGES]);

#endif
