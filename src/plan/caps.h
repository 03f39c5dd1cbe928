/* SPDX-License-Identifier: MIT */
/* The capabilities and limits of a device, as plain numbers. All decisions of the library branch on
 * these. */
#ifndef VKSCAN_CAPS_H
#define VKSCAN_CAPS_H

#include <stdbool.h>

#include <vkscan/vkscan.h>

/* The caller's tuning, as in vkscan_context_params; 0: the library's. */
struct tuning {
    const vkscan_tuning_policy *policies; /* read by vks_tuning_read */
    uint32_t policy_count;
    uint32_t spin_limit;
    uint32_t multiprocessors;
};

struct caps {
    uint32_t capabilities;  /* mask of vkscan_capability */
    uint32_t subgroup_size; /* threads; 0 on a device below Vulkan 1.1 */
    uint32_t max_subgroups; /* in a workgroup, if the pipeline requires a subgroup size */
    uint32_t max_workgroup_size;
    uint32_t max_workgroup_count; /* in x */
    uint32_t shared_memory;       /* bytes that a workgroup can have */
    uint32_t max_storage_buffers; /* descriptors of one stage */
    uint32_t max_range;           /* bytes of a storage buffer descriptor */
    uint32_t range_alignment;     /* bytes that a descriptor's offset has to be a multiple of */
    uint32_t vendor_id;
    bool gpu; /* takes policies for GPUs: it is no software driver, and no quirk forbids */
    uint32_t multiprocessors; /* 0: the device does not tell */
    struct tuning tuning;
};

#endif
