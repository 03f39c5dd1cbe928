/* SPDX-License-Identifier: MIT */
#include "run.h"
#include "simulation.h"

#include "move.h"
#include "scatter.h"

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

/* Frames share the plan, which nothing changes, but no binding: that is tied to its buffers. */
static void create_frame(struct simulation *s, struct frame *frame, const struct frame *before)
{
    const struct buffer *move[] = {&before->particles, &frame->particles, &frame->counts,
                                   &s->energies};
    const struct buffer *scatter[] = {&frame->particles, &frame->sorted, &frame->prefixes};

    frame->scan_buffers[0] =
        (vkscan_port_buffer){VKSCAN_PORT_SOURCE, 0, run_buffer(&frame->counts)};
    frame->scan_buffers[1] =
        (vkscan_port_buffer){VKSCAN_PORT_DESTINATION, 0, run_buffer(&frame->prefixes)};
    frame->scan_buffers[2] =
        (vkscan_port_buffer){VKSCAN_PORT_SCRATCH, 0, run_buffer(&frame->scratch)};
    if (!s->gpu->options.addresses)
        CHECK(vkscan_binding_create(s->plan, frame->scan_buffers, 3, &frame->binding));
    frame->move_set = gpu_create_set(s->gpu, &s->layout, move, 4);
    frame->scatter_set = gpu_create_set(s->gpu, &s->layout, scatter, 3);
    /* A pool of one queue family each, reset as a whole when the frame's turn comes again. */
    frame->main_pool = gpu_create_pool(s->gpu, &s->gpu->main);
    frame->async_pool = gpu_create_pool(s->gpu, &s->gpu->async);
    frame->move = gpu_create_commands(s->gpu, frame->main_pool);
    frame->scan = gpu_create_commands(s->gpu, frame->async_pool);
    frame->scatter = gpu_create_commands(s->gpu, frame->main_pool);
}

void simulation_create(struct simulation *s, struct gpu *gpu, uint32_t particles, uint32_t side)
{
    *s = (struct simulation){.gpu = gpu,
                             .particles = particles,
                             .side = side,
                             .cells = side * side,
                             .workgroups = (particles + WORKGROUP_SIZE - 1) / WORKGROUP_SIZE,
                             .moved = gpu_create_timeline(gpu),
                             .scanned = gpu_create_timeline(gpu),
                             .scattered = gpu_create_timeline(gpu)};
    gpu_create_layout(gpu, &s->layout, VK_SHADER_STAGE_COMPUTE_BIT, BINDING_COUNT,
                      sizeof(struct step), 2 * FRAMES_IN_FLIGHT);
    s->move = gpu_create_kernel(gpu, &s->layout, move_spirv, sizeof(move_spirv));
    s->scatter = gpu_create_kernel(gpu, &s->layout, scatter_spirv, sizeof(scatter_spirv));

    const vkscan_plan_params params = {
        .struct_size = sizeof(vkscan_plan_params),
        .primitive = VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN,
        .op = VKSCAN_OP_ADD,
        .type = VKSCAN_TYPE_U32,
        .capacity = s->cells + 1,
        .access = gpu->options.addresses ? VKSCAN_ACCESS_ADDRESSES : VKSCAN_ACCESS_DESCRIPTOR_SETS};
    vkscan_plan_info info = {.struct_size = sizeof(info)};
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
    vkDestroyPipeline(device, s->scatter, NULL);
    vkDestroyPipeline(device, s->move, NULL);
    gpu_destroy_layout(s->gpu, &s->layout);
    vkDestroySemaphore(device, s->scattered, NULL);
    vkDestroySemaphore(device, s->scanned, NULL);
    vkDestroySemaphore(device, s->moved, NULL);
}
