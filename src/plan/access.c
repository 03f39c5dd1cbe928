/* SPDX-License-Identifier: MIT */
#include "access.h"

#include <stddef.h>

#define USAGE(name) VK_BUFFER_USAGE_##name##_BIT, "VK_BUFFER_USAGE_" #name "_BIT"

static const struct access accesses[ACCESS_COUNT] = {
    [VKSCAN_ACCESS_DESCRIPTOR_SETS] = {"descriptor-sets", 0, USAGE(STORAGE_BUFFER)},
    [VKSCAN_ACCESS_PUSH_DESCRIPTORS] = {"push-descriptors", VKSCAN_CAPABILITY_PUSH_DESCRIPTORS_BIT,
                                        USAGE(STORAGE_BUFFER)},
    [VKSCAN_ACCESS_ADDRESSES] = {"addresses", VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS_BIT,
                                 USAGE(SHADER_DEVICE_ADDRESS)},
};

const char *vkscan_access_name(vkscan_access access)
{
    const struct access *row = vks_access(access);

    return row ? row->name : NULL;
}

const struct access *vks_access(vkscan_access access)
{
    const uint32_t i = (uint32_t)access;

    return i < ACCESS_COUNT ? &accesses[i] : NULL;
}
