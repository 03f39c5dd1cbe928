/* SPDX-License-Identifier: MIT */
#include "statistics.h"

#include <stddef.h>
#include <string.h>

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))
#define MOST_PIPELINES 16
#define MOST_VALUES 64

/* As RADV names them. */
static const struct {
    const char *name;
    size_t offset;
} values[] = {
    {"VGPRs", offsetof(struct statistics, vgprs)},
    {"SGPRs", offsetof(struct statistics, sgprs)},
    {"Spilled VGPRs", offsetof(struct statistics, spilled_vgprs)},
    {"Spilled SGPRs", offsetof(struct statistics, spilled_sgprs)},
    {"Scratch size", offsetof(struct statistics, scratch)},
    {"LDS size", offsetof(struct statistics, shared_memory)},
    {"Subgroups per SIMD", offsetof(struct statistics, subgroups_on_simd)},
    {"Code size", offsetof(struct statistics, code)},
};

static struct statistics kept[MOST_PIPELINES];
static uint32_t kept_count;

static uint64_t number(const VkPipelineExecutableStatisticKHR *value)
{
    return value->format == VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_UINT64_KHR ? value->value.u64
           : value->format == VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_INT64_KHR
               ? (uint64_t)value->value.i64
               : 0;
}

/* A compute pipeline has one executable. */
static struct statistics read_statistics(VkDevice device, VkPipeline pipeline)
{
    const VkPipelineInfoKHR of = {.sType = VK_STRUCTURE_TYPE_PIPELINE_INFO_KHR,
                                  .pipeline = pipeline};
    const VkPipelineExecutableInfoKHR executable = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR, .pipeline = pipeline};
    VkPipelineExecutablePropertiesKHR properties = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_PROPERTIES_KHR};
    VkPipelineExecutableStatisticKHR told[MOST_VALUES];
    uint32_t one = 1, count = COUNT_OF(told), found = 0;
    struct statistics s = {0};

    for (uint32_t i = 0; i < count; i++)
        told[i] = (VkPipelineExecutableStatisticKHR){
            .sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR};
    if (vkGetPipelineExecutablePropertiesKHR(device, &of, &one, &properties) != VK_SUCCESS ||
        vkGetPipelineExecutableStatisticsKHR(device, &executable, &count, told) != VK_SUCCESS)
        return s;
    for (uint32_t i = 0; i < count; i++)
        for (size_t k = 0; k < COUNT_OF(values); k++)
            if (strcmp(told[i].name, values[k].name) == 0) {
                const uint64_t value = number(&told[i]);
                memcpy((char *)&s + values[k].offset, &value, sizeof(value));
                found++;
            }
    s.subgroup_size = properties.subgroupSize;
    s.complete = one == 1 && found == COUNT_OF(values);
    return s;
}

static VKAPI_ATTR VkResult VKAPI_CALL
create_compute_pipelines(VkDevice device, VkPipelineCache cache, uint32_t count,
                         const VkComputePipelineCreateInfo *infos,
                         const VkAllocationCallbacks *allocator, VkPipeline *pipelines)
{
    VkResult result = VK_SUCCESS;

    for (uint32_t i = 0; i < count && result == VK_SUCCESS; i++) {
        VkComputePipelineCreateInfo info = infos[i];
        info.flags |= VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR;
        result = vkCreateComputePipelines(device, cache, 1, &info, allocator, &pipelines[i]);
        if (result == VK_SUCCESS && kept_count < MOST_PIPELINES)
            kept[kept_count++] = read_statistics(device, pipelines[i]);
    }
    return result;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_device_proc_addr(VkDevice device,
                                                                     const char *name)
{
    if (strcmp(name, "vkCreateComputePipelines") == 0)
        return (PFN_vkVoidFunction)create_compute_pipelines;
    return vkGetDeviceProcAddr(device, name);
}

PFN_vkVoidFunction statistics_get_instance_proc_addr(VkInstance instance, const char *name)
{
    if (strcmp(name, "vkGetDeviceProcAddr") == 0)
        return (PFN_vkVoidFunction)get_device_proc_addr;
    return vkGetInstanceProcAddr(instance, name);
}

uint32_t statistics_take(struct statistics *taken, uint32_t most)
{
    const uint32_t count = kept_count < most ? kept_count : most;

    memcpy(taken, kept, count * sizeof(*taken));
    kept_count = 0;
    return count;
}
