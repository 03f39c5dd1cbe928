/* SPDX-License-Identifier: MIT */
/* Extensions and features: which ones to enable, and which ones are enabled. */
#ifndef VKSCAN_CAPABILITIES_H
#define VKSCAN_CAPABILITIES_H

#include "vk.h"

#include <vkscan/vkscan.h>

/* The extensions of the device, of those that decide which features and properties are queried. */
struct extensions {
    bool subgroup_size_control, shader_atomic_int64, buffer_device_address, push_descriptor,
        pipeline_cache_control;
    bool driver_properties, nv_sm_builtins, amd_core_properties, amd_core_properties_2,
        arm_core_builtins;
};

/* The features and extensions that vkscan would use and the device has. The pNext pointers of
 * `chain` point into this structure. */
struct wanted {
    vkscan_device_features chain;
    const char *extensions[8];
    uint32_t extension_count;
};

/* Fills in *wanted, without the features and extensions of params.ignored_capabilities. */
void vks_capabilities_want(const struct vk *vk, const vkscan_context_params *params,
                           const struct extensions *have, struct wanted *wanted);

/* Returns the mask of capabilities whose features are all set in a chain of feature structures. */
uint32_t vks_capabilities_enabled(const void *chain);

/* Sets the features of the capabilities. A capability is left out if the chain has no member for
 * one of its features. */
void vks_capabilities_enable(uint32_t capabilities, void *chain);

/* Tells whether the chain enables vulkanMemoryModel without vulkanMemoryModelDeviceScope: modules
 * must not have atomics of device scope then. */
bool vks_capabilities_lack_device_scope(const void *chain);

/* Tells whether the device was created with push descriptors and has their function; without a
 * device, whether one could be created with them. */
bool vks_capabilities_have_push_descriptors(const struct vk *vk,
                                            const vkscan_context_params *params,
                                            const struct extensions *have);

#endif
