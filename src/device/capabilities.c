/* SPDX-License-Identifier: MIT */
/* Extensions and features: which ones to enable, and which ones a chain has. */
#include "vulkan_device.h"

#include <string.h>

/* The extensions, in an order in which those of any set stand side by side somewhere: the set's
 * list is there. */
#define EVERY_SET(X)                                                                               \
    X(EXT, SUBGROUP_SIZE_CONTROL)                                                                  \
    X(KHR, SHADER_ATOMIC_INT64)                                                                    \
    X(KHR, BUFFER_DEVICE_ADDRESS)                                                                  \
    X(EXT, PIPELINE_CREATION_CACHE_CONTROL)                                                        \
    X(KHR, PUSH_DESCRIPTOR)                                                                        \
    X(EXT, SUBGROUP_SIZE_CONTROL)                                                                  \
    X(KHR, SHADER_ATOMIC_INT64)                                                                    \
    X(EXT, PIPELINE_CREATION_CACHE_CONTROL)                                                        \
    X(EXT, SUBGROUP_SIZE_CONTROL)                                                                  \
    X(KHR, BUFFER_DEVICE_ADDRESS)                                                                  \
    X(KHR, PUSH_DESCRIPTOR)                                                                        \
    X(KHR, SHADER_ATOMIC_INT64)                                                                    \
    X(EXT, PIPELINE_CREATION_CACHE_CONTROL)

void vks_capabilities_list(uint32_t extensions, vkscan_device_info *info)
{
#define NAME(author, name) VK_##author##_##name##_EXTENSION_NAME,
#define BIT(author, name) WANTED_##name,
    static const char *const names[] = {EVERY_SET(NAME)};
    static const uint8_t bits[] = {EVERY_SET(BIT)};
    uint32_t first = 0, count = 0, left = extensions;

    while (left) {
        const uint32_t bit = bits[first + count++];
        if (left & bit) {
            left &= ~bit;
        } else {
            first++;
            count = 0;
            left = extensions;
        }
    }
    info->extensions = &names[first];
    info->extension_count = count;
}

/* Adds an extension to those to enable, unless the device lacks it or the caller ignores its
 * capability. Returns whether it was added. */
static bool want_extension(const vkscan_context_params *params, bool has, uint32_t capability,
                           enum wanted_extension extension, struct wanted *wanted)
{
    if (!has || params->ignored_capabilities & capability)
        return false;
    wanted->extensions |= extension;
    return true;
}

/* Prepends a feature structure to the chain if it is wanted. */
static void want_features(bool has, void *features, struct wanted *wanted)
{
    VkBaseOutStructure *link = features;

    if (!has)
        return;
    link->pNext = wanted->chain.features.pNext;
    wanted->chain.features.pNext = link;
}

