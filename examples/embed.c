/* SPDX-License-Identifier: MIT */
/*
 * Embedding vkscan: a sum and a prefix sum of a million numbers, with a device, memory and a
 * command buffer of one's own. An engine has the first half of main() already.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <vulkan/vulkan.h>

#include <vkscan/vkscan.h>

#define COUNT 1000000u
#define CHECK(call)                                                                                \
    do {                                                                                           \
        const VkResult result = (call);                                                            \
        if (result != VK_SUCCESS) {                                                                \
            fprintf(stderr, "%s: VkResult %d\n", #call, (int)result);                              \
            exit(EXIT_FAILURE);                                                                    \
        }                                                                                          \
    } while (0)

static VkPhysicalDevice gpu;
static uint32_t queue_family; /* one that computes */
static VkDevice device;

static void VKAPI_CALL say(void *user, const vkscan_message *message)
{
    (void)user;
    fprintf(stderr, "vkscan: %s (VkResult %d)\n", message->text, (int)message->result);
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

/* A mapped buffer; *mapped stays valid until the memory is freed. */
static VkBuffer create_buffer(VkDeviceSize size, VkDeviceMemory *memory, void **mapped)
{
    const VkMemoryPropertyFlags wanted =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                     .size = size,
                                     .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
    VkPhysicalDeviceMemoryProperties types;
    VkMemoryRequirements needs;
    VkBuffer buffer;
    uint32_t type = 0;

    CHECK(vkCreateBuffer(device, &info, NULL, &buffer));
    vkGetBufferMemoryRequirements(device, buffer, &needs);
    vkGetPhysicalDeviceMemoryProperties(gpu, &types);
    while (!(needs.memoryTypeBits & 1u << type) ||
           (types.memoryTypes[type].propertyFlags & wanted) != wanted)
        type++; /* Vulkan promises that there is one */
    const VkMemoryAllocateInfo allocation = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                             .allocationSize = needs.size,
                                             .memoryTypeIndex = type};
    CHECK(vkAllocateMemory(device, &allocation, NULL, memory));
    CHECK(vkBindBufferMemory(device, buffer, *memory, 0));
    CHECK(vkMapMemory(device, *memory, 0, VK_WHOLE_SIZE, 0, mapped));
    return buffer;
}

/* A plan of u32 additions, its scratch, and its binding to two buffers; what its runs do, for
 * barriers. */
struct job {
    vkscan_plan *plan;
    vkscan_binding *binding;
    VkBuffer scratch;
    VkDeviceMemory scratch_memory;
    vkscan_port_info used;
};

static struct job prepare(vkscan_context *context, vkscan_primitive primitive, vkscan_buffer source,
                          vkscan_buffer destination)
{
    const vkscan_plan_params params = {.struct_size = sizeof(vkscan_plan_params),
                                       .primitive = primitive,
                                       .op = VKSCAN_OP_ADD,
                                       .type = VKSCAN_TYPE_U32,
                                       .capacity = COUNT};
    struct job job = {.used = {.struct_size = sizeof(job.used)}};
    vkscan_plan_info info = {.struct_size = sizeof(info)};
    void *mapped;

    CHECK(vkscan_plan_create(context, &params, &job.plan));
    vkscan_plan_get_info(job.plan, &info);
    vkscan_plan_get_port(job.plan, VKSCAN_PORT_SCRATCH, &job.used); /* includes the other ports' */
    job.scratch = create_buffer(info.scratch_size, &job.scratch_memory, &mapped);
    memset(mapped, 0, info.scratch_zeroed); /* once; runs leave it ready for the next one */
    const vkscan_port_buffer buffers[] = {
        {VKSCAN_PORT_SOURCE, 0, source},
        {VKSCAN_PORT_DESTINATION, 0, destination},
        {VKSCAN_PORT_SCRATCH, 0, {.buffer = job.scratch, .size = info.scratch_size}},
    };
    CHECK(vkscan_binding_create(job.plan, buffers, 3, &job.binding));
    return job;
}

/* Records a barrier from what a job's runs do to what is done next. */
static void wait_for(VkCommandBuffer commands, const struct job *job, VkPipelineStageFlags2 stages,
                     VkAccessFlags2 access)
{
    const VkMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                     .srcAccessMask = (VkAccessFlags)job->used.access,
                                     .dstAccessMask = (VkAccessFlags)access};

    vkCmdPipelineBarrier(commands, (VkPipelineStageFlags)job->used.stages,
                         (VkPipelineStageFlags)stages, 0, 1, &barrier, 0, NULL, 0, NULL);
}

static void finish(struct job *job)
{
    vkscan_binding_destroy(job->binding);
    vkscan_plan_destroy(job->plan);
    vkDestroyBuffer(device, job->scratch, NULL);
    vkFreeMemory(device, job->scratch_memory, NULL);
}

