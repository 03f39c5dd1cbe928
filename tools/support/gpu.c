/* SPDX-License-Identifier: MIT */
#include "gpu.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VALIDATION_LAYER "VK_LAYER_KHRONOS_validation"
#define ALLOCATION_STEP (64u << 10)
#define MAX_DEVICES 32

#define NO_DEVICE                                                                                  \
    "no Vulkan 1.1 device on this machine; Mesa's software driver is in Debian's "                 \
    "mesa-vulkan-drivers"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

bool gpu_fail(struct gpu *gpu, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(gpu->error, sizeof(gpu->error), format, arguments);
    va_end(arguments);
    return false;
}

static VKAPI_ATTR VkBool32 VKAPI_CALL on_validation(
    VkDebugUtilsMessageSeverityFlagBitsEXT severity, VkDebugUtilsMessageTypeFlagsEXT types,
    const VkDebugUtilsMessengerCallbackDataEXT *data, void *user)
{
    struct gpu *gpu = user;

    (void)severity;
    (void)types;
    gpu->validation_messages++;
    fprintf(stderr, "validation: %s\n", data->pMessage);
    return VK_FALSE;
}

static bool has_layer(const char *name)
{
    VkLayerProperties layers[64];
    uint32_t count = COUNT_OF(layers);

    if (vkEnumerateInstanceLayerProperties(&count, layers) < 0)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(layers[i].layerName, name) == 0)
            return true;
    return false;
}

static bool create_instance(struct gpu *gpu, bool validation)
{
    if (volkInitialize() != VK_SUCCESS)
        return gpu_fail(gpu, "no Vulkan loader (libvulkan.so.1, vulkan-1.dll) on this machine");
    if (validation && !has_layer(VALIDATION_LAYER))
        return gpu_fail(gpu, "the layer " VALIDATION_LAYER " is not installed");

    const VkDebugUtilsMessengerCreateInfoEXT messenger = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
        .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                           VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
        .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
        .pfnUserCallback = on_validation,
        .pUserData = gpu,
    };
    const VkValidationFeatureEnableEXT synchronization =
        VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
    const VkValidationFeaturesEXT features = {
        .sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT,
        .pNext = &messenger,
        .enabledValidationFeatureCount = 1,
        .pEnabledValidationFeatures = &synchronization,
    };
    const char *layer = VALIDATION_LAYER;
    const char *extension = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
    const VkInstanceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
        .pNext = validation ? &features : NULL,
        .pApplicationInfo =
            &(VkApplicationInfo){
                .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                .pApplicationName = "vkscan",
                .apiVersion = VK_API_VERSION_1_2, /* 1.2 has buffer addresses */
            },
        .enabledLayerCount = validation,
        .ppEnabledLayerNames = &layer,
        .enabledExtensionCount = validation,
        .ppEnabledExtensionNames = &extension,
    };
    const VkResult result = vkCreateInstance(&info, NULL, &gpu->instance);
    if (result == VK_ERROR_INCOMPATIBLE_DRIVER)
        return gpu_fail(gpu, NO_DEVICE);
    if (result != VK_SUCCESS)
        return gpu_fail(gpu, "vkCreateInstance failed with VkResult %d", (int)result);
    volkLoadInstanceOnly(gpu->instance);
    if (validation)
        GPU_CHECK(gpu,
                  vkCreateDebugUtilsMessengerEXT(gpu->instance, &messenger, NULL, &gpu->messenger));
    return true;
}

bool gpu_has_extension(VkPhysicalDevice device, const char *name)
{
    uint32_t count = 0;
    bool found = false;

    vkEnumerateDeviceExtensionProperties(device, NULL, &count, NULL);
    VkExtensionProperties *extensions = calloc(count ? count : 1, sizeof(*extensions));
    if (extensions && vkEnumerateDeviceExtensionProperties(device, NULL, &count, extensions) >= 0)
        for (uint32_t i = 0; i < count; i++)
            found = found || strcmp(extensions[i].extensionName, name) == 0;
    free(extensions);
    return found;
}

/* Returns the size of the largest buffer, rounded down, since drivers round allocations up. */
static VkDeviceSize largest_buffer(VkDeviceSize descriptor, VkDeviceSize allocation)
{
    const VkDeviceSize bytes = descriptor < allocation ? descriptor : allocation;

    return bytes - bytes % ALLOCATION_STEP;
}

