/* SPDX-License-Identifier: MIT */
#include "host.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

void *vks_host_allocate(const VkAllocationCallbacks *allocator, size_t size)
{
    void *memory = allocator
                       ? allocator->pfnAllocation(allocator->pUserData, size, _Alignof(max_align_t),
                                                  VK_SYSTEM_ALLOCATION_SCOPE_OBJECT)
                       : malloc(size);

    if (memory)
        memset(memory, 0, size);
    return memory;
}

void vks_host_free(const VkAllocationCallbacks *allocator, void *memory)
{
    if (!allocator)
        free(memory);
    else if (memory)
        allocator->pfnFree(allocator->pUserData, memory);
}

VkResult vks_host_out_of_memory(const struct report *errors)
{
    return vks_report(errors, VK_ERROR_OUT_OF_HOST_MEMORY, "host allocation failed");
}
