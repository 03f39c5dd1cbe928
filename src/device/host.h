/* SPDX-License-Identifier: MIT */
/* Host memory, from the caller's allocation callbacks if there are any. */
#ifndef VKSCAN_HOST_H
#define VKSCAN_HOST_H

#include "report.h"

/* Allocates `size` bytes and zeroes them. Returns NULL on failure. A NULL allocator stands for
 * malloc. */
void *vks_host_allocate(const VkAllocationCallbacks *allocator, size_t size);

/* Frees memory of vks_host_allocate, with the same allocator. Does nothing if it is NULL. */
void vks_host_free(const VkAllocationCallbacks *allocator, void *memory);

/* Reports and returns VK_ERROR_OUT_OF_HOST_MEMORY. */
VkResult vks_host_out_of_memory(const struct report *errors);

#endif