/* Fills in what is known of a physical device before a VkDevice exists. */
static bool describe(struct gpu *gpu, VkPhysicalDevice device, uint32_t index)
{
    gpu->physical_device = device;
    gpu->index = index;
    gpu->driver = (VkPhysicalDeviceDriverProperties){
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
    VkPhysicalDeviceIDProperties id = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES};
    VkPhysicalDeviceMaintenance3Properties allocation = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES, .pNext = &id};
    VkPhysicalDeviceProperties2 properties = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &allocation};
    if (gpu_has_extension(device, VK_KHR_DRIVER_PROPERTIES_EXTENSION_NAME))
        id.pNext = &gpu->driver;
    vkGetPhysicalDeviceProperties2(device, &properties);
    gpu->properties = properties.properties;
    memcpy(gpu->uuid, id.deviceUUID, sizeof(gpu->uuid));
    vkGetPhysicalDeviceMemoryProperties(device, &gpu->memory);

    const vkscan_context_params params = gpu_context_params(gpu);
    gpu->info.struct_size = sizeof(gpu->info);
    gpu->features.struct_size = sizeof(gpu->features);
    GPU_CHECK(gpu, vkscan_query_device(&params, &gpu->info));
    GPU_CHECK(gpu, vkscan_query_features(&params, &gpu->features));
    gpu->extension_count = gpu->info.extension_count;
    memcpy(gpu->extensions, gpu->info.extensions,
           gpu->extension_count * sizeof(gpu->extensions[0]));
    gpu->largest_buffer =
        largest_buffer(gpu->info.max_buffer_size, allocation.maxMemoryAllocationSize);
    return true;
}

static bool list_devices(struct gpu *gpu, VkPhysicalDevice devices[MAX_DEVICES], uint32_t *count)
{
    *count = MAX_DEVICES;
    if (vkEnumeratePhysicalDevices(gpu->instance, count, devices) < 0)
        *count = 0;

    uint32_t usable = 0;
    for (uint32_t i = 0; i < *count; i++) {
        VkPhysicalDeviceProperties properties;
        vkGetPhysicalDeviceProperties(devices[i], &properties);
        if (properties.apiVersion >= VK_API_VERSION_1_1)
            devices[usable++] = devices[i];
    }
    *count = usable;
    return usable > 0 || gpu_fail(gpu, NO_DEVICE);
}

static bool contains(const char *text, const char *part)
{
    for (; *text; text++) {
        size_t i = 0;
        while (part[i] && tolower((unsigned char)text[i]) == tolower((unsigned char)part[i]))
            i++;
        if (!part[i])
            return true;
    }
    return false;
}

static bool has_uuid(VkPhysicalDevice device, const uint8_t uuid[VK_UUID_SIZE])
{
    VkPhysicalDeviceIDProperties id = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES};

    vkGetPhysicalDeviceProperties2(
        device, &(VkPhysicalDeviceProperties2){
                    .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &id});
    return memcmp(id.deviceUUID, uuid, VK_UUID_SIZE) == 0;
}

static int rank(VkPhysicalDevice device)
{
    static const int ranks[] = {
        [VK_PHYSICAL_DEVICE_TYPE_CPU] = 1,
        [VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU] = 2,
        [VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU] = 3,
        [VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU] = 4,
    };
    VkPhysicalDeviceProperties properties;

    vkGetPhysicalDeviceProperties(device, &properties);
    return (size_t)properties.deviceType < COUNT_OF(ranks) ? ranks[properties.deviceType] : 0;
}

