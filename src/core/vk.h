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

/* Of VK_KHR_push_descriptor: NULL where the device was created without, or lacks it all the same:
 * then it has no VKSCAN_CAPABILITY_PUSH_DESCRIPTORS_BIT. */
#define VK_PUSH_FUNCTIONS(X) X(CmdPushDescriptorSetKHR)

/* Of VK_EXT_debug_utils: NULL where the instance was created without; a layer may lack any. */
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

/* Both return the name of the first function that is missing, or NULL. */
const char *vks_vk_load_instance(struct vk *vk, VkInstance instance, PFN_vkGetInstanceProcAddr get);
const char *vks_vk_load_device(struct vk *vk, VkDevice device);

#endif
