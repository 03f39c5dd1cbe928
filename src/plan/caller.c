/* SPDX-License-Identifier: MIT */
/* What the library has from its caller: messages, structures of any version, host memory. */
#include "caller.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- errors ---- */

VkResult vks_report(const struct report *to, VkResult result, const char *format, ...)
{
    char text[512];
    size_t start = 0;
    va_list arguments;

    if (to->message) {
        if (to->label)
            start = (size_t)snprintf(text, sizeof(text), "plan \"%.200s\": ", to->label);
        va_start(arguments, format);
        vsnprintf(text + start, sizeof(text) - start, format, arguments);
        va_end(arguments);
        to->message(to->user, &(vkscan_message){
                                  .struct_size = sizeof(vkscan_message),
                                  .severity = result == VK_SUCCESS ? VKSCAN_SEVERITY_PERFORMANCE
                                                                   : VKSCAN_SEVERITY_ERROR,
                                  .result = result,
                                  .text = text,
                                  .label = to->label,
                              });
    }
    return result;
}

/* ---- structures ---- */

/* The most bytes that a structure of any version has. */
#define SIZE_MOST 4096

static uint32_t given_size(const void *of_caller)
{
    uint32_t size;

    memcpy(&size, of_caller, sizeof(size));
    return size;
}

VkResult vks_sized_check(const struct sized *as, const void *of_caller, const struct report *errors)
{
    const uint32_t size = given_size(of_caller);

    if (size >= as->least && size <= SIZE_MOST)
        return VK_SUCCESS;
    return vks_report(errors, RESULT_INVALID,
                      "%s.struct_size is %u: it has to be sizeof(%s), which is %u here", as->name,
                      size, as->name, (unsigned)as->size);
}

VkResult vks_sized_read(const struct sized *as, const void *of_caller, void *own,
                        const struct report *errors)
{
    const VkResult result = vks_sized_check(as, of_caller, errors);

    if (result != VK_SUCCESS)
        return result;
    const size_t size = given_size(of_caller);
    const unsigned char *bytes = of_caller;
    for (size_t i = as->size; i < size; i++)
        if (bytes[i])
            return vks_report(errors, RESULT_INVALID,
                              "%s has %u bytes, and the library, which is older, knows %u: what it "
                              "does not know has to be 0",
                              as->name, (unsigned)size, (unsigned)as->size);
    memset(own, 0, as->size);
    memcpy(own, of_caller, size < as->size ? size : as->size);
    uint32_t reserved = 0;
    if (as->reserved)
        memcpy(&reserved, (const char *)own + as->reserved, sizeof(reserved));
    if (reserved)
        return vks_report(errors, RESULT_INVALID, "%s.reserved is %u: it has to be 0", as->name,
                          reserved);
    return VK_SUCCESS;
}

void vks_sized_write(const struct sized *as, const void *own, void *to_caller)
{
    const uint32_t size = given_size(to_caller);

    memset(to_caller, 0, size);
    memcpy(to_caller, own, size < as->size ? size : as->size);
    memcpy(to_caller, &size, sizeof(size));
}

/* ---- host memory ---- */

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