static bool choose_device(struct gpu *gpu, const struct gpu_options *options)
{
    VkPhysicalDevice devices[MAX_DEVICES];
    const char *wanted = options->device;
    uint32_t count, chosen = 0, best[MAX_DEVICES], best_count = 1;

    if (!list_devices(gpu, devices, &count))
        return false;
    if (options->uuid) {
        while (chosen < count && !has_uuid(devices[chosen], options->uuid))
            chosen++;
        if (chosen == count)
            return gpu_fail(gpu, "none of %u Vulkan devices has that UUID", count);
    } else if (wanted) {
        char *end;
        const unsigned long index = strtoul(wanted, &end, 10);
        if (isdigit((unsigned char)wanted[0]) && !*end) {
            if (index >= count)
                return gpu_fail(gpu, "no device %s: this machine has %u, counted from 0", wanted,
                                count);
            chosen = (uint32_t)index;
        } else {
            for (chosen = 0; chosen < count; chosen++) {
                VkPhysicalDeviceProperties properties;
                vkGetPhysicalDeviceProperties(devices[chosen], &properties);
                if (*wanted && contains(properties.deviceName, wanted))
                    break;
            }
            if (chosen == count)
                return gpu_fail(gpu, "no device has \"%s\" in its name; see 'vkscan devices'",
                                wanted);
        }
    } else {
        best[0] = 0;
        for (uint32_t i = 1; i < count; i++) {
            if (rank(devices[i]) > rank(devices[best[0]]))
                best_count = 0;
            if (!best_count || rank(devices[i]) == rank(devices[best[0]]))
                best[best_count++] = i;
        }
        chosen = best[options->turn % best_count];
    }
    return describe(gpu, devices[chosen], chosen);
}

static bool create_device(struct gpu *gpu, bool plain)
{
    VkQueueFamilyProperties families[16];
    uint32_t count = COUNT_OF(families);

    vkGetPhysicalDeviceQueueFamilyProperties(gpu->physical_device, &count, families);
    for (gpu->queue_family = 0; gpu->queue_family < count; gpu->queue_family++)
        if (families[gpu->queue_family].queueFlags & VK_QUEUE_COMPUTE_BIT)
            break;
    if (gpu->queue_family == count)
        return gpu_fail(gpu, "%s has no queue that computes", gpu->properties.deviceName);
    gpu->timestamp_bits = families[gpu->queue_family].timestampValidBits;

    if (plain) {
        gpu->extension_count = 0;
        gpu->features.features = (VkPhysicalDeviceFeatures2){
            .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
        };
    }
    const float priority = 1;
    const VkDeviceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
        .pNext = &gpu->features.features,
        .queueCreateInfoCount = 1,
        .pQueueCreateInfos =
            &(VkDeviceQueueCreateInfo){
                .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                .queueFamilyIndex = gpu->queue_family,
                .queueCount = 1,
                .pQueuePriorities = &priority,
            },
        .enabledExtensionCount = gpu->extension_count,
        .ppEnabledExtensionNames = gpu->extensions,
    };
    GPU_CHECK(gpu, vkCreateDevice(gpu->physical_device, &info, NULL, &gpu->device));
    volkLoadDevice(gpu->device);
    vkGetDeviceQueue(gpu->device, gpu->queue_family, 0, &gpu->queue);
    return true;
}

static bool create_submission(struct gpu *gpu)
{
    const VkCommandPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
        .queueFamilyIndex = gpu->queue_family,
    };
    GPU_CHECK(gpu, vkCreateCommandPool(gpu->device, &pool, NULL, &gpu->command_pool));
    const VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    GPU_CHECK(gpu, vkCreateFence(gpu->device, &fence, NULL, &gpu->fence));
    if (gpu->timestamp_bits) {
        const VkQueryPoolCreateInfo timer = {
            .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
            .queryType = VK_QUERY_TYPE_TIMESTAMP,
            .queryCount = GPU_TIMER_SLOTS,
        };
        GPU_CHECK(gpu, vkCreateQueryPool(gpu->device, &timer, NULL, &gpu->timer));
    }
    return true;
}

bool gpu_open(struct gpu *gpu, const struct gpu_options *options)
{
    memset(gpu, 0, sizeof(*gpu));
    if (create_instance(gpu, options->validation) && choose_device(gpu, options) &&
        (!options->enable || options->enable(gpu)) && create_device(gpu, options->plain) &&
        create_submission(gpu)) {
        gpu->tuning = options->tuning;
        return true;
    }
    gpu_close(gpu);
    return false;
}