void vks_capabilities_want(const struct vk *vk, const vkscan_context_params *params,
                           const struct extensions *have, struct wanted *wanted)
{
    VkPhysicalDeviceFeatures2 supported = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};

    memset(wanted, 0, sizeof(*wanted));
    wanted->chain.features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    wanted->chain.subgroup_size_control.sType =
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES;
    wanted->chain.shader_atomic_int64.sType =
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_INT64_FEATURES;
    wanted->chain.buffer_device_address.sType =
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES;
    wanted->chain.pipeline_cache_control.sType =
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_CREATION_CACHE_CONTROL_FEATURES;
    want_features(want_extension(params, have->subgroup_size_control,
                                 VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL_BIT,
                                 WANTED_SUBGROUP_SIZE_CONTROL, wanted),
                  &wanted->chain.subgroup_size_control, wanted);
    want_features(want_extension(params, have->shader_atomic_int64,
                                 VKSCAN_CAPABILITY_INT64_ATOMICS_BIT, WANTED_SHADER_ATOMIC_INT64,
                                 wanted),
                  &wanted->chain.shader_atomic_int64, wanted);
    want_features(want_extension(params, have->buffer_device_address,
                                 VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS_BIT,
                                 WANTED_BUFFER_DEVICE_ADDRESS, wanted),
                  &wanted->chain.buffer_device_address, wanted);
    want_features(want_extension(params, have->pipeline_cache_control,
                                 VKSCAN_CAPABILITY_PIPELINE_CACHE_CONTROL_BIT,
                                 WANTED_PIPELINE_CREATION_CACHE_CONTROL, wanted),
                  &wanted->chain.pipeline_cache_control, wanted);
    want_extension(params, have->push_descriptor, VKSCAN_CAPABILITY_PUSH_DESCRIPTORS_BIT,
                   WANTED_PUSH_DESCRIPTOR, wanted);
    supported.pNext = wanted->chain.features.pNext;
    vk->GetPhysicalDeviceFeatures2(params->physical_device, &supported);
    wanted->chain.shader_atomic_int64.shaderSharedInt64Atomics = VK_FALSE;
    wanted->chain.buffer_device_address.bufferDeviceAddressCaptureReplay = VK_FALSE;
    wanted->chain.buffer_device_address.bufferDeviceAddressMultiDevice = VK_FALSE;
    wanted->chain.features.features.shaderFloat64 =
        supported.features.shaderFloat64 &&
        !(params->ignored_capabilities & VKSCAN_CAPABILITY_FLOAT64_BIT);
    wanted->chain.features.features.shaderInt64 =
        supported.features.shaderInt64 &&
        wanted->chain.shader_atomic_int64.shaderBufferInt64Atomics;
}

/* ---- features in a chain ---- */

enum feature {
    FEATURE_SIZE_CONTROL = 1 << 0,
    FEATURE_FULL_SUBGROUPS = 1 << 1,
    FEATURE_INT64 = 1 << 2,
    FEATURE_INT64_ATOMICS = 1 << 3,
    FEATURE_FLOAT64 = 1 << 4,
    FEATURE_ADDRESSES = 1 << 5,
    FEATURE_CACHE_CONTROL = 1 << 6,
    FEATURE_MEMORY_MODEL = 1 << 7,
    FEATURE_DEVICE_SCOPE = 1 << 8,
    FEATURE_PUSH_DESCRIPTOR = 1 << 9,
};

