/* SPDX-License-Identifier: MIT */
/* Fuchsia's RadixSort/VK. Each of its targets is compiled for a subgroup size. */
#include "vulkan_sort.h"

#include <radix_sort/platforms/vk/radix_sort_vk.h>
#include <target.h>

const char vulkan_sort_version[] = FUCHSIA_COMMIT; /* it has no other version */
const bool vulkan_sort_interleaves = true;

#define KEY_BITS 32

extern const radix_sort_vk_target_t sm35_u32_target, sm35_u64_target, gcn3_u32_target,
    gcn3_u64_target, gen8_u32_target, gen8_u64_target, bifrost4_u32_target, bifrost4_u64_target,
    bifrost8_u32_target, bifrost8_u64_target;

/* For each target, the one for keys and the one for keys with values. */
static const radix_sort_vk_target_t *const targets[][2] = {
    {&sm35_u32_target, &sm35_u64_target},         {&gcn3_u32_target, &gcn3_u64_target},
    {&gen8_u32_target, &gen8_u64_target},         {&bifrost8_u32_target, &bifrost8_u64_target},
    {&bifrost4_u32_target, &bifrost4_u64_target},
};

static radix_sort_vk_t *sort;
static VkDeviceSize internal_offset;

/* Returns the target for the device's subgroups; NULL: there is none. */
static const radix_sort_vk_target_t *find_target(const struct gpu *gpu, bool pairs)
{
    for (size_t i = 0; i < sizeof(targets) / sizeof(targets[0]); i++)
        if (1u << targets[i][0]->config.scatter.subgroup_size_log2 == gpu->info.subgroup_size)
            return targets[i][pairs];
    return NULL;
}

bool vulkan_sort_enable(struct gpu *gpu)
{
    static VkPhysicalDeviceVulkanMemoryModelFeatures model = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_MEMORY_MODEL_FEATURES};
    VkPhysicalDeviceFeatures2 has = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                     .pNext = &model};

    model.pNext = NULL;
    vkGetPhysicalDeviceFeatures2(gpu->physical_device, &has);
    if (!find_target(gpu, false))
        return gpu_fail(gpu, "there is no target for subgroups of %u, which %s has",
                        gpu->info.subgroup_size, gpu->properties.deviceName);
    if (gpu->properties.apiVersion < VK_API_VERSION_1_2 || !model.vulkanMemoryModelDeviceScope ||
        !gpu->features.buffer_device_address.bufferDeviceAddress || !has.features.shaderInt16 ||
        !has.features.shaderInt64)
        return gpu_fail(gpu,
                        "%s lacks what it needs: Vulkan 1.2 with vulkanMemoryModelDeviceScope, "
                        "bufferDeviceAddress, shaderInt16 and shaderInt64",
                        gpu->properties.deviceName);
    gpu->features.features.features.shaderInt16 = VK_TRUE;
    gpu->features.features.features.shaderInt64 = VK_TRUE;
    model.pNext = gpu->features.features.pNext;
    gpu->features.features.pNext = &model;
    return true;
}

bool vulkan_sort_open(struct gpu *gpu, const struct peer_job *job, struct vulkan_sort_sizes *sizes)
{
    radix_sort_vk_memory_requirements_t needs;

    sort = radix_sort_vk_create(gpu->device, NULL, VK_NULL_HANDLE,
                                find_target(gpu, job->value_size != 0));
    if (!sort)
        return gpu_fail(gpu, "radix_sort_vk_create failed");
    radix_sort_vk_get_memory_requirements(sort, (uint32_t)job->count, &needs);
    internal_offset =
        (needs.keyvals_size + needs.internal_alignment - 1) & ~(needs.internal_alignment - 1);
    *sizes = (struct vulkan_sort_sizes){needs.keyvals_size, internal_offset + needs.internal_size};
    return true;
}

void vulkan_sort_close(struct gpu *gpu)
{
    if (sort)
        radix_sort_vk_destroy(sort, gpu->device, NULL);
    sort = NULL;
}

void vulkan_sort_record(struct gpu *gpu, const struct peer_job *job, VkCommandBuffer commands,
                        const struct gpu_buffer *data, const struct gpu_buffer *scratch)
{
    const radix_sort_vk_sort_info_t info = {
        .key_bits = KEY_BITS,
        .count = (uint32_t)job->count,
        .keyvals_even = {data->buffer, 0, data->size},
        .keyvals_odd = {scratch->buffer, 0, internal_offset},
        .internal = {scratch->buffer, internal_offset, scratch->size - internal_offset},
    };
    VkDescriptorBufferInfo sorted; /* the sorted data: after four digits the even buffer */

    radix_sort_vk_sort(sort, &info, gpu->device, commands, &sorted);
}
