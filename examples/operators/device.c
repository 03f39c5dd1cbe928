/* SPDX-License-Identifier: MIT */
#include "device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        const VkResult result = (call);                                                            \
        if (result != VK_SUCCESS) {                                                                \
            fprintf(stderr, "%s: VkResult %d\n", #call, (int)result);                              \
            exit(EXIT_FAILURE);                                                                    \
        }                                                                                          \
    } while (0)

static VkInstance instance;
static VkPhysicalDevice gpu;
static VkDevice device;
static VkQueue queue;
static VkCommandPool pool;
static vkscan_context *context;

static void say(void *user, VkResult result, const char *message)
{
    (void)user;
    fprintf(stderr, "vkscan: %s (VkResult %d)\n", message, (int)result);
}

static uint32_t find_queue_family(void)
{
    VkQueueFamilyProperties families[16];
    uint32_t count = 16, i = 0;

    vkGetPhysicalDeviceQueueFamilyProperties(gpu, &count, families);
    while (i + 1 < count && !(families[i].queueFlags & VK_QUEUE_COMPUTE_BIT))
        i++;
    return i;
}

static void open_instance(void)
{
    const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                           .apiVersion = VK_API_VERSION_1_3};
    const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                       .pApplicationInfo = &application};
    uint32_t count = 1;

    if (vkCreateInstance(&info, NULL, &instance) != VK_SUCCESS)
        exit(77);
    vkEnumeratePhysicalDevices(instance, &count, &gpu);
    if (count == 0)
        exit(77);
}

void device_open(void)
{
    vkscan_context_params params = {.struct_size = sizeof(vkscan_context_params),
                                    .get_instance_proc_addr = vkGetInstanceProcAddr,
                                    .message = say};
    vkscan_device_info info = {.struct_size = sizeof(info)};
    vkscan_device_features features = {.struct_size = sizeof(features)};
    const float priority = 1;

    open_instance();
    params.instance = instance;
    params.physical_device = gpu;
    CHECK(vkscan_query_device(&params, &info));
    CHECK(vkscan_query_features(&params, &features));
    const uint32_t family = find_queue_family();
    const VkDeviceQueueCreateInfo queues = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                            .queueFamilyIndex = family,
                                            .queueCount = 1,
                                            .pQueuePriorities = &priority};
    const VkDeviceCreateInfo device_info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                            .pNext = &features.features,
                                            .queueCreateInfoCount = 1,
                                            .pQueueCreateInfos = &queues,
                                            .enabledExtensionCount = info.extension_count,
                                            .ppEnabledExtensionNames = info.extensions};
    CHECK(vkCreateDevice(gpu, &device_info, NULL, &device));
    vkGetDeviceQueue(device, family, 0, &queue);
    CHECK(vkCreateCommandPool(
        device,
        &(VkCommandPoolCreateInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                   .queueFamilyIndex = family},
        NULL, &pool));
    params.device = device;
    params.enabled_features = &features.features;
    params.enabled_extensions = info.extensions;
    params.enabled_extension_count = info.extension_count;
    CHECK(vkscan_context_create(&params, &context));
}

void device_close(void)
{
    vkscan_context_destroy(context);
    vkDestroyCommandPool(device, pool, NULL);
    vkDestroyDevice(device, NULL);
    vkDestroyInstance(instance, NULL);
}

struct buffer device_buffer(VkDeviceSize size)
{
    const VkMemoryPropertyFlags wanted =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                     .size = size,
                                     .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
    struct buffer out = {.size = size};
    VkPhysicalDeviceMemoryProperties types;
    VkMemoryRequirements needs;
    uint32_t type = 0;

    CHECK(vkCreateBuffer(device, &info, NULL, &out.buffer));
    vkGetBufferMemoryRequirements(device, out.buffer, &needs);
    vkGetPhysicalDeviceMemoryProperties(gpu, &types);
    while (!(needs.memoryTypeBits >> type & 1) ||
           (types.memoryTypes[type].propertyFlags & wanted) != wanted)
        type++;
    const VkMemoryAllocateInfo memory = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                         .allocationSize = needs.size,
                                         .memoryTypeIndex = type};
    CHECK(vkAllocateMemory(device, &memory, NULL, &out.memory));
    CHECK(vkBindBufferMemory(device, out.buffer, out.memory, 0));
    CHECK(vkMapMemory(device, out.memory, 0, VK_WHOLE_SIZE, 0, &out.mapped));
    return out;
}

void device_free(struct buffer *buffer)
{
    vkDestroyBuffer(device, buffer->buffer, NULL);
    vkFreeMemory(device, buffer->memory, NULL);
}

struct computation device_plan(const vkscan_plan_params *params)
{
    struct computation computation = {0};
    vkscan_plan_info info = {.struct_size = sizeof(info)};

    CHECK(vkscan_plan_create(context, params, &computation.plan));
    vkscan_plan_get_info(computation.plan, &info);
    computation.scratch = device_buffer(info.scratch_size);
    memset(computation.scratch.mapped, 0, info.scratch_zeroed);
    return computation;
}

void device_destroy(struct computation *computation)
{
    vkscan_plan_destroy(computation->plan);
    device_free(&computation->scratch);
}

static vkscan_buffer whole(const struct buffer *buffer)
{
    return (vkscan_buffer){.buffer = buffer->buffer, .size = buffer->size};
}

static void submit(VkCommandBuffer commands)
{
    const VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                               .commandBufferCount = 1,
                               .pCommandBuffers = &commands};

    CHECK(vkEndCommandBuffer(commands));
    CHECK(vkQueueSubmit(queue, 1, &info, VK_NULL_HANDLE));
    CHECK(vkQueueWaitIdle(queue));
    vkFreeCommandBuffers(device, pool, 1, &commands);
}

void device_run(const struct computation *computation, const struct buffer *source,
                const struct buffer *destination, uint64_t count, const void *seed)
{
    const VkMemoryBarrier to_host = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                     .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
                                     .dstAccessMask = VK_ACCESS_HOST_READ_BIT};
    const VkCommandBufferAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = pool,
        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
        .commandBufferCount = 1,
    };
    VkCommandBuffer commands;
    vkscan_binding *binding;
    const vkscan_port_buffer buffers[] = {
        {VKSCAN_PORT_SOURCE, whole(source)},
        {VKSCAN_PORT_DESTINATION, whole(destination)},
        {VKSCAN_PORT_SCRATCH, whole(&computation->scratch)},
        {VKSCAN_PORT_NUMBER, computation->number ? whole(computation->number) : (vkscan_buffer){0}},
    };
    const vkscan_run_params run = {.struct_size = sizeof(run), .count = count, .seed = seed};

    CHECK(vkscan_binding_create(computation->plan, buffers, 4, &binding));
    CHECK(vkAllocateCommandBuffers(device, &info, &commands));
    CHECK(vkBeginCommandBuffer(
        commands,
        &(VkCommandBufferBeginInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO}));
    CHECK(vkscan_cmd_run(binding, commands, &run));
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_HOST_BIT,
                         0, 1, &to_host, 0, NULL, 0, NULL);
    submit(commands);
    vkscan_binding_destroy(binding);
}
