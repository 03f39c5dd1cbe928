/* SPDX-License-Identifier: MIT */
#include "simulation.h"

#include "move.h"
#include "scatter.h"

static VkPipeline create_pipeline(const struct simulation *s, const uint32_t *code, size_t size)
{
    const VkShaderModuleCreateInfo module_info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = size, .pCode = code};
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .pName = "main"},
        .layout = s->layout};
    VkPipeline pipeline;

    CHECK(vkCreateShaderModule(s->gpu->device, &module_info, NULL, &info.stage.module));
    CHECK(vkCreateComputePipelines(s->gpu->device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline));
    vkDestroyShaderModule(s->gpu->device, info.stage.module, NULL);
    return pipeline;
}

/* One layout for both shaders. Of a set, what a shader does not name need not be written. */
static void create_pipelines(struct simulation *s)
{
    VkDescriptorSetLayoutBinding bindings[BINDING_COUNT];
    for (uint32_t i = 0; i < BINDING_COUNT; i++)
        bindings[i] =
            (VkDescriptorSetLayoutBinding){.binding = i,
                                           .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                           .descriptorCount = 1,
                                           .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
    const VkDescriptorSetLayoutCreateInfo set_info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = BINDING_COUNT,
        .pBindings = bindings};
    CHECK(vkCreateDescriptorSetLayout(s->gpu->device, &set_info, NULL, &s->set_layout));

    const VkPushConstantRange push = {.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT,
                                      .size = sizeof(struct step)};
    const VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                             .setLayoutCount = 1,
                                             .pSetLayouts = &s->set_layout,
                                             .pushConstantRangeCount = 1,
                                             .pPushConstantRanges = &push};
    CHECK(vkCreatePipelineLayout(s->gpu->device, &info, NULL, &s->layout));
    s->move = create_pipeline(s, move_spirv, sizeof(move_spirv));
    s->scatter = create_pipeline(s, scatter_spirv, sizeof(scatter_spirv));

    const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                       2 * FRAMES_IN_FLIGHT * BINDING_COUNT};
    const VkDescriptorPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                             .maxSets = 2 * FRAMES_IN_FLIGHT,
                                             .poolSizeCount = 1,
                                             .pPoolSizes = &size};
    CHECK(vkCreateDescriptorPool(s->gpu->device, &pool, NULL, &s->descriptors));
}

static VkDescriptorSet create_set(const struct simulation *s, const struct buffer *const *buffers,
                                  uint32_t count)
{
    const VkDescriptorSetAllocateInfo info = {.sType =
                                                  VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                              .descriptorPool = s->descriptors,
                                              .descriptorSetCount = 1,
                                              .pSetLayouts = &s->set_layout};
    VkDescriptorSet set;

    CHECK(vkAllocateDescriptorSets(s->gpu->device, &info, &set));
    for (uint32_t i = 0; i < count; i++) {
        const VkDescriptorBufferInfo range = {buffers[i]->handle, 0, VK_WHOLE_SIZE};
        const VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                            .dstSet = set,
                                            .dstBinding = i,
                                            .descriptorCount = 1,
                                            .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                            .pBufferInfo = &range};
        vkUpdateDescriptorSets(s->gpu->device, 1, &write, 0, NULL);
    }
    return set;
}

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

static void create_buffers(struct simulation *s, struct frame *frame, const vkscan_plan_info *info)
{
    const VkBufferUsageFlags storage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
                             to = VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                             from = VK_BUFFER_USAGE_TRANSFER_SRC_BIT,
                             address = s->gpu->options.addresses
                                           ? VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT
                                           : 0;
    const VkDeviceSize particles = s->particles * sizeof(struct particle);
    const VkDeviceSize words = (s->cells + 1) * sizeof(uint32_t);

    frame->particles = gpu_create_buffer(s->gpu, particles, storage | to | from, GPU_MEMORY_DEVICE);
    frame->counts = gpu_create_buffer(s->gpu, words, storage | to | address, GPU_MEMORY_DEVICE);
    frame->prefixes = gpu_create_buffer(s->gpu, words, storage | from | address, GPU_MEMORY_DEVICE);
    frame->sorted = gpu_create_buffer(s->gpu, particles, storage | from, GPU_MEMORY_DEVICE);
    frame->scratch =
        gpu_create_buffer(s->gpu, info->scratch_size, info->scratch_usage, GPU_MEMORY_DEVICE);
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

    frame->scanned = (vkscan_binding_params){.source = whole(&frame->counts),
                                             .destination = whole(&frame->prefixes),
                                             .scratch = whole(&frame->scratch)};
    if (!s->gpu->options.addresses)
        CHECK(vkscan_binding_create(s->plan, &frame->scanned, &frame->binding));
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

    s->energies = gpu_create_buffer(
        gpu, s->workgroups * sizeof(float),
        VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT, GPU_MEMORY_DEVICE);
    for (uint32_t i = 0; i < FRAMES_IN_FLIGHT; i++)
        create_buffers(s, &s->frames[i], &info);
    for (uint32_t i = 0; i < FRAMES_IN_FLIGHT; i++)
        create_frame(s, &s->frames[i], &s->frames[(i + FRAMES_IN_FLIGHT - 1) % FRAMES_IN_FLIGHT]);
    s->staging = gpu_create_buffer(
        gpu, 2 * s->frames[0].particles.size + s->frames[0].prefixes.size + s->energies.size,
        VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT, GPU_MEMORY_HOST);
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
    vkDestroyDescriptorPool(device, s->descriptors, NULL);
    vkDestroyPipeline(device, s->scatter, NULL);
    vkDestroyPipeline(device, s->move, NULL);
    vkDestroyPipelineLayout(device, s->layout, NULL);
    vkDestroyDescriptorSetLayout(device, s->set_layout, NULL);
    vkDestroySemaphore(device, s->scattered, NULL);
    vkDestroySemaphore(device, s->scanned, NULL);
    vkDestroySemaphore(device, s->moved, NULL);
}
