/* SPDX-License-Identifier: MIT */
/* Helpers by which functions of gpu.h fail. */
#ifndef GPU_CHECK_H
#define GPU_CHECK_H

#include <stdbool.h>
#include <string.h>

#include <volk.h>

#include "printf_like.h"

struct gpu;

/* Stores the sentence in gpu->error. Returns false. */
PRINTF_LIKE(2, 3) bool gpu_fail(struct gpu *gpu, const char *format, ...);

/* Calls a function of Vulkan. If it fails, the caller returns false, with the function's name in
 * gpu->error. */
#define GPU_CHECK(gpu, call)                                                                       \
    do {                                                                                           \
        const VkResult check_result = (call);                                                      \
        if (check_result != VK_SUCCESS)                                                            \
            return gpu_fail(gpu, "%.*s failed with VkResult %d", (int)strcspn(#call, "("), #call,  \
                            (int)check_result);                                                    \
    } while (0)

#endif
