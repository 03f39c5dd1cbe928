/* SPDX-License-Identifier: MIT */
/* What a peer needs to have of a library that sorts with Vulkan; vulkan.c makes it a peer. */
#ifndef PEER_VULKAN_SORT_H
#define PEER_VULKAN_SORT_H

#include "gpu.h"
#include "gpu_check.h"
#include "peer.h"

extern const char vulkan_sort_version[];

/* Pairs are (value, key), one behind the other; else the job's source is sorted as it is. */
extern const bool vulkan_sort_interleaves;

/* Of a device that is about to be created; false, with gpu->error, if it cannot run the sort. */
bool vulkan_sort_enable(struct gpu *gpu);

/* Bytes of buffers. */
struct vulkan_sort_sizes {
    VkDeviceSize data, scratch;
};

/* For the job, once. False with gpu->error. */
bool vulkan_sort_open(struct gpu *gpu, const struct peer_job *job, struct vulkan_sort_sizes *sizes);
void vulkan_sort_close(struct gpu *gpu);

/* Sorts the data in place, behind a barrier. */
void vulkan_sort_record(struct gpu *gpu, const struct peer_job *job, VkCommandBuffer commands,
                        const struct gpu_buffer *data, const struct gpu_buffer *scratch);

#endif
