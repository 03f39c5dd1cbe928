/* SPDX-License-Identifier: MIT */
#ifndef VKSCAN_PROBE_H
#define VKSCAN_PROBE_H

#include "caps.h"
#include "report.h"
#include "vk.h"

/*
 * Fills in info and caps for params.physical_device. Nothing else asks a device what it can do.
 * With a null params.device the features that info names are taken to be enabled, else only those
 * in params.enabled_features. Errors, reported: out of memory, RESULT_UNSUPPORTED.
 */
VkResult vks_probe(const struct vk *vk, const vkscan_context_params *params,
                   const struct report *errors, vkscan_device_info *info, struct caps *caps);

#endif
