/* SPDX-License-Identifier: MIT */
/*
 * A Vulkan device, its buffers, submission and timestamps, as the tools and tests need them: one
 * queue, everything synchronous. Over volk, so only one device can be open at a time.
 *
 * Functions that can fail return false and leave one sentence in gpu->error.
 */
#ifndef GPU_H
#define GPU_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <volk.h>

#include <vkscan/vkscan.h>

#include "printf_like.h"
#include "tuning_text.h"

#define GPU_TIMER_SLOTS 1024

struct gpu {
    VkInstance instance;
    VkPhysicalDevice physical_device;
    VkDevice device;
    VkQueue queue;
    uint32_t queue_family;
    uint32_t index; /* number of the device in Vulkan's enumeration */
    VkPhysicalDeviceProperties properties;
    VkPhysicalDeviceDriverProperties driver;
    VkPhysicalDeviceMemoryProperties memory;
    uint8_t uuid[VK_UUID_SIZE]; /* deviceUUID, which CUDA reports too */
    vkscan_device_info info;
    const char *extensions[16]; /* those that the VkDevice has */
    uint32_t extension_count;
    vkscan_device_features features; /* the VkDevice's features */
    VkDeviceSize largest_buffer;     /* bytes: the least of descriptor range and allocation size */
    VkCommandPool command_pool;
    VkFence fence;
    VkQueryPool timer; /* VK_NULL_HANDLE where the queue has no timestamps */
    uint32_t timestamp_bits;
    VkDebugUtilsMessengerEXT messenger;
    const struct user_tuning *tuning; /* not checked; NULL: the library's */
    unsigned validation_messages;     /* warnings and errors so far, each printed to stderr */
    void (*waits)(void);              /* called a few times a second by gpu_wait(); NULL: none */
    char error[512];
};

struct gpu_options {
    const char *device; /* index, or part of the name in any case; NULL: the most capable device */
    uint32_t turn;      /* which of several most capable devices, counted around */
    bool validation;    /* Khronos layer with core and synchronization checks; must exist */
    const struct user_tuning *tuning; /* for gpu_context_params; NULL: the library's */
    bool plain;                       /* use plain Vulkan 1.1: enable no optional feature */

    /* The UUID of the device, of VK_UUID_SIZE bytes, in place of `device`; NULL: `device` counts.
     */
    const uint8_t *uuid;
    /* Adds features to gpu->features, and gpu->extensions, that vkscan does not use; NULL:
     * none are added. */
    bool (*enable)(struct gpu *gpu);
};

bool gpu_open(struct gpu *gpu, const struct gpu_options *options);
void gpu_close(struct gpu *gpu);

/*
 * Calls visit for each physical device, with instance, physical_device, index, properties,
 * driver, memory, info and largest_buffer filled in and no VkDevice.
 */
bool gpu_for_each(struct gpu *gpu, void (*visit)(const struct gpu *gpu, void *user), void *user);

/* Returns context parameters for this device: its handles, loader, enabled features and tuning. */
vkscan_context_params gpu_context_params(const struct gpu *gpu);

bool gpu_has_extension(VkPhysicalDevice device, const char *name);

/* Returns "discrete GPU" or the like. */
const char *gpu_type_name(const struct gpu *gpu);

/* Stores the driver's name and version, where VK_KHR_driver_properties has them. */
#define GPU_DRIVER_SIZE (VK_MAX_DRIVER_NAME_SIZE + VK_MAX_DRIVER_INFO_SIZE)
void gpu_driver_name(const struct gpu *gpu, char text[GPU_DRIVER_SIZE]);

/* Returns the bytes of the largest device-local heap. */
VkDeviceSize gpu_memory_size(const struct gpu *gpu);

/* Returns how many of these the process may still allocate, where VK_EXT_memory_budget tells; else
 * all. */
VkDeviceSize gpu_memory_free(const struct gpu *gpu);

