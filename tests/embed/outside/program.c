/* SPDX-License-Identifier: MIT */
/*
 * A program outside the repository, in C11 and in C++20: an inclusive scan in place on the first
 * device, checked. Exits with 77, a skip, where there is none. Vulkan's functions come from the
 * loader, from volk (WITH_VOLK), or from a table of its own (WITH_OWN).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(WITH_VOLK)
#define VOLK_IMPLEMENTATION
#include <volk.h>
#elif defined(WITH_OWN)
#include "own.h"
#else
#include <vulkan/vulkan.h>
#endif

#include <vkscan/vkscan.h>

#define COUNT 100000u
#ifdef __cplusplus
#define NOTHING
#else
#define NOTHING 0
#endif
#define CHECK(call)                                                                                \
    do {                                                                                           \
        const VkResult result_ = (call);                                                           \
        if (result_ != VK_SUCCESS) {                                                               \
            fprintf(stderr, "%s: VkResult %d\n", #call, (int)result_);                             \
            exit(EXIT_FAILURE);                                                                    \
        }                                                                                          \
    } while (0)

static VkInstance instance;
static VkPhysicalDevice gpu;
static VkDevice device;
static uint32_t family;
static vkscan_context_params params;
static vkscan_device_info info;
static vkscan_device_features features;

static void say(void *user, VkResult result, const char *message)
{
    (void)user;
    fprintf(stderr, "vkscan: %s (VkResult %d)\n", message, (int)result);
}

static PFN_vkGetInstanceProcAddr open_vulkan(void)
{
#if defined(WITH_VOLK)
    CHECK(volkInitialize());
    return vkGetInstanceProcAddr;
#elif defined(WITH_OWN)
    return own_open();
#else
    return vkGetInstanceProcAddr;
#endif
}

static void load_functions(void)
{
#if defined(WITH_VOLK)
    volkLoadInstance(instance);
#elif defined(WITH_OWN)
    own_load(instance);
#endif
}

static void create_instance(void)
{
    VkApplicationInfo application = {NOTHING};
    VkInstanceCreateInfo create = {NOTHING};
    uint32_t count = 1;

    params.get_instance_proc_addr = open_vulkan();
    application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
    application.apiVersion = VK_API_VERSION_1_1;
    create.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    create.pApplicationInfo = &application;
    if (vkCreateInstance(&create, NULL, &instance) != VK_SUCCESS)
        exit(77);
    load_functions();
    if (vkEnumeratePhysicalDevices(instance, &count, &gpu) < 0 || count == 0)
        exit(77);
}

static void create_device(void)
{
    const float priority = 1;
    VkQueueFamilyProperties families[16];
    VkDeviceQueueCreateInfo queue = {NOTHING};
    VkDeviceCreateInfo create = {NOTHING};
    uint32_t count = 16;

    vkGetPhysicalDeviceQueueFamilyProperties(gpu, &count, families);
    while (family + 1 < count && !(families[family].queueFlags & VK_QUEUE_COMPUTE_BIT))
        family++;
    params.instance = instance;
    params.physical_device = gpu;
    params.message = say;
    params.struct_size = sizeof(params);
    info.struct_size = sizeof(info);
    features.struct_size = sizeof(features);
    CHECK(vkscan_query_device(&params, &info));
    CHECK(vkscan_query_features(&params, &features));
    queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
    queue.queueFamilyIndex = family;
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    create.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    create.pNext = &features.features;
    create.queueCreateInfoCount = 1;
    create.pQueueCreateInfos = &queue;
    create.enabledExtensionCount = info.extension_count;
    create.ppEnabledExtensionNames = info.extensions;
    CHECK(vkCreateDevice(gpu, &create, NULL, &device));
    params.device = device;
    params.enabled_features = &features.features;
}

/* One allocation for the data and the scratch behind it. */
static VkBuffer create_buffer(VkDeviceSize size, VkDeviceMemory *memory, void **mapped)
{
    const VkMemoryPropertyFlags wanted =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    VkBufferCreateInfo create = {NOTHING};
    VkMemoryAllocateInfo allocate = {NOTHING};
    VkPhysicalDeviceMemoryProperties types;
    VkMemoryRequirements needs;
    VkBuffer buffer;
    uint32_t type = 0;

    create.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    create.size = size;
    create.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    CHECK(vkCreateBuffer(device, &create, NULL, &buffer));
    vkGetBufferMemoryRequirements(device, buffer, &needs);
    vkGetPhysicalDeviceMemoryProperties(gpu, &types);
    while (!(needs.memoryTypeBits & 1u << type) ||
           (types.memoryTypes[type].propertyFlags & wanted) != wanted)
        type++;
    allocate.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
    allocate.allocationSize = needs.size;
    allocate.memoryTypeIndex = type;
    CHECK(vkAllocateMemory(device, &allocate, NULL, memory));
    CHECK(vkBindBufferMemory(device, buffer, *memory, 0));
    CHECK(vkMapMemory(device, *memory, 0, VK_WHOLE_SIZE, 0, mapped));
    return buffer;
}

