/* SPDX-License-Identifier: MIT */
/* The functions by which vulkan.c makes a peer of a library that sorts with Vulkan. */
#ifndef PEER_VULKAN_SORT_H
#define PEER_VULKAN_SORT_H

#include "gpu.h"
#include "peer.h"

extern const char vulkan_sort_version[];

/* The sort takes pairs (value, key), one behind the other; else it sorts the job's source as it is.
 */
extern const bool vulkan_sort_interleaves;

/* Enables what the sort needs on a device that is about to be created. Returns false, with
 * gpu->error, if the device cannot run the sort. */
bool vulkan_sort_enable(struct gpu *gpu);

/* Sizes of buffers in bytes. */
struct vulkan_sort_sizes {
    VkDeviceSize data, scratch;
};

/* Prepares for the job, once for each peer. Returns false with gpu->error. */
bool vulkan_sort_open(struct gpu *gpu, const struct peer_job *job, struct vulkan_sort_sizes *sizes);
void vulkan_sort_close(struct gpu *gpu);

/* Records a sort of the data in place, behind a barrier. */
void vulkan_sort_record(struct gpu *gpu, const struct peer_job *job, VkCommandBuffer commands,
                        const struct gpu_buffer *data, const struct gpu_buffer *scratch);

#endif
