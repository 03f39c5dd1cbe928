/* SPDX-License-Identifier: MIT */
#include "gpu.h"

#include "progress.h"

#define MAX_FAMILIES 16

void gpu_fail(const char *message)
{
    progress_end();
    fprintf(stderr, "gpu: %s\n", message);
    exit(EXIT_FAILURE);
}

void gpu_has_no_device(void)
{
    fprintf(stderr, "gpu: no Vulkan device\n");
    exit(77); /* which tests take as a skip */
}

static void VKAPI_CALL on_error(void *user, const vkscan_message *message)
{
    (void)user;
    fprintf(stderr, "vkscan: %s (VkResult %d)\n", message->text, (int)message->result);
}

/* The first family that has all of `with` and none of `without`; else `otherwise`. */
static uint32_t find_family(const VkQueueFamilyProperties *families, uint32_t count,
                            VkQueueFlags with, VkQueueFlags without, uint32_t otherwise)
{
    for (uint32_t i = 0; i < count; i++)
        if ((families[i].queueFlags & with) == with && !(families[i].queueFlags & without))
            return i;
    return otherwise;
}

static void choose_device(struct gpu *gpu)
{
    uint32_t count = 1;

    if (vkEnumeratePhysicalDevices(gpu->instance, &count, &gpu->physical) < 0 || count == 0)
        gpu_has_no_device();
    vkGetPhysicalDeviceMemoryProperties(gpu->physical, &gpu->memory);
    vkGetPhysicalDeviceProperties(gpu->physical, &gpu->properties);
    if (gpu->properties.apiVersion < VK_API_VERSION_1_2)
        gpu_fail("the device is below Vulkan 1.2, so may have no timeline semaphores");
}

/*
 * The device, with two queues: of two families if there are two, else of one if that has two, else
 * the same one twice. Nothing else in this program depends on which it is.
 */
static void create_device(struct gpu *gpu, const void *features, uint32_t extension_count,
                          const char *const *extensions)
{
    const float priorities[2] = {1, 1};
    VkQueueFamilyProperties families[MAX_FAMILIES];
    uint32_t count = MAX_FAMILIES;

    vkGetPhysicalDeviceQueueFamilyProperties(gpu->physical, &count, families);
    const uint32_t compute = find_family(families, count, VK_QUEUE_COMPUTE_BIT, 0, 0);
    gpu->main.family =
        find_family(families, count, VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT, 0, compute);
    gpu->draws = families[gpu->main.family].queueFlags & VK_QUEUE_GRAPHICS_BIT;
    gpu->async.family =
        find_family(families, count, VK_QUEUE_COMPUTE_BIT, VK_QUEUE_GRAPHICS_BIT, gpu->main.family);
    const bool one_family = gpu->main.family == gpu->async.family;
    const uint32_t second = one_family && families[gpu->main.family].queueCount > 1;

    const VkDeviceQueueCreateInfo queues[2] = {{.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                                .queueFamilyIndex = gpu->main.family,
                                                .queueCount = 1 + second,
                                                .pQueuePriorities = priorities},
                                               {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                                .queueFamilyIndex = gpu->async.family,
                                                .queueCount = 1,
                                                .pQueuePriorities = priorities}};
    const VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                     .pNext = features,
                                     .queueCreateInfoCount = one_family ? 1 : 2,
                                     .pQueueCreateInfos = queues,
                                     .enabledExtensionCount = extension_count,
                                     .ppEnabledExtensionNames = extensions};
    CHECK(vkCreateDevice(gpu->physical, &info, NULL, &gpu->device));
    vkGetDeviceQueue(gpu->device, gpu->main.family, 0, &gpu->main.handle);
    vkGetDeviceQueue(gpu->device, gpu->async.family, second, &gpu->async.handle);
}

void gpu_create(struct gpu *gpu, const struct gpu_options *options)
{
    *gpu = (struct gpu){.options = *options};
    gpu_create_instance(gpu);
    choose_device(gpu);

    /* vkscan says which extensions it would like, and sets in our features what it would use. */
    vkscan_device_info info = {.struct_size = sizeof(info)};
    vkscan_context_params params = {.struct_size = sizeof(vkscan_context_params),
                                    .instance = gpu->instance,
                                    .physical_device = gpu->physical,
                                    .get_instance_proc_addr = vkGetInstanceProcAddr,
                                    .message = on_error};
    CHECK(vkscan_query_device(&params, &info));
    gpu->capabilities = info.capabilities;
    if (options->addresses && !(info.capabilities & VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS_BIT))
        gpu_fail("the device has no buffer addresses");
    VkPhysicalDeviceVulkan13Features of_1_3 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
    VkPhysicalDeviceVulkan12Features of_1_2 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
        .pNext = gpu->properties.apiVersion >= VK_API_VERSION_1_3 ? &of_1_3 : NULL,
        .timelineSemaphore = VK_TRUE};
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                          .pNext = &of_1_2};
    CHECK(vkscan_enable_features(&params, &features));
    create_device(gpu, &features, info.extension_count, info.extensions);

    params.device = gpu->device;
    params.enabled_features = &features;
    CHECK(vkscan_context_create(&params, &gpu->scans));
}

void gpu_destroy(struct gpu *gpu)
{
    vkscan_context_destroy(gpu->scans);
    gpu_free_memory(gpu);
    vkDestroyDevice(gpu->device, NULL);
    gpu_destroy_instance(gpu);
}
