/* SPDX-License-Identifier: MIT */
/* Loads the Vulkan functions that the library calls. */
#include "vulkan_device.h"

#include <stddef.h>

#define LOAD_INSTANCE(name)                                                                        \
    vk->name = (PFN_vk##name)get(instance, "vk" #name);                                            \
    if (!vk->name)                                                                                 \
        return "vk" #name;

#define LOAD_DEVICE(name)                                                                          \
    vk->name = (PFN_vk##name)vk->GetDeviceProcAddr(device, "vk" #name);                            \
    if (!vk->name)                                                                                 \
        return "vk" #name;

#define LOAD_EXTENSION(name) vk->name = (PFN_vk##name)vk->GetDeviceProcAddr(device, "vk" #name);

const char *vks_vk_load_instance(struct vk *vk, VkInstance instance, PFN_vkGetInstanceProcAddr get)
{
    VK_INSTANCE_FUNCTIONS(LOAD_INSTANCE)
    vk->debug_utils = get(instance, "vkCreateDebugUtilsMessengerEXT") != NULL;
    return NULL;
}

const char *vks_vk_load_device(struct vk *vk, VkDevice device, const char *push_function)
{
    VK_DEVICE_FUNCTIONS(LOAD_DEVICE)
    vk->CmdPushDescriptorSetKHR =
        push_function ? (PFN_vkCmdPushDescriptorSetKHR)vk->GetDeviceProcAddr(device, push_function)
                      : NULL;
    if (vk->debug_utils) { /* layers have the functions for every instance */
        VK_DEBUG_FUNCTIONS(LOAD_EXTENSION)
    }
    return NULL;
}

void vks_vk_name(const struct vk *vk, VkDevice device, VkObjectType type, uint64_t handle,
                 const char *name)
{
    const VkDebugUtilsObjectNameInfoEXT info = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT,
        .objectType = type,
        .objectHandle = handle,
        .pObjectName = name,
    };

    if (vk->SetDebugUtilsObjectNameEXT)
        vk->SetDebugUtilsObjectNameEXT(device, &info);
}
