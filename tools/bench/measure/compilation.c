/* SPDX-License-Identifier: MIT */
/* A loader whose functions are the Vulkan loader's, except those that compile pipelines. */
#include "compilation.h"

#include <stdlib.h>
#include <string.h>

#include "algorithm.h"
#include "shaders.h"

_Static_assert(ALGORITHM_MAX_STAGES <= COMPILATIONS_MAX, "a plan's pipelines are listed");

/* A loader's functions have no parameter for the caller's data. */
static struct compilations *watched;
static struct timing_host start;

static bool is_module(const struct shader *shader, const VkShaderModuleCreateInfo *info)
{
    if (vks_unpacked_words(shader->packed) * sizeof(uint32_t) != info->codeSize)
        return false;
    const uint32_t memory = vks_unpack_memory(shader->packed);
    unsigned char *unpacked = malloc(info->codeSize + memory);
    const bool same = unpacked &&
                      vks_unpack(shader->packed, unpacked + info->codeSize, (uint32_t *)unpacked) &&
                      memcmp(unpacked, info->pCode, info->codeSize) == 0;
    free(unpacked);
    return same;
}

/* Returns the library's module with this code: all modules are embedded. */
static const struct shader *shader_of(const VkShaderModuleCreateInfo *info)
{
    uint32_t i = 0;

    while (vks_shaders_entry(i + 1) && !is_module(vks_shaders_entry(i), info))
        i++;
    return vks_shaders_entry(i);
}

static VKAPI_ATTR VkResult VKAPI_CALL create_module(VkDevice device,
                                                    const VkShaderModuleCreateInfo *info,
                                                    const VkAllocationCallbacks *allocator,
                                                    VkShaderModule *module)
{
    const struct shader *shader = shader_of(info);

    watched->list[watched->count] = (struct compilation){
        .kernel = shader->kernel,
        .class = shader->class,
        .bytes = info->codeSize,
    };
    start = timing_host_start();
    return vkCreateShaderModule(device, info, allocator, module);
}

static VKAPI_ATTR VkResult VKAPI_CALL create_pipelines(VkDevice device, VkPipelineCache cache,
                                                       uint32_t count,
                                                       const VkComputePipelineCreateInfo *infos,
                                                       const VkAllocationCallbacks *allocator,
                                                       VkPipeline *pipelines)
{
    const VkResult result =
        vkCreateComputePipelines(device, cache, count, infos, allocator, pipelines);

    if (result == VK_SUCCESS)
        watched->list[watched->count++].time = timing_host_since(start);
    return result;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_device_function(VkDevice device,
                                                                    const char *name)
{
    if (strcmp(name, "vkCreateShaderModule") == 0)
        return (PFN_vkVoidFunction)create_module;
    if (strcmp(name, "vkCreateComputePipelines") == 0)
        return (PFN_vkVoidFunction)create_pipelines;
    return vkGetDeviceProcAddr(device, name);
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_function(VkInstance instance, const char *name)
{
    if (strcmp(name, "vkGetDeviceProcAddr") == 0)
        return (PFN_vkVoidFunction)get_device_function;
    return vkGetInstanceProcAddr(instance, name);
}

PFN_vkGetInstanceProcAddr compilations_watch(struct compilations *list)
{
    *list = (struct compilations){0};
    watched = list;
    return get_function;
}
