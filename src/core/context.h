/* SPDX-License-Identifier: MIT */
/*
 * What stands behind the handles of vkscan.h. External names of the library's own begin with vks_,
 * so that in a static link they do not collide with the program's.
 */
#ifndef VKSCAN_CONTEXT_H
#define VKSCAN_CONTEXT_H

#include "record.h"

struct vkscan_context {
    struct vk vk;
    struct caps caps;
    vkscan_tuning_policy *policies; /* what caps.tuning points to */
    VkDevice device;
    VkPipelineCache cache;
    VkDescriptorSetLayout set_layout; /* one storage buffer */
    VkPipelineLayout pipeline_layout;
    VkAllocationCallbacks allocator_copy;
    const VkAllocationCallbacks *allocator; /* NULL or &allocator_copy */
    struct report errors;
};

struct vkscan_plan {
    const struct vkscan_context *context;
    struct plan plan;
    VkPipeline pipelines[ALGORITHM_MAX_STAGES];
};

struct vkscan_binding {
    const struct vkscan_plan *plan;
    VkDescriptorPool pool;
    struct recording recording;
};

/* vkscan_plan_create for a plan that is resolved already. */
VkResult vks_context_plan_create(const struct vkscan_context *context, const struct plan *plan,
                                 struct vkscan_plan **out);

#endif
