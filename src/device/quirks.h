/* SPDX-License-Identifier: MIT */
/* Faults of drivers, which report what they cannot do: each by name, with its source. Pure data. */
#ifndef VKSCAN_QUIRKS_H
#define VKSCAN_QUIRKS_H

#include "caps.h"

struct driver {
    VkDriverId id; /* 0: not told */
    uint32_t vendor_id, version;
};

/* Removes from caps what the driver cannot do. Returns why the driver cannot be used at all; NULL
 * if it can. */
const char *vks_quirks_apply(const struct driver *driver, struct caps *caps);

#endif
