/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Devices: what vkscan can use, and what to enable before vkCreateDevice. vkscan.h includes this
 * header. Nothing here is required: without it a device is one of plain Vulkan 1.1. The calls:
 *
 *     vkscan_query_device      extensions, for VkDeviceCreateInfo
 *     vkscan_query_features    a chain for its pNext; or
 *     vkscan_enable_features   sets features in the chain that you have
 *     vkCreateDevice
 *     vkscan_context_create    with the same chain and extensions in vkscan_context_params
 *
 * vkscan_context_params::enabled_features is searched for
 *
 *     subgroupSizeControl,       VkPhysicalDeviceSubgroupSizeControlFeatures or
 *     computeFullSubgroups       VkPhysicalDeviceVulkan13Features
 *     shaderBufferInt64Atomics   VkPhysicalDeviceShaderAtomicInt64Features or
 *                                VkPhysicalDeviceVulkan12Features
 *     shaderInt64, shaderFloat64 VkPhysicalDeviceFeatures2
 *     bufferDeviceAddress        VkPhysicalDeviceBufferDeviceAddressFeatures or
 *                                VkPhysicalDeviceVulkan12Features
 *     pipelineCreationCacheControl
 *                                VkPhysicalDevicePipelineCreationCacheControlFeatures or
 *                                VkPhysicalDeviceVulkan13Features
 *     pushDescriptor             VkPhysicalDeviceVulkan14Features
 *     vulkanMemoryModel,         VkPhysicalDeviceVulkanMemoryModelFeatures or
 *     vulkanMemoryModelDeviceScope
 *                                VkPhysicalDeviceVulkan12Features
 *
 * and for VkPhysicalDeviceVulkan13Features itself, with which pipelines.h tells of compilations.
 * Later versions may look for synchronization2: see vkscan_port_info::stages.
 *
 * A capability counts where all of its features are set, and the device is taken to have been
 * created with them, by extension or by version. A feature that the device does not support is a
 * bad argument. pEnabledFeatures of VkDeviceCreateInfo is not seen here: if shaderInt64 or
 * shaderFloat64 was enabled there, give a VkPhysicalDeviceFeatures2 that has it.
 *
 * With vulkanMemoryModel but without vulkanMemoryModelDeviceScope the device counts as one without
 * SUBGROUPS, because the single-pass algorithms' atomics have the device's scope.
 */
#ifndef VKSCAN_DEVICE_H
#define VKSCAN_DEVICE_H

#include "vkscan.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A device's abilities beyond plain Vulkan 1.1 that vkscan uses: bits of a mask. */
typedef enum vkscan_capability {
    /**
     * Basic, arithmetic, ballot, shuffle and relative-shuffle subgroup operations in compute
     * shaders: a property of the device, nothing to enable.
     */
    VKSCAN_CAPABILITY_SUBGROUPS_BIT = 0x1,
    /**
     * The subgroupSizeControl and computeFullSubgroups features of VK_EXT_subgroup_size_control
     * or Vulkan 1.3. Faster where present; never needed for correct results.
     */
    VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL_BIT = 0x2,
    /**
     * The features shaderInt64 of Vulkan 1.0 and shaderBufferInt64Atomics of
     * VK_KHR_shader_atomic_int64 or Vulkan 1.2. Faster where present; never needed for correct
     * results.
     */
    VKSCAN_CAPABILITY_INT64_ATOMICS_BIT = 0x4,
    /**
     * The feature bufferDeviceAddress on a device of Vulkan 1.2, for VKSCAN_ACCESS_ADDRESSES. The
     * modules for addresses are SPIR-V 1.5, so VkApplicationInfo::apiVersion has to be 1.2 as well,
     * which the library cannot check.
     */
    VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS_BIT = 0x8,
    /**
     * The extension VK_KHR_push_descriptor or the feature pushDescriptor of Vulkan 1.4, with their
     * function, for VKSCAN_ACCESS_PUSH_DESCRIPTORS.
     */
    VKSCAN_CAPABILITY_PUSH_DESCRIPTORS_BIT = 0x10,
    /**
     * The feature pipelineCreationCacheControl of VK_EXT_pipeline_creation_cache_control or Vulkan
     * 1.3, for VKSCAN_PLAN_COMPILE_NOTHING_BIT.
     */
    VKSCAN_CAPABILITY_PIPELINE_CACHE_CONTROL_BIT = 0x20,
    /** The feature shaderFloat64 of Vulkan 1.0, to compute with VKSCAN_TYPE_F64. */
    VKSCAN_CAPABILITY_FLOAT64_BIT = 0x40,
    /**
     * packHalf2x16() of GLSL rounds to the nearest half, of two to the even one, which Vulkan
     * leaves open: known of NVIDIA's driver, nothing to enable. Scans of VKSCAN_TYPE_F16 are faster
     * where present; never needed for correct results.
     */
    VKSCAN_CAPABILITY_ROUNDED_HALVES_BIT = 0x80,
} vkscan_capability;

