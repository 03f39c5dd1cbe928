/* SPDX-License-Identifier: MIT */
/*
 * Pipelines by module, specialization, subgroup size and layout. A context's plans share them. A
 * pipeline that no plan has any more stays until the context is trimmed or destroyed.
 */
#ifndef VKSCAN_PIPELINES_H
#define VKSCAN_PIPELINES_H

#include <stdatomic.h>

#include "plan.h"
#include "vk.h"

struct shared_pipeline;

/* A list that grows at its head alone, so that several threads may create plans. */
struct pipeline_list {
    _Atomic(struct shared_pipeline *) first;
};

/* The device, layout and cache that a context's pipelines are created with, and their list. */
struct pipeline_device {
    const struct vk *vk;
    VkDevice device;
    VkPipelineLayout layout;
    VkPipelineCache cache;
    struct pipeline_list *list;
    bool cache_control; /* the device can look a pipeline up without compiling it */
    const VkAllocationCallbacks *allocator;
};

/* Gets one pipeline for each stage of the plan's algorithm, and compiles those that are not in the
 * list. On failure the pipelines that were compiled stay in the list, but the plan has none. */
VkResult vks_pipelines_get(const struct pipeline_device *on, const struct plan *plan,
                           const struct report *errors, VkPipeline pipelines[ALGORITHM_MAX_STAGES]);

/* Gives back the pipelines of one call of vks_pipelines_get. They stay in the list. */
void vks_pipelines_release(const struct pipeline_list *list,
                           const VkPipeline pipelines[ALGORITHM_MAX_STAGES]);

/* Destroys the pipelines of the list that no plan has, or with `all` every one. No plan may be
 * created or destroyed meanwhile. */
void vks_pipelines_destroy(const struct pipeline_device *on, bool all);

#endif