void gpu_close(struct gpu *gpu)
{
    if (gpu->device) {
        vkDestroyQueryPool(gpu->device, gpu->timer, NULL);
        vkDestroyFence(gpu->device, gpu->fence, NULL);
        vkDestroyCommandPool(gpu->device, gpu->command_pool, NULL);
        vkDestroyDevice(gpu->device, NULL);
    }
    if (gpu->messenger)
        vkDestroyDebugUtilsMessengerEXT(gpu->instance, gpu->messenger, NULL);
    if (gpu->instance)
        vkDestroyInstance(gpu->instance, NULL);
    gpu->device = VK_NULL_HANDLE;
    gpu->messenger = VK_NULL_HANDLE;
    gpu->instance = VK_NULL_HANDLE;
}

bool gpu_for_each(struct gpu *gpu, void (*visit)(const struct gpu *gpu, void *user), void *user)
{
    VkPhysicalDevice devices[MAX_DEVICES];
    uint32_t count = 0;

    memset(gpu, 0, sizeof(*gpu));
    bool ok = create_instance(gpu, false) && list_devices(gpu, devices, &count);
    for (uint32_t i = 0; ok && i < count; i++) {
        ok = describe(gpu, devices[i], i);
        if (ok)
            visit(gpu, user);
    }
    gpu_close(gpu);
    return ok;
}

vkscan_context_params gpu_context_params(const struct gpu *gpu)
{
    vkscan_context_params params = {
        .struct_size = sizeof(vkscan_context_params),
        .instance = gpu->instance,
        .physical_device = gpu->physical_device,
        .device = gpu->device,
        .get_instance_proc_addr = vkGetInstanceProcAddr,
        .enabled_features = gpu->device ? &gpu->features.features : NULL,
        .enabled_extensions = gpu->extensions,
        .enabled_extension_count = gpu->device ? gpu->extension_count : 0,
    };

    if (gpu->tuning)
        tuning_give(gpu->tuning, &params);
    return params;
}

const char *gpu_type_name(const struct gpu *gpu)
{
    static const char *const names[] = {
        [VK_PHYSICAL_DEVICE_TYPE_OTHER] = "other",
        [VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU] = "integrated GPU",
        [VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU] = "discrete GPU",
        [VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU] = "virtual GPU",
        [VK_PHYSICAL_DEVICE_TYPE_CPU] = "CPU",
    };
    const size_t type = (size_t)gpu->properties.deviceType;

    return names[type < COUNT_OF(names) ? type : VK_PHYSICAL_DEVICE_TYPE_OTHER];
}

void gpu_driver_name(const struct gpu *gpu, char text[GPU_DRIVER_SIZE])
{
    const VkPhysicalDeviceDriverProperties *driver = &gpu->driver;

    if (driver->driverName[0])
        snprintf(text, GPU_DRIVER_SIZE, "%s%s%s", driver->driverName,
                 driver->driverInfo[0] ? " " : "", driver->driverInfo);
    else
        snprintf(text, GPU_DRIVER_SIZE, "version 0x%08x", gpu->properties.driverVersion);
}

/* Returns the largest device-local heap. */
static uint32_t largest_heap(const struct gpu *gpu)
{
    const VkMemoryHeap *heaps = gpu->memory.memoryHeaps;
    uint32_t largest = 0;
    VkDeviceSize size = 0;

    for (uint32_t i = 0; i < gpu->memory.memoryHeapCount; i++)
        if (heaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT && heaps[i].size > size) {
            largest = i;
            size = heaps[i].size;
        }
    return largest;
}

VkDeviceSize gpu_memory_size(const struct gpu *gpu)
{
    return gpu->memory.memoryHeaps[largest_heap(gpu)].size;
}

VkDeviceSize gpu_memory_free(const struct gpu *gpu)
{
    const uint32_t heap = largest_heap(gpu);
    VkPhysicalDeviceMemoryBudgetPropertiesEXT budget = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT};
    VkPhysicalDeviceMemoryProperties2 memory = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2, .pNext = &budget};

    if (!gpu_has_extension(gpu->physical_device, VK_EXT_MEMORY_BUDGET_EXTENSION_NAME))
        return gpu_memory_size(gpu);
    vkGetPhysicalDeviceMemoryProperties2(gpu->physical_device, &memory);
    return budget.heapBudget[heap] > budget.heapUsage[heap]
               ? budget.heapBudget[heap] - budget.heapUsage[heap]
               : 0;
}