/** A device's capabilities and limits, and the extensions to enable on it. */
typedef struct vkscan_device_info {
    uint32_t struct_size; /**< sizeof(vkscan_device_info), set before the call */
    /**
     * Mask of vkscan_capability. With params.device null: the capabilities that the device would
     * have if all extensions below and all features of vkscan_query_features were enabled, whatever
     * params.enabled_features is. With a device: those that it has with params.enabled_features.
     * The mask never contains params.ignored_capabilities.
     */
    uint32_t capabilities;
    uint32_t subgroup_size;      /**< threads */
    uint32_t max_workgroup_size; /**< threads */
    /**
     * Bytes that one descriptor reaches, maxStorageBufferRange. A buffer can have no more, less an
     * offset's remainder by minStorageBufferOffsetAlignment, except those of reductions and scans
     * that are neither of segments nor textbook algorithms: they take larger arrays in pieces.
     */
    VkDeviceSize max_buffer_size;
    /**
     * Device extensions to enable, none of them required; static strings. Those that
     * Vulkan 1.2 or 1.3 has in its core are needed unless their features are enabled by
     * VkPhysicalDeviceVulkan12Features and VkPhysicalDeviceVulkan13Features, and are allowed beside
     * these. VK_KHR_buffer_device_address may be among them, which must not be enabled together
     * with VK_EXT_buffer_device_address.
     */
    const char *const *extensions;
    uint32_t extension_count; /**< names in extensions */
    uint32_t reserved;        /**< 0 */
} vkscan_device_info;

/**
 * Tells what the device can do for vkscan, and what to enable. params->device may be null. Does
 * host work only and creates nothing. Errors: bad arguments, FEATURE_NOT_PRESENT,
 * INITIALIZATION_FAILED, out of memory.
 */
VKSCAN_API VkResult vkscan_query_device(const vkscan_context_params *params,
                                        vkscan_device_info *info);

/**
 * All that plans go by of a device, as numbers: a program may store those of devices, and plan
 * memory offline, or before it opens a device. Sizes hold for the version of the library that tells
 * them, and with the policies and ignored capabilities that the context will have.
 */
typedef struct vkscan_device_facts {
    uint32_t struct_size;   /**< sizeof(vkscan_device_facts), set before the call */
    uint32_t capabilities;  /**< as in vkscan_device_info */
    uint32_t subgroup_size; /**< threads */
    /** maxComputeWorkgroupSubgroups, at most the threads; 0 only without
     * VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL_BIT. */
    uint32_t max_subgroups;
    uint32_t max_workgroup_size;  /**< threads */
    uint32_t max_workgroup_count; /**< workgroups of a dispatch, in x */
    uint32_t shared_memory;       /**< maxComputeSharedMemorySize, bytes */
    uint32_t max_storage_buffers; /**< maxPerStageDescriptorStorageBuffers */
    uint32_t max_range;           /**< maxStorageBufferRange, bytes */
    uint32_t range_alignment;     /**< minStorageBufferOffsetAlignment, bytes */
    uint32_t vendor_id;           /**< vendorID: policies differ by vendor */
    uint32_t gpu;             /**< 1: takes policies for GPUs; 0: a software driver or a quirk */
    uint32_t multiprocessors; /**< 0: the device does not tell */
    uint32_t reserved;        /**< 0 */
} vkscan_device_facts;