int main(void)
{
    /* What an engine has: an instance and a device, created with what vkscan can use. */
    const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                           .apiVersion = VK_API_VERSION_1_1};
    const VkInstanceCreateInfo instance_info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                                .pApplicationInfo = &application};
    VkInstance instance;
    uint32_t gpu_count = 1;
    CHECK(vkCreateInstance(&instance_info, NULL, &instance));
    if (vkEnumeratePhysicalDevices(instance, &gpu_count, &gpu) < 0 || gpu_count == 0) {
        fprintf(stderr, "no Vulkan device\n");
        return EXIT_FAILURE;
    }

    queue_family = find_queue_family();
    vkscan_device_info info = {.struct_size = sizeof(info)};
    vkscan_device_features features = {.struct_size = sizeof(features)};
    vkscan_context_params params = {.struct_size = sizeof(vkscan_context_params),
                                    .message = say,
                                    .instance = instance,
                                    .physical_device = gpu,
                                    .get_instance_proc_addr = vkGetInstanceProcAddr};
    CHECK(vkscan_query_device(&params, &info));
    CHECK(vkscan_query_features(&params, &features));

    const float priority = 1;
    const VkDeviceQueueCreateInfo queue_info = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                                .queueFamilyIndex = queue_family,
                                                .queueCount = 1,
                                                .pQueuePriorities = &priority};
    const VkDeviceCreateInfo device_info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                            .pNext = &features.features,
                                            .queueCreateInfoCount = 1,
                                            .pQueueCreateInfos = &queue_info,
                                            .enabledExtensionCount = info.extension_count,
                                            .ppEnabledExtensionNames = info.extensions};
    VkQueue queue;
    CHECK(vkCreateDevice(gpu, &device_info, NULL, &device));
    vkGetDeviceQueue(device, queue_family, 0, &queue);

    VkDeviceMemory data_memory, sum_memory;
    uint32_t *data, *sum;
    const VkDeviceSize size = COUNT * sizeof(uint32_t);
    const VkBuffer data_buffer = create_buffer(size, &data_memory, (void **)&data);
    const VkBuffer sum_buffer = create_buffer(sizeof(*sum), &sum_memory, (void **)&sum);
    for (uint32_t i = 0; i < COUNT; i++)
        data[i] = i % 10;

    /* vkscan: context, plans, bindings. The scan runs in place. */
    vkscan_context *context;
    params.device = device;
    params.enabled_features = &features.features;
    CHECK(vkscan_context_create(&params, &context));
    const vkscan_buffer data_range = {.buffer = data_buffer, .size = size};
    const vkscan_buffer sum_range = {.buffer = sum_buffer, .size = sizeof(*sum)};
    struct job reduce = prepare(context, VKSCAN_PRIMITIVE_REDUCE, data_range, sum_range);
    struct job scan = prepare(context, VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, data_range, data_range);

    /* Recorded into a command buffer of the engine's. The scan overwrites what the reduction
     * reads, so a barrier stands between; the one behind makes the results visible to the CPU. */
    const VkCommandPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                               .queueFamilyIndex = queue_family};
    VkCommandPool pool;
    CHECK(vkCreateCommandPool(device, &pool_info, NULL, &pool));
    const VkCommandBufferAllocateInfo commands_info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = pool,
        .commandBufferCount = 1};
    const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    VkCommandBuffer commands;
    CHECK(vkAllocateCommandBuffers(device, &commands_info, &commands));
    CHECK(vkBeginCommandBuffer(commands, &begin));
    const vkscan_run_params all = {.struct_size = sizeof(all), .count = COUNT};
    CHECK(vkscan_cmd_run(reduce.binding, commands, &all));
    wait_for(commands, &reduce, scan.used.stages, scan.used.access);
    CHECK(vkscan_cmd_run(scan.binding, commands, &all));
    wait_for(commands, &scan, VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
    CHECK(vkEndCommandBuffer(commands));

    const VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                                 .commandBufferCount = 1,
                                 .pCommandBuffers = &commands};
    CHECK(vkQueueSubmit(queue, 1, &submit, VK_NULL_HANDLE));
    CHECK(vkQueueWaitIdle(queue));
    printf("sum %u, last prefix %u\n", *sum, data[COUNT - 1]);
    const int status = *sum == 4500000 && data[COUNT - 1] == *sum ? EXIT_SUCCESS : EXIT_FAILURE;

    finish(&reduce);
    finish(&scan);
    vkscan_context_destroy(context);
    vkDestroyCommandPool(device, pool, NULL);
    vkDestroyBuffer(device, data_buffer, NULL);
    vkDestroyBuffer(device, sum_buffer, NULL);
    vkFreeMemory(device, data_memory, NULL);
    vkFreeMemory(device, sum_memory, NULL);
    vkDestroyDevice(device, NULL);
    vkDestroyInstance(instance, NULL);
    return status;
}
