// SPDX-License-Identifier: MIT
// A running sum by vkscan.hpp, whose objects are moved, refused and destroyed on the way.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <type_traits>
#if __cplusplus >= 202002L
#include <span>
#endif

#include <vulkan/vulkan.h>

#include <vkscan/vkscan.hpp>

static_assert(!std::is_copy_constructible_v<vkscan::plan>);
static_assert(std::is_nothrow_move_assignable_v<vkscan::binding>);
static_assert(vkscan::sized<vkscan_sort_params>(VKSCAN_PRIMITIVE_SORT).primitive ==
              VKSCAN_PRIMITIVE_SORT);

static void check(bool holds, const char *what)
{
    if (!holds) {
        std::fprintf(stderr, "%s\n", what);
        std::exit(EXIT_FAILURE);
    }
}
#define CHECK(condition) check((condition), #condition)

static constexpr uint32_t COUNT = 1000;

int main()
{
    VkApplicationInfo application{VK_STRUCTURE_TYPE_APPLICATION_INFO};
    application.apiVersion = VK_API_VERSION_1_1;
    VkInstanceCreateInfo instance_info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    instance_info.pApplicationInfo = &application;
    auto params = vkscan::sized<vkscan_context_params>();
    params.get_instance_proc_addr = vkGetInstanceProcAddr;
    uint32_t one = 1;
    CHECK(vkCreateInstance(&instance_info, nullptr, &params.instance) == VK_SUCCESS);
    CHECK(vkEnumeratePhysicalDevices(params.instance, &one, &params.physical_device) >= 0);
    const float priority = 1;
    VkDeviceQueueCreateInfo queue_info{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    queue_info.queueCount = 1;
    queue_info.pQueuePriorities = &priority;
    VkDeviceCreateInfo device_info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
    device_info.queueCreateInfoCount = 1;
    device_info.pQueueCreateInfos = &queue_info;
    CHECK(!vkCreateDevice(params.physical_device, &device_info, nullptr, &params.device));

    vkscan::context context;
    vkscan::plan plan, moved;
    vkscan::binding binding;
    auto what = vkscan::sized<vkscan_plan_params>();
    what.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN;
    what.type = VKSCAN_TYPE_U32;
    what.capacity = COUNT;
    CHECK(plan.create(context, what) == VK_ERROR_VALIDATION_FAILED_EXT && !plan);
    CHECK(context.create(params) == VK_SUCCESS);
    CHECK(moved.create(context, what) == VK_SUCCESS);
    plan = std::move(moved);
    CHECK(plan && !moved);
    vkscan_plan *const kept = plan.get();
    CHECK(plan.create(context, vkscan::sized<vkscan_plan_params>()) < 0 && plan.get() == kept);
    vkscan_plan_info info;
    CHECK(plan.get_info(info) == VK_SUCCESS && info.scratch_size > 0);

    VkBufferCreateInfo buffer_info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    buffer_info.size = 4096 + info.scratch_size;
    buffer_info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    VkBuffer buffer;
    CHECK(vkCreateBuffer(params.device, &buffer_info, nullptr, &buffer) == VK_SUCCESS);
    VkMemoryRequirements needs;
    VkPhysicalDeviceMemoryProperties types;
    vkGetBufferMemoryRequirements(params.device, buffer, &needs);
    vkGetPhysicalDeviceMemoryProperties(params.physical_device, &types);
    VkMemoryAllocateInfo allocation{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    allocation.allocationSize = needs.size;
    while (!(types.memoryTypes[allocation.memoryTypeIndex].propertyFlags &
             VK_MEMORY_PROPERTY_HOST_COHERENT_BIT))
        allocation.memoryTypeIndex++;
    VkDeviceMemory memory;
    void *mapped;
    CHECK(vkAllocateMemory(params.device, &allocation, nullptr, &memory) == VK_SUCCESS);
    CHECK(vkBindBufferMemory(params.device, buffer, memory, 0) == VK_SUCCESS);
    CHECK(vkMapMemory(params.device, memory, 0, VK_WHOLE_SIZE, 0, &mapped) == VK_SUCCESS);
    uint32_t *data = static_cast<uint32_t *>(mapped);
    for (uint32_t i = 0; i < buffer_info.size / sizeof(*data); i++)
        data[i] = i < COUNT ? 1 : 0;

    std::array<vkscan_port_buffer, 3> buffers{};
    const vkscan_port ports[] = {VKSCAN_PORT_SOURCE, VKSCAN_PORT_DESTINATION, VKSCAN_PORT_SCRATCH};
    for (std::size_t i = 0; i < buffers.size(); i++) {
        buffers[i].port = ports[i];
        buffers[i].buffer.buffer = buffer;
        buffers[i].buffer.offset = i < 2 ? 0 : 4096;
        buffers[i].buffer.size = i < 2 ? COUNT * sizeof(*data) : info.scratch_size;
    }
    CHECK(binding.create(plan, {buffers[0], buffers[1], buffers[2]}) == VK_SUCCESS);
    binding.reset();
#if __cplusplus >= 202002L
    CHECK(binding.create(plan, std::span(buffers)) == VK_SUCCESS);
#else
    CHECK(binding.create(plan, buffers) == VK_SUCCESS);
#endif
    CHECK(binding.create(plan, {{VKSCAN_PORT_SOURCE, 0, {}}}) < 0 && binding);

    VkCommandPoolCreateInfo pool_info{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    VkCommandPool pool;
    CHECK(vkCreateCommandPool(params.device, &pool_info, nullptr, &pool) == VK_SUCCESS);
    VkCommandBufferAllocateInfo commands_info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    commands_info.commandPool = pool;
    commands_info.commandBufferCount = 1;
    VkCommandBuffer commands;
    CHECK(vkAllocateCommandBuffers(params.device, &commands_info, &commands) == VK_SUCCESS);
    VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    CHECK(vkBeginCommandBuffer(commands, &begin) == VK_SUCCESS);
    auto run = vkscan::sized<vkscan_run_params>();
    run.count = COUNT;
    CHECK(plan.run(commands, {{VKSCAN_PORT_SOURCE, 0, {}}}, run) < 0);
    CHECK(binding.run(commands, run) == VK_SUCCESS);
    CHECK(vkEndCommandBuffer(commands) == VK_SUCCESS);
    VkQueue queue;
    vkGetDeviceQueue(params.device, 0, 0, &queue);
    VkSubmitInfo submit{VK_STRUCTURE_TYPE_SUBMIT_INFO};
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &commands;
    CHECK(vkQueueSubmit(queue, 1, &submit, VK_NULL_HANDLE) == VK_SUCCESS);
    CHECK(vkQueueWaitIdle(queue) == VK_SUCCESS);
    CHECK(data[0] == 1 && data[COUNT / 2] == COUNT / 2 + 1 && data[COUNT - 1] == COUNT);

    binding.reset();
    plan.reset();
    context.reset();
    vkDestroyCommandPool(params.device, pool, nullptr);
    vkDestroyBuffer(params.device, buffer, nullptr);
    vkFreeMemory(params.device, memory, nullptr);
    vkDestroyDevice(params.device, nullptr);
    vkDestroyInstance(params.instance, nullptr);
}