enum gpu_memory {
    GPU_MEMORY_DEVICE,   /* device-local, not mapped */
    GPU_MEMORY_UPLOAD,   /* mapped, coherent */
    GPU_MEMORY_READBACK, /* mapped, coherent, cached where possible */
};

struct gpu_buffer {
    VkBuffer buffer;
    VkDeviceMemory memory;
    VkDeviceSize size;       /* bytes */
    void *mapped;            /* NULL for device memory */
    VkDeviceAddress address; /* 0: the device has none */
};

/* Creates a storage buffer that is also a source and destination of transfers. */
bool gpu_buffer_create(struct gpu *gpu, VkDeviceSize size, enum gpu_memory memory,
                       struct gpu_buffer *out);
void gpu_buffer_destroy(struct gpu *gpu, struct gpu_buffer *buffer);
vkscan_buffer gpu_range(const struct gpu_buffer *buffer, VkDeviceSize offset, VkDeviceSize size);

/* Copies size bytes between host and device memory at a byte offset, and waits. */
bool gpu_upload(struct gpu *gpu, const struct gpu_buffer *to, VkDeviceSize offset, const void *data,
                VkDeviceSize size);
bool gpu_download(struct gpu *gpu, const struct gpu_buffer *from, VkDeviceSize offset, void *data,
                  VkDeviceSize size);

/* Sets every word of a range, whose offset and size are multiples of 4 bytes, and waits. */
bool gpu_fill(struct gpu *gpu, const struct gpu_buffer *buffer, VkDeviceSize offset,
              VkDeviceSize size, uint32_t word);

/* Returns a command buffer in the recording state; VK_NULL_HANDLE on failure. gpu_submit() ends it,
 * runs it, waits and frees it: gpu_start() and gpu_wait(), between which the host is free. One
 * submission at a time. */
VkCommandBuffer gpu_begin(struct gpu *gpu);
bool gpu_submit(struct gpu *gpu, VkCommandBuffer commands);
bool gpu_start(struct gpu *gpu, VkCommandBuffer commands);
bool gpu_wait(struct gpu *gpu, VkCommandBuffer commands);

/* Makes the writes of earlier shaders and transfers visible to later shaders and transfers. */
void gpu_barrier(VkCommandBuffer commands);

/* Makes the writes of earlier transfers visible to the host. */
void gpu_host_barrier(VkCommandBuffer commands);

/* Makes the writes of earlier shaders visible to later shaders. */
void gpu_compute_barrier(VkCommandBuffer commands);

/* Timestamps: reset all of them, write some in one submission, and after gpu_submit() read the time
 * between two. A timestamp is written when all work before it has completed. */
void gpu_timer_reset(struct gpu *gpu, VkCommandBuffer commands);
void gpu_timer_mark(struct gpu *gpu, VkCommandBuffer commands, uint32_t slot);
bool gpu_timer_ms(struct gpu *gpu, uint32_t first_slot, uint32_t last_slot, double *ms);

/* ---- kernels of a program's own, with storage buffers and push constants ---- */

#define GPU_KERNELS_MOST 3

struct gpu_kernels {
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkDescriptorPool pool;
    VkDescriptorSet set;
};

/* Creates the layout of kernels with up to GPU_KERNELS_MOST buffers; pipelines that are only
 * compiled may have 0. */
bool gpu_kernels_create(struct gpu *gpu, const VkDescriptorBufferInfo *buffers,
                        uint32_t buffer_count, uint32_t push_size, struct gpu_kernels *out);
void gpu_kernels_destroy(struct gpu *gpu, struct gpu_kernels *kernels);

/* Compiles a kernel. The specialization may be NULL. */
bool gpu_kernels_compile(struct gpu *gpu, const struct gpu_kernels *kernels, const void *code,
                         size_t size, const VkSpecializationInfo *specialization,
                         VkPipeline *pipeline);

void gpu_kernels_bind(const struct gpu_kernels *kernels, VkPipeline pipeline,
                      VkCommandBuffer commands);

/* ---- how functions of this kind fail ---- */

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