/**
 * Writes the device's facts; with params->device null, those with all features and extensions that
 * vkscan uses. With them in vkscan_context_params::facts vkscan_query_plan and
 * vkscan_query_capacity tell what they tell with the device, and ignore the handles, the functions
 * and what was enabled. Errors: those of vkscan_query_device.
 */
VKSCAN_API VkResult vkscan_query_facts(const vkscan_context_params *params,
                                       vkscan_device_facts *facts);

/**
 * Sets, in feature structures of your own, the features that vkscan uses and the device has, and
 * changes nothing else. `chain` is the first of a chain of any structures, as for
 * vkscan_context_params::enabled_features, where the features are listed. Where a capability has a
 * feature without a place in the chain, none of its features is set; none is required. Hand the
 * chain to VkDeviceCreateInfo::pNext, and then to enabled_features.
 *
 *     Vulkan 1.1   VkPhysicalDeviceFeatures2, and the structures of extensions that the device has;
 *                  without VkPhysicalDeviceBufferDeviceAddressFeatures, as the library's modules of
 *                  addresses are of Vulkan 1.2
 *     Vulkan 1.2   VkPhysicalDeviceVulkan12Features in place of most of these
 *     Vulkan 1.3   VkPhysicalDeviceVulkan13Features beside it: then all have a place
 *     Vulkan 1.4   VkPhysicalDeviceVulkan14Features too, or the extension VK_KHR_push_descriptor
 *
 * The version is the lower one of VkApplicationInfo::apiVersion and the device's. The structure of
 * an extension needs the extension enabled too: vkscan_device_info::extensions. If you set
 * vulkanMemoryModel, set vulkanMemoryModelDeviceScope as well: this function does not, and without
 * that feature there is no SUBGROUPS. params->device is ignored. A structure whose sType was not
 * set is passed over like any unknown structure. Errors: those of vkscan_query_device.
 */
VKSCAN_API VkResult vkscan_enable_features(const vkscan_context_params *params, void *chain);

/**
 * The features to enable, none of them required, for programs without feature structures of their
 * own. The chain points into this structure, so do not copy or move the structure while the chain
 * is in use. Put `features` at the end of VkDeviceCreateInfo::pNext and hand its address to
 * vkscan_context_params::enabled_features. VkDeviceCreateInfo::pEnabledFeatures must be NULL then:
 * set core features of your own in features.features, in which the library sets nothing but
 * shaderInt64 and shaderFloat64.
 */
typedef struct vkscan_device_features {
    uint32_t struct_size;               /**< sizeof(vkscan_device_features), set before the call */
    uint32_t reserved;                  /**< 0 */
    VkPhysicalDeviceFeatures2 features; /**< the head of the chain */
    /** Each is in the chain if the device has the capability that it is for. @{ */
    VkPhysicalDeviceSubgroupSizeControlFeatures subgroup_size_control;
    VkPhysicalDeviceShaderAtomicInt64Features shader_atomic_int64;
    VkPhysicalDeviceBufferDeviceAddressFeatures buffer_device_address;
    VkPhysicalDevicePipelineCreationCacheControlFeatures pipeline_cache_control;
    /** @} */
} vkscan_device_features;

/**
 * Writes the features to enable, as a chain, to *features. params->device may be null. Errors:
 * those of vkscan_query_device.
 */
VKSCAN_API VkResult vkscan_query_features(const vkscan_context_params *params,
                                          vkscan_device_features *features);

#ifdef __cplusplus
}
#endif

#endif
