/* SPDX-License-Identifier: MIT */
/*
 * Pipelines by module, specialization and layout. A context's plans share them. They stay without
 * one, until the context is trimmed or destroyed.
 */
#ifndef VKSCAN_PIPELINES_H
#define VKSCAN_PIPELINES_H

#include <stdatomic.h>

#include "plan.h"
#include "vk.h"

struct shared_pipeline;

/* Grows at its head alone, so plans may be created by several threads. */
struct pipeline_list {
    _Atomic(struct shared_pipeline *) first;
};

/* What pipelines of a context have in common. */
struct pipeline_device {
    const struct vk *vk;
    VkDevice device;
    VkPipelineLayout layout;
    VkPipelineCache cache;
    struct pipeline_list *list;
    bool cache_control; /* the device can look pipelines up without compiling */
    const VkAllocationCallbacks *allocator;
};

/* One pipeline for each stage of the plan's algorithm, compiled unless the list has it. On failure
 * those that there are stay in the list, without the plan. */
VkResult vks_pipelines_get(const struct pipeline_device *on, const struct plan *plan,
                           const struct report *errors, VkPipeline pipelines[ALGORITHM_MAX_STAGES]);

/* What vks_pipelines_get gave. */
void vks_pipelines_release(const struct pipeline_list *list,
                           const VkPipeline pipelines[ALGORITHM_MAX_STAGES]);

/* Destroys those of the list that no plan has, or all; no plan is created or destroyed meanwhile.
 */
void vks_pipelines_destroy(const struct pipeline_device *on, bool all);

#endif
