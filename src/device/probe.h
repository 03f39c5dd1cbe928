/* SPDX-License-Identifier: MIT */
#ifndef VKSCAN_PROBE_H
#define VKSCAN_PROBE_H

#include "capabilities.h"
#include "caps.h"
#include "report.h"

/*
 * Fills in *wanted and *caps for params.physical_device. No other code asks a device what it can
 * do. If params.device is NULL, all wanted features count as enabled; otherwise those that
 * params.enabled_features sets. Reports its errors: those of vkEnumerateDeviceExtensionProperties,
 * VK_ERROR_OUT_OF_HOST_MEMORY, and RESULT_UNSUPPORTED for a driver that a quirk makes unusable.
 */
VkResult vks_probe(const struct vk *vk, const vkscan_context_params *params,
                   const struct report *errors, struct wanted *wanted, struct caps *caps);

#endif
