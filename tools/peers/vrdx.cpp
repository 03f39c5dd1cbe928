/* SPDX-License-Identifier: MIT */
/* vulkan_radix_sort, which is a header of C. */
extern "C" {
#include "vulkan_sort.h"
}

/* Functions by the extensions' names, which devices and headers before Vulkan 1.4 have too. */
#define PFN_vkCmdPushDescriptorSet PFN_vkCmdPushDescriptorSetKHR
#define vkCmdPushDescriptorSet vkCmdPushDescriptorSetKHR
#define vkCmdPipelineBarrier2 vkCmdPipelineBarrier2KHR
#define VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT                                        \
    VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR

#define VRDX_IMPLEMENTATION
#include <vk_radix_sort.h>

#define TEXT(x) TEXT_OF(x)
#define TEXT_OF(x) #x

namespace
{

VrdxSorter sorter;

} // namespace

extern "C" {

const char vulkan_sort_version[] =
    TEXT(VRDX_VERSION_MAJOR) "." TEXT(VRDX_VERSION_MINOR) "." TEXT(VRDX_VERSION_PATCH);
const bool vulkan_sort_interleaves = false;

/* Enables what the sort needs. Its shared memory has room for the counters of 17 subgroups in a
 * workgroup of 512. */
bool vulkan_sort_enable(struct gpu *gpu)
{
    static VkPhysicalDeviceSynchronization2Features synchronization = {
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SYNCHRONIZATION_2_FEATURES, nullptr, VK_FALSE};
    VkPhysicalDeviceFeatures2 has = {
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &synchronization, {}};

    synchronization.pNext = nullptr;
    vkGetPhysicalDeviceFeatures2(gpu->physical_device, &has);
    if (gpu->info.subgroup_size < 32)
        return gpu_fail(gpu, "it needs subgroups of 32 or more; %s has %u",
                        gpu->properties.deviceName, gpu->info.subgroup_size);
    if (gpu->properties.apiVersion < VK_API_VERSION_1_2 || !synchronization.synchronization2 ||
        !gpu_has_extension(gpu->physical_device, VK_KHR_SYNCHRONIZATION_2_EXTENSION_NAME) ||
        !gpu_has_extension(gpu->physical_device, VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME))
        return gpu_fail(gpu,
                        "%s lacks what it needs: Vulkan 1.2 with VK_KHR_synchronization2 and "
                        "VK_KHR_push_descriptor",
                        gpu->properties.deviceName);
    /* vkscan has enabled VK_KHR_push_descriptor. */
    gpu->extensions[gpu->extension_count++] = VK_KHR_SYNCHRONIZATION_2_EXTENSION_NAME;
    synchronization.pNext = gpu->features.features.pNext;
    gpu->features.features.pNext = &synchronization;
    return true;
}

bool vulkan_sort_open(struct gpu *gpu, const struct peer_job *job, struct vulkan_sort_sizes *sizes)
{
    const VrdxSorterCreateInfo info = {gpu->physical_device, gpu->device, VK_NULL_HANDLE};
    const auto get_needs = job->value_size ? vrdxGetSorterKeyValueStorageRequirements
                                           : vrdxGetSorterStorageRequirements;
    VrdxSorterStorageRequirements needs;

    GPU_CHECK(gpu, vrdxCreateSorter(&info, &sorter));
    get_needs(sorter, static_cast<uint32_t>(job->count), &needs);
    /* The sort binds ranges that are rounded up to the alignment of their offsets. */
    *sizes = {job->source_size + gpu->properties.limits.minStorageBufferOffsetAlignment,
              needs.size};
    return true;
}

void vulkan_sort_close(struct gpu *)
{
    vrdxDestroySorter(sorter);
    sorter = VK_NULL_HANDLE;
}

void vulkan_sort_record(struct gpu *, const struct peer_job *job, VkCommandBuffer commands,
                        const struct gpu_buffer *data, const struct gpu_buffer *scratch)
{
    const uint32_t count = static_cast<uint32_t>(job->count);

    if (job->value_size)
        vrdxCmdSortKeyValue(commands, sorter, count, data->buffer, 0, data->buffer,
                            job->second_offset, scratch->buffer, 0, VK_NULL_HANDLE, 0);
    else
        vrdxCmdSort(commands, sorter, count, data->buffer, 0, scratch->buffer, 0, VK_NULL_HANDLE,
                    0);
}

} // extern "C"