static void submit(const vkscan_binding *binding)
{
    VkCommandPoolCreateInfo create = {NOTHING};
    VkCommandBufferAllocateInfo allocate = {NOTHING};
    VkCommandBufferBeginInfo begin = {NOTHING};
    vkscan_run_params run = {NOTHING};
    VkMemoryBarrier behind = {NOTHING};
    VkSubmitInfo submission = {NOTHING};
    VkCommandPool pool;
    VkCommandBuffer commands;
    VkQueue queue;

    create.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    create.queueFamilyIndex = family;
    CHECK(vkCreateCommandPool(device, &create, NULL, &pool));
    allocate.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
    allocate.commandPool = pool;
    allocate.commandBufferCount = 1;
    CHECK(vkAllocateCommandBuffers(device, &allocate, &commands));
    begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    CHECK(vkBeginCommandBuffer(commands, &begin));
    run.struct_size = sizeof(run);
    run.count = COUNT;
    CHECK(vkscan_cmd_run(binding, commands, &run));
    behind.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
    behind.srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT;
    behind.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_HOST_BIT,
                         0, 1, &behind, 0, NULL, 0, NULL);
    CHECK(vkEndCommandBuffer(commands));
    submission.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    submission.commandBufferCount = 1;
    submission.pCommandBuffers = &commands;
    vkGetDeviceQueue(device, family, 0, &queue);
    CHECK(vkQueueSubmit(queue, 1, &submission, VK_NULL_HANDLE));
    CHECK(vkQueueWaitIdle(queue));
    vkDestroyCommandPool(device, pool, NULL);
}

/* Scans 0, 1, ..., 9, 0, 1, ...; returns the number of wrong prefixes. */
static uint32_t scan(vkscan_context *context)
{
    vkscan_plan_params what = {NOTHING};
    vkscan_port_buffer buffers[3] = {NOTHING};
    vkscan_plan_info needs = {NOTHING};
    vkscan_plan *plan;
    vkscan_binding *binding;
    VkDeviceMemory memory;
    void *mapped;
    uint32_t wrong = 0, sum = 0;

    what.struct_size = sizeof(what);
    needs.struct_size = sizeof(needs);
    what.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN;
    what.capacity = COUNT;
    CHECK(vkscan_plan_create(context, &what, &plan));
    vkscan_plan_get_info(plan, &needs);
    const VkDeviceSize size = COUNT * sizeof(uint32_t);
    const VkDeviceSize scratch =
        (size + needs.scratch_alignment - 1) & ~(needs.scratch_alignment - 1);
    const VkBuffer buffer = create_buffer(scratch + needs.scratch_size, &memory, &mapped);
    uint32_t *data = (uint32_t *)mapped;
    memset((char *)mapped + scratch, 0, (size_t)needs.scratch_zeroed);
    for (uint32_t i = 0; i < COUNT; i++)
        data[i] = i % 10;
    for (uint32_t i = 0; i < 3; i++) {
        buffers[i].port = (vkscan_port)i;
        buffers[i].buffer.buffer = buffer;
        buffers[i].buffer.size = size;
    }
    buffers[VKSCAN_PORT_SCRATCH].buffer.offset = scratch;
    buffers[VKSCAN_PORT_SCRATCH].buffer.size = needs.scratch_size;
    CHECK(vkscan_binding_create(plan, buffers, 3, &binding));
    submit(binding);
    for (uint32_t i = 0; i < COUNT; i++) {
        sum += i % 10;
        wrong += data[i] != sum;
    }
    printf("%u of %u prefixes wrong, the last is %u\n", wrong, COUNT, data[COUNT - 1]);
    vkscan_binding_destroy(binding);
    vkscan_plan_destroy(plan);
    vkDestroyBuffer(device, buffer, NULL);
    vkFreeMemory(device, memory, NULL);
    return wrong;
}

int main(void)
{
    vkscan_context *context;

    create_instance();
    create_device();
    CHECK(vkscan_context_create(&params, &context));
    const uint32_t wrong = scan(context);
    vkscan_context_destroy(context);
    vkDestroyDevice(device, NULL);
    vkDestroyInstance(instance, NULL);
    return wrong > 0;
}
