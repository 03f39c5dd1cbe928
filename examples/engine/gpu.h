/* SPDX-License-Identifier: MIT */
/* The device, its two queues, its memory, and vkscan's context: what an engine has one of. */
#ifndef GPU_H
#define GPU_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <vulkan/vulkan.h>

#include <vkscan/vkscan.h>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        const VkResult result = (call);                                                            \
        if (result != VK_SUCCESS) {                                                                \
            fprintf(stderr, "gpu: %s: VkResult %d\n", #call, (int)result);                         \
            exit(EXIT_FAILURE);                                                                    \
        }                                                                                          \
    } while (0)

struct gpu_options {
    bool validate;  /* core and synchronization validation, whose layer must be installed */
    bool transfers; /* record ownership transfers between equal families too, as plain barriers */
    bool addresses; /* give buffers to vkscan as device addresses, so without descriptors */
};

/* A queue, with the index of its family. The two queues may be one and the same. */
struct queue {
    VkQueue handle;
    uint32_t family;
};

/* Where a buffer lies. */
enum gpu_memory {
    GPU_MEMORY_DEVICE, /* fastest for the device */
    GPU_MEMORY_HOST,   /* mapped and coherent */
};

struct buffer {
    VkBuffer handle;
    VkDeviceSize size;
    VkDeviceAddress address; /* with gpu_options::addresses, else 0 */
    void *mapped;            /* of GPU_MEMORY_HOST, else NULL */
};

/* Buffers are cut off a block one after the other, and all freed together with the device. */
#define MAX_BLOCKS 64
#define MAX_BUFFERS 64
struct block {
    VkDeviceMemory memory;
    VkDeviceSize size, used;
    uint32_t type;
    char *mapped;
};

struct gpu {
    struct gpu_options options;
    VkInstance instance;
    VkDebugUtilsMessengerEXT messenger;
    unsigned messages; /* of validation, so far; each is printed to stderr */
    VkPhysicalDevice physical;
    VkPhysicalDeviceProperties properties;
    VkDevice device;
    bool draws;            /* whether the main queue does */
    struct queue main;     /* of the family for graphics, if it computes too */
    struct queue async;    /* of a family for compute alone, if there is one */
    uint32_t capabilities; /* of vkscan_capability */
    vkscan_context *scans;
    VkPhysicalDeviceMemoryProperties memory;
    struct block blocks[MAX_BLOCKS];
    VkBuffer buffers[MAX_BUFFERS];
    uint32_t block_count, buffer_count;
};

/* Ends the program, with this message, or one of its own. */
void gpu_fail(const char *message);
void gpu_has_no_device(void);

/* Ends the program if there is no such device. */
void gpu_create(struct gpu *gpu, const struct gpu_options *options);
void gpu_destroy(struct gpu *gpu); /* every vkscan object and everything recorded is gone */

/* instance.c: the instance and, if asked for, validation. */
void gpu_create_instance(struct gpu *gpu);
void gpu_destroy_instance(struct gpu *gpu);

/* memory.c. The buffer lives as long as the device. */
struct buffer gpu_create_buffer(struct gpu *gpu, VkDeviceSize size, enum gpu_memory memory);
void gpu_free_memory(struct gpu *gpu);
uint32_t gpu_memory_type(const struct gpu *gpu, uint32_t allowed, enum gpu_memory memory);

/* Between the first two, of which the second submits and waits, the third copies what compute
 * shaders wrote to `staging`, each buffer behind the one before; it returns where the host finds it
 * then. */
void gpu_begin_read_back(VkCommandBuffer commands);
void gpu_end_read_back(const struct queue *queue, VkCommandBuffer commands);
const void *gpu_read_back(VkCommandBuffer commands, const struct buffer *buffer,
                          const struct buffer *staging, VkDeviceSize *used);

/* Copies size bytes of the host to the buffer's beginning, by `staging`, for compute shaders to
 * read; and waits. */
void gpu_upload(const struct queue *queue, VkCommandBuffer commands, const void *bytes,
                VkDeviceSize size, const struct buffer *staging, const struct buffer *buffer);

/* shaders.c. Storage buffers from binding 0 on, and push constants, for shaders of these stages; of
 * a set, what a shader does not name need not be written. */
struct layout {
    VkDescriptorSetLayout set;
    VkPipelineLayout pipeline;
    VkDescriptorPool pool;
    VkShaderStageFlags stages;
    uint32_t push_size;
};
void gpu_create_layout(const struct gpu *gpu, struct layout *layout, VkShaderStageFlags stages,
                       uint32_t buffer_count, uint32_t push_size, uint32_t set_count);
void gpu_destroy_layout(const struct gpu *gpu, const struct layout *layout);
VkDescriptorSet gpu_create_set(const struct gpu *gpu, const struct layout *layout,
                               const struct buffer *const *buffers, uint32_t count);
VkShaderModule gpu_create_module(const struct gpu *gpu, const uint32_t *code, size_t size);
VkPipeline gpu_create_kernel(const struct gpu *gpu, const struct layout *layout,
                             const uint32_t *code, size_t size);
void gpu_bind(VkCommandBuffer commands, VkPipelineBindPoint point, const struct layout *layout,
              VkPipeline pipeline, VkDescriptorSet set, const void *push);

/* commands.c. A command buffer is recorded once for each submission. */
VkCommandPool gpu_create_pool(const struct gpu *gpu, const struct queue *queue);
VkCommandBuffer gpu_create_commands(const struct gpu *gpu, VkCommandPool pool);
VkSemaphore gpu_create_timeline(const struct gpu *gpu);
void gpu_wait(const struct gpu *gpu, VkSemaphore timeline, uint64_t value);
void gpu_begin(VkCommandBuffer commands);

/* Makes what was written in the stages `from` visible to those `to`, in all buffers. */
void gpu_barrier(VkCommandBuffer commands, VkPipelineStageFlags from, VkAccessFlags written,
                 VkPipelineStageFlags to, VkAccessFlags used);

/*
 * A queue family ownership transfer of a buffer that compute shaders write on one queue and read on
 * another: the release is recorded for the first queue, the acquire for the second, and a semaphore
 * that the first submission signals is waited for by the second (gpu_submit).
 */
void gpu_release(const struct gpu *gpu, VkCommandBuffer commands, const struct buffer *buffer,
                 const struct queue *from, const struct queue *to);
void gpu_acquire(const struct gpu *gpu, VkCommandBuffer commands, const struct buffer *buffer,
                 const struct queue *from, const struct queue *to);

/* Compute shaders wait until the semaphore `wait`, unless that is null, has the value; then
 * `signal` gets it. */
void gpu_submit(const struct queue *queue, VkCommandBuffer commands, VkSemaphore wait,
                VkSemaphore signal, uint64_t value);

/* Ends the recording, submits it and waits for it: for what is done once. */
void gpu_run(const struct queue *queue, VkCommandBuffer commands);

#endif
