/* SPDX-License-Identifier: MIT */
/* Extensions and features: what to enable, and what was enabled. */
#ifndef VKSCAN_CAPABILITIES_H
#define VKSCAN_CAPABILITIES_H

#include "vk.h"

#include <vkscan/vkscan.h>

/* Device extensions that decide which features and properties are queried. */
struct extensions {
    bool subgroup_size_control, shader_atomic_int64, buffer_device_address, push_descriptor,
        pipeline_cache_control;
    bool driver_properties, nv_sm_builtins, amd_core_properties, amd_core_properties_2,
        arm_core_builtins;
};

/* What vkscan would use and the device has. The chain points into this structure. */
struct wanted {
    vkscan_device_features chain;
    const char *extensions[8];
    uint32_t extension_count;
};

void vks_capabilities_want(const struct vk *vk, const vkscan_context_params *params,
                           const struct extensions *have, struct wanted *wanted);

/* The capabilities whose features a chain of feature structures enables. */
uint32_t vks_capabilities_enabled(const void *chain);

/* Sets those features, of each capability for which the chain has all. */
void vks_capabilities_enable(uint32_t capabilities, void *chain);

/* Whether by that chain modules may not have atomics of the device's scope. */
bool vks_capabilities_lack_device_scope(const void *chain);

/* Whether the device was created with them and has their function; without a device, whether it
 * could be created with them. */
bool vks_capabilities_have_push_descriptors(const struct vk *vk,
                                            const vkscan_context_params *params,
                                            const struct extensions *have);

#endif
