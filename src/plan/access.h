/* SPDX-License-Identifier: MIT */
/* The ways in which kernels reach buffers. Pure data. */
#ifndef VKSCAN_ACCESS_H
#define VKSCAN_ACCESS_H

#include <vkscan/vkscan.h>

#define ACCESS_COUNT (VKSCAN_ACCESS_ADDRESSES + 1)

struct access {
    const char *name;
    uint32_t needs;           /* mask of vkscan_capability */
    VkBufferUsageFlags usage; /* that buffers need */
    const char *usage_name;
};

/* Returns the row of an access, or NULL if the value is unknown. */
const struct access *vks_access(vkscan_access access);

#endif
