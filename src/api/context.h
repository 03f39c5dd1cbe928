/* SPDX-License-Identifier: MIT */
/*
 * The structures behind the handles of vkscan.h. External names that are not in vkscan.h begin with
 * vks_, so that in a static link they do not collide with the program's.
 */
#ifndef VKSCAN_CONTEXT_H
#define VKSCAN_CONTEXT_H

#include "access.h"
#include "record.h"

struct layout {
    VkDescriptorSetLayout set; /* layout of the ports; none by address */
    VkPipelineLayout pipeline;
};

struct vkscan_context {
    struct vk vk;
    struct caps caps;
    vkscan_tuning_policy *policies; /* copy that caps.tuning points to */
    VkDevice device;
    VkPipelineCache cache;
    struct layout layouts[ACCESS_COUNT][2]; /* for plans without and with second ports */
    struct pipeline_list pipelines;
    VkAllocationCallbacks allocator_copy;
    const VkAllocationCallbacks *allocator; /* NULL or &allocator_copy */
    struct report errors;
};

struct vkscan_plan {
    struct vkscan_context *context;
    struct plan plan;
    char label[64]; /* name of its runs in debuggers */
    VkPipeline pipelines[ALGORITHM_MAX_STAGES];
};

struct vkscan_binding {
    const struct vkscan_plan *plan;
    VkDescriptorPool pool; /* only for plans of descriptor sets */
    struct recording recording;
};

struct wanted;

/* Reads the parameters as this version knows them. Sets *errors to the caller's callback first. */
VkResult vks_context_read_params(const vkscan_context_params *given, vkscan_context_params *params,
                                 struct report *errors);

/* Fills in *vk, *wanted and *caps for the device. caps.tuning points to the caller's policies. */
VkResult vks_context_probe(const vkscan_context_params *params, const struct report *errors,
                           struct vk *vk, struct wanted *wanted, struct caps *caps);

/* Returns the layout for the plan's access and number of bindings. */
const struct layout *vks_context_layout(const struct vkscan_context *context,
                                        const struct plan *plan);

/* Creates a plan from one that is resolved already: the second half of vkscan_plan_create. */
VkResult vks_context_plan_create(struct vkscan_context *context, const struct plan *plan,
                                 struct vkscan_plan **out);

#endif