/* The members of feature structures that vkscan reads and sets, each a VkBool32. */
static const struct feature_place {
    VkStructureType type;
    uint32_t feature;
    size_t offset;
    const char *name;
} feature_places[] = {
#define PLACE(TYPE, type, member, feature)                                                         \
    {                                                                                              \
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_##TYPE, feature,                                         \
            offsetof(VkPhysicalDevice##type, member), #member                                      \
    }
    PLACE(FEATURES_2, Features2, features.shaderInt64, FEATURE_INT64),
    PLACE(FEATURES_2, Features2, features.shaderFloat64, FEATURE_FLOAT64),
    PLACE(SUBGROUP_SIZE_CONTROL_FEATURES, SubgroupSizeControlFeatures, subgroupSizeControl,
          FEATURE_SIZE_CONTROL),
    PLACE(SUBGROUP_SIZE_CONTROL_FEATURES, SubgroupSizeControlFeatures, computeFullSubgroups,
          FEATURE_FULL_SUBGROUPS),
    PLACE(SHADER_ATOMIC_INT64_FEATURES, ShaderAtomicInt64Features, shaderBufferInt64Atomics,
          FEATURE_INT64_ATOMICS),
    PLACE(BUFFER_DEVICE_ADDRESS_FEATURES, BufferDeviceAddressFeatures, bufferDeviceAddress,
          FEATURE_ADDRESSES),
    PLACE(PIPELINE_CREATION_CACHE_CONTROL_FEATURES, PipelineCreationCacheControlFeatures,
          pipelineCreationCacheControl, FEATURE_CACHE_CONTROL),
    PLACE(VULKAN_MEMORY_MODEL_FEATURES, VulkanMemoryModelFeatures, vulkanMemoryModel,
          FEATURE_MEMORY_MODEL),
    PLACE(VULKAN_MEMORY_MODEL_FEATURES, VulkanMemoryModelFeatures, vulkanMemoryModelDeviceScope,
          FEATURE_DEVICE_SCOPE),
    PLACE(VULKAN_1_2_FEATURES, Vulkan12Features, shaderBufferInt64Atomics, FEATURE_INT64_ATOMICS),
    PLACE(VULKAN_1_2_FEATURES, Vulkan12Features, bufferDeviceAddress, FEATURE_ADDRESSES),
    PLACE(VULKAN_1_2_FEATURES, Vulkan12Features, vulkanMemoryModel, FEATURE_MEMORY_MODEL),
    PLACE(VULKAN_1_2_FEATURES, Vulkan12Features, vulkanMemoryModelDeviceScope,
          FEATURE_DEVICE_SCOPE),
    PLACE(VULKAN_1_3_FEATURES, Vulkan13Features, subgroupSizeControl, FEATURE_SIZE_CONTROL),
    PLACE(VULKAN_1_3_FEATURES, Vulkan13Features, computeFullSubgroups, FEATURE_FULL_SUBGROUPS),
    PLACE(VULKAN_1_3_FEATURES, Vulkan13Features, pipelineCreationCacheControl,
          FEATURE_CACHE_CONTROL),
#undef PLACE
    {TYPE_FEATURES_1_4, FEATURE_PUSH_DESCRIPTOR, offsetof(struct features_1_4, push_descriptor),
     "pushDescriptor"},
};

/* The features that each capability needs. It is enabled where all of them are set. */
static const struct {
    uint32_t capability, features;
} capability_features[] = {
    {VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL_BIT, FEATURE_SIZE_CONTROL | FEATURE_FULL_SUBGROUPS},
    {VKSCAN_CAPABILITY_INT64_ATOMICS_BIT, FEATURE_INT64 | FEATURE_INT64_ATOMICS},
    {VKSCAN_CAPABILITY_FLOAT64_BIT, FEATURE_FLOAT64},
    {VKSCAN_CAPABILITY_PIPELINE_CACHE_CONTROL_BIT, FEATURE_CACHE_CONTROL},
    {VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS_BIT, FEATURE_ADDRESSES},
    {VKSCAN_CAPABILITY_PUSH_DESCRIPTORS_BIT, FEATURE_PUSH_DESCRIPTOR}, /* or the extension */
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Returns the features that the chain sets. */
static uint32_t features_in(const void *chain)
{
    uint32_t features = 0;

    for (const VkBaseInStructure *s = chain; s; s = s->pNext)
        for (size_t i = 0; i < COUNT(feature_places); i++) {
            const char *place = (const char *)s + feature_places[i].offset;
            if (s->sType == feature_places[i].type && *(const VkBool32 *)place)
                features |= feature_places[i].feature;
        }
    return features;
}

/* Tells whether the device has the feature in the place's structure: it may have it in another one
 * alone, or by an extension. */
static bool has_place(const struct vk *vk, VkPhysicalDevice device,
                      const struct feature_place *place)
{
    union { /* any structure of feature_places: VkPhysicalDeviceFeatures2 is the largest */
        VkBaseOutStructure link;
        VkPhysicalDeviceFeatures2 features;
    } has;
    VkPhysicalDeviceFeatures2 head = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &has, {0}};

    memset(&has, 0, sizeof(has));
    has.link.sType = place->type;
    vk->GetPhysicalDeviceFeatures2(device, place->type == head.sType ? &has.features : &head);
    return *(const VkBool32 *)((const char *)&has + place->offset);
}

const char *vks_capabilities_unsupported(const struct vk *vk, VkPhysicalDevice device,
                                         const void *chain)
{
    for (const VkBaseInStructure *s = chain; s; s = s->pNext)
        for (size_t i = 0; i < COUNT(feature_places); i++) {
            const struct feature_place *place = &feature_places[i];
            if (place->type == s->sType && *(const VkBool32 *)((const char *)s + place->offset) &&
                !has_place(vk, device, place))
                return place->name;
        }
    return NULL;
}

bool vks_capabilities_lack_device_scope(const void *chain)
{
    const uint32_t set = features_in(chain);

    return set & FEATURE_MEMORY_MODEL && !(set & FEATURE_DEVICE_SCOPE);
}

uint32_t vks_capabilities_enabled(const void *chain)
{
    const uint32_t set = features_in(chain);
    uint32_t capabilities = 0;

    for (size_t i = 0; i < COUNT(capability_features); i++)
        if ((set & capability_features[i].features) == capability_features[i].features)
            capabilities |= capability_features[i].capability;
    return capabilities;
}

void vks_capabilities_enable(const struct vk *vk, VkPhysicalDevice device, uint32_t capabilities,
                             void *chain)
{
    uint32_t places = 0, there = 0, features = 0; /* places: a mask */

    for (const VkBaseInStructure *s = chain; s; s = s->pNext)
        for (size_t i = 0; i < COUNT(feature_places); i++)
            if (s->sType == feature_places[i].type && has_place(vk, device, &feature_places[i])) {
                places |= 1u << i;
                there |= feature_places[i].feature;
            }
    for (size_t i = 0; i < COUNT(capability_features); i++)
        if (capabilities & capability_features[i].capability &&
            (there & capability_features[i].features) == capability_features[i].features)
            features |= capability_features[i].features;
    for (VkBaseOutStructure *s = chain; s; s = s->pNext)
        for (size_t i = 0; i < COUNT(feature_places); i++)
            if (s->sType == feature_places[i].type && places >> i & 1 &&
                features & feature_places[i].feature)
                *(VkBool32 *)((char *)s + feature_places[i].offset) = VK_TRUE;
}

static bool has_extension(const vkscan_context_params *params, const char *name)
{
    for (uint32_t i = 0; i < params->enabled_extension_count; i++)
        if (strcmp(params->enabled_extensions[i], name) == 0)
            return true;
    return false;
}

static bool has_function(const struct vk *vk, VkDevice device, const char *name)
{
    return !device || vk->GetDeviceProcAddr(device, name);
}

/*
 * VK_KHR_push_descriptor has no feature structure, so it counts as enabled if the caller names it;
 * Vulkan 1.4 has a feature in its place.
 * A device that has the function need not have the extension: some drivers have a function that
 * crashes (GPUOpen-Drivers/AMD-Gfx-Drivers issue 55). A device that has the extension need not have
 * the function: a layer, or the caller's table of functions, may lack it.
 */
const char *vks_capabilities_push_function(const struct vk *vk, const vkscan_context_params *params,
                                           const struct extensions *have, uint32_t version)
{
    const bool in_core = params->device && version >= VK_MAKE_API_VERSION(0, 1, 4, 0) &&
                         features_in(params->enabled_features) & FEATURE_PUSH_DESCRIPTOR;
    const bool enabled =
        !params->device || has_extension(params, VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME);

    if (have->push_descriptor && enabled &&
        has_function(vk, params->device, "vkCmdPushDescriptorSetKHR"))
        return "vkCmdPushDescriptorSetKHR";
    return in_core && has_function(vk, params->device, "vkCmdPushDescriptorSet")
               ? "vkCmdPushDescriptorSet"
               : NULL;
}

bool vks_capabilities_have_feedback(const vkscan_context_params *params, uint32_t version)
{
    bool has = has_extension(params, VK_EXT_PIPELINE_CREATION_FEEDBACK_EXTENSION_NAME);

    for (const VkBaseInStructure *s = params->enabled_features; s; s = s->pNext)
        has |= s->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES &&
               version >= VK_API_VERSION_1_3;
    return has;
}
