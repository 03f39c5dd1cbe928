/* SPDX-License-Identifier: MIT */
/* A vkscan plan with its scratch and its binding, and recording a run of it. */
#ifndef RUN_H
#define RUN_H

#include "gpu.h"

#define RUN_BUFFERS 8

struct run {
    vkscan_plan *plan;
    vkscan_binding *binding;                 /* NULL with gpu_options::addresses */
    vkscan_port_buffer buffers[RUN_BUFFERS]; /* the caller's, and the scratch */
    uint32_t buffer_count;
    uint64_t capacity;
};

/* By run_buffer(), the caller gives every buffer but the scratch; where access is by addresses, the
 * plan is one of addresses. Zeroes what scratch has to be zeroed by `commands`, which are waited
 * for. */
void run_create(struct run *run, struct gpu *gpu, const vkscan_plan_params *params,
                const vkscan_port_buffer *buffers, uint32_t buffer_count, VkCommandBuffer commands);
void run_destroy(const struct run *run);

/* Over `capacity` elements, or where the count is in a buffer over as many as that has. */
void run_record(const struct run *run, VkCommandBuffer commands, const void *seed);

/* The stages of a run and its accesses to all of its buffers, for memory barriers around it. */
struct run_uses {
    VkPipelineStageFlags stages;
    VkAccessFlags access;
};
struct run_uses run_uses(const struct run *run);

/* A buffer as vkscan takes it: by its address, or else by its handle. And a part of one. */
vkscan_buffer run_buffer(const struct buffer *buffer);
vkscan_buffer run_place(const struct buffer *buffer, VkDeviceSize offset, VkDeviceSize size);

/* Zeroes what the plan wants zeroed before its first run, and waits for it. */
void run_zero_scratch(const vkscan_plan *plan, const struct buffer *scratch,
                      VkCommandBuffer commands, const struct queue *queue);

#endif
