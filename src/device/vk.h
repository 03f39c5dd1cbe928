/* SPDX-License-Identifier: MIT */
/* The few Vulkan functions that the library calls, from the caller's vkGetInstanceProcAddr. */
#ifndef VKSCAN_VK_H
#define VKSCAN_VK_H

#include <stdbool.h>

#include <vulkan/vulkan_core.h>

#define VK_INSTANCE_FUNCTIONS(X)                                                                   \
    X(EnumerateDeviceExtensionProperties)                                                          \
    X(GetDeviceProcAddr)                                                                           \
    X(GetPhysicalDeviceFeatures2)                                                                  \
    X(GetPhysicalDeviceProperties2)

#define VK_DEVICE_FUNCTIONS(X)                                                                     \
    X(AllocateDescriptorSets)                                                                      \
    X(CmdBindDescriptorSets)                                                                       \
    X(CmdBindPipeline)                                                                             \
    X(CmdDispatch)                                                                                 \
    X(CmdFillBuffer)                                                                               \
    X(CmdPipelineBarrier)                                                                          \
    X(CmdPushConstants)                                                                            \
    X(CreateComputePipelines)                                                                      \
    X(CreateDescriptorPool)                                                                        \
    X(CreateDescriptorSetLayout)                                                                   \
    X(CreatePipelineLayout)                                                                        \
    X(CreateShaderModule)                                                                          \
    X(DestroyDescriptorPool)                                                                       \
    X(DestroyDescriptorSetLayout)                                                                  \
    X(DestroyPipeline)                                                                             \
    X(DestroyPipelineLayout)                                                                       \
    X(DestroyShaderModule)                                                                         \
    X(GetBufferMemoryRequirements)                                                                 \
    X(UpdateDescriptorSets)

/* The function of VK_KHR_push_descriptor that the library calls. It is NULL if the device was
 * created without the extension, or lacks the function all the same; the device has no
 * VKSCAN_CAPABILITY_PUSH_DESCRIPTORS_BIT then. */
#define VK_PUSH_FUNCTIONS(X) X(CmdPushDescriptorSetKHR)

/* The functions of VK_EXT_debug_utils that the library calls. They are NULL if the instance was
 * created without the extension; a layer may lack any of them. */
#define VK_DEBUG_FUNCTIONS(X)                                                                      \
    X(CmdBeginDebugUtilsLabelEXT)                                                                  \
    X(CmdEndDebugUtilsLabelEXT)                                                                    \
    X(SetDebugUtilsObjectNameEXT)

#define VK_MEMBER(name) PFN_vk##name name;

struct vk {
    VK_INSTANCE_FUNCTIONS(VK_MEMBER)
    VK_DEVICE_FUNCTIONS(VK_MEMBER)
    VK_PUSH_FUNCTIONS(VK_MEMBER)
    VK_DEBUG_FUNCTIONS(VK_MEMBER)
    bool debug_utils; /* the instance has it */
};

#undef VK_MEMBER

/* Loads the instance's functions. Returns the name of the first one that is missing, or NULL. */
const char *vks_vk_load_instance(struct vk *vk, VkInstance instance, PFN_vkGetInstanceProcAddr get);

/* Loads the device's functions. Returns the name of the first one that is missing, or NULL; those
 * of extensions may be missing. */
const char *vks_vk_load_device(struct vk *vk, VkDevice device);

#endif
