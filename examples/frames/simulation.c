/* SPDX-License-Identifier: MIT */
#include "simulation.h"

static VkSemaphore create_timeline(const struct gpu *gpu)
{
    const VkSemaphoreTypeCreateInfo type = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                            .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE};
    const VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO,
                                        .pNext = &type};
    VkSemaphore semaphore;

    CHECK(vkCreateSemaphore(gpu->device, &info, NULL, &semaphore));
    return semaphore;
}

static VkCommandPool create_pool(const struct gpu *gpu, uint32_t family)
{
    const VkCommandPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                          .flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT,
                                          .queueFamilyIndex = family};
    VkCommandPool pool;

    CHECK(vkCreateCommandPool(gpu->device, &info, NULL, &pool));
    return pool;
}

static VkCommandBuffer create_commands(const struct gpu *gpu, VkCommandPool pool)
{
    const VkCommandBufferAllocateInfo info = {.sType =
                                                  VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                              .commandPool = pool,
                                              .commandBufferCount = 1};
    VkCommandBuffer commands;

    CHECK(vkAllocateCommandBuffers(gpu->device, &info, &commands));
    return commands;
}

static void create_buffers(struct simulation *s, struct frame *frame, VkDeviceSize scratch)
{
    const VkDeviceSize particles = s->particles * sizeof(struct particle);
    const VkDeviceSize words = (s->cells + 1) * sizeof(uint32_t);

    frame->particles = gpu_create_buffer(s->gpu, particles, GPU_MEMORY_DEVICE);
    frame->counts = gpu_create_buffer(s->gpu, words, GPU_MEMORY_DEVICE);
    frame->prefixes = gpu_create_buffer(s->gpu, words, GPU_MEMORY_DEVICE);
    frame->sorted = gpu_create_buffer(s->gpu, particles, GPU_MEMORY_DEVICE);
    frame->scratch = gpu_create_buffer(s->gpu, scratch, GPU_MEMORY_DEVICE);
}

/* A buffer as vkscan takes it: by its address, or else by its handle. */
static vkscan_buffer whole(const struct buffer *buffer)
{
    return (vkscan_buffer){.buffer = buffer->address ? VK_NULL_HANDLE : buffer->handle,
                           .address = buffer->address,
                           .size = buffer->size};
}

/* Frames share the plan, which nothing changes, but no binding: that is tied to its buffers. */
static void create_frame(struct simulation *s, struct frame *frame, const struct frame *before)
{
    const struct buffer *move[] = {&before->particles, &frame->particles, &frame->counts,
                                   &s->energies};
    const struct buffer *scatter[] = {&frame->particles, &frame->sorted, &frame->prefixes};

    frame->scan_buffers = (vkscan_binding_params){.source = whole(&frame->counts),
                                                  .destination = whole(&frame->prefixes),
                                                  .scratch = whole(&frame->scratch)};
    if (!s->gpu->options.addresses)
        CHECK(vkscan_binding_create(s->plan, &frame->scan_buffers, &frame->binding));
    frame->move_set = create_set(s, move, 4);
    frame->scatter_set = create_set(s, scatter, 3);
    /* A pool of one queue family each, reset as a whole when the frame's turn comes again. */
    frame->main_pool = create_pool(s->gpu, s->gpu->main.family);
    frame->async_pool = create_pool(s->gpu, s->gpu->async.family);
    frame->move = create_commands(s->gpu, frame->main_pool);
    frame->scan = create_commands(s->gpu, frame->async_pool);
    frame->scatter = create_commands(s->gpu, frame->main_pool);
}

void simulation_create(struct simulation *s, struct gpu *gpu, uint32_t particles, uint32_t side)
{
    *s = (struct simulation){.gpu = gpu,
                             .particles = particles,
                             .side = side,
                             .cells = side * side,
                             .workgroups = (particles + WORKGROUP_SIZE - 1) / WORKGROUP_SIZE,
                             .moved = create_timeline(gpu),
                             .scanned = create_timeline(gpu),
                             .scattered = create_timeline(gpu)};
    create_pipelines(s);

    const vkscan_plan_params params = {
        .primitive = VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN,
        .op = VKSCAN_OP_ADD,
        .type = VKSCAN_TYPE_U32,
        .capacity = s->cells + 1,
        .access = gpu->options.addresses ? VKSCAN_ACCESS_ADDRESSES : VKSCAN_ACCESS_DESCRIPTOR_SETS};
    vkscan_plan_info info;
    CHECK(vkscan_plan_create(gpu->scans, &params, &s->plan));
    vkscan_plan_get_info(s->plan, &info);

    s->energies = gpu_create_buffer(gpu, s->workgroups * sizeof(float), GPU_MEMORY_DEVICE);
    for (uint32_t i = 0; i < FRAMES_IN_FLIGHT; i++)
        create_buffers(s, &s->frames[i], info.scratch_size);
    for (uint32_t i = 0; i < FRAMES_IN_FLIGHT; i++)
        create_frame(s, &s->frames[i], &s->frames[(i + FRAMES_IN_FLIGHT - 1) % FRAMES_IN_FLIGHT]);
    s->staging = gpu_create_buffer(
        gpu, 2 * s->frames[0].particles.size + s->frames[0].prefixes.size + s->energies.size,
        GPU_MEMORY_HOST);
}

/* The order is the opposite of the creation's; whatever was submitted is complete. */
void simulation_destroy(struct simulation *s)
{
    const VkDevice device = s->gpu->device;

    for (uint32_t i = 0; i < FRAMES_IN_FLIGHT; i++) {
        vkDestroyCommandPool(device, s->frames[i].async_pool, NULL);
        vkDestroyCommandPool(device, s->frames[i].main_pool, NULL);
        vkscan_binding_destroy(s->frames[i].binding);
    }
    vkscan_plan_destroy(s->plan);
    destroy_pipelines(s);
    vkDestroySemaphore(device, s->scattered, NULL);
    vkDestroySemaphore(device, s->scanned, NULL);
    vkDestroySemaphore(device, s->moved, NULL);
}
