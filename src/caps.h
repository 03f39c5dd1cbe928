/* SPDX-License-Identifier: MIT */
/* What a device can do, as plain numbers. All decisions of the library branch on these. */
#ifndef VKSCAN_CAPS_H
#define VKSCAN_CAPS_H

#include "vk.h"
#include <vkscan/vkscan.h>

struct caps {
    uint32_t capabilities;  /* mask of vkscan_capability */
    uint32_t subgroup_size; /* invocations; 0 on a device below Vulkan 1.1 */
    uint32_t max_subgroups; /* of a workgroup that requires a subgroup size */
    uint32_t max_workgroup_size;
    uint32_t max_workgroup_count; /* in x */
    uint32_t shared_memory;       /* bytes of a workgroup */
    uint32_t max_range;           /* bytes of a storage buffer descriptor */
    uint32_t range_alignment;     /* bytes, of its offset */
    uint32_t vendor_id;
    uint32_t multiprocessors;    /* 0: the device does not tell */
    const struct tuning *tuning; /* the caller's; NULL: the library's for the device */
};

/*
 * The only prober: fills in info and caps for params.physical_device. With a null params.device the
 * features that info names are taken to be enabled, else only those in params.enabled_features.
 * Errors: out of memory.
 */
VkResult vks_caps_probe(const struct vk *vk, const vkscan_context_params *params,
                        vkscan_device_info *info, struct caps *caps);

#endif
