/* SPDX-License-Identifier: MIT */
#ifndef VKSCAN_PROBE_H
#define VKSCAN_PROBE_H

#include "capabilities.h"
#include "caps.h"
#include "report.h"

/*
 * Fills in wanted and caps for params.physical_device. Nothing else asks a device what it can do.
 * With a null params.device all that is wanted is taken to be enabled, else only what is in
 * params.enabled_features. Errors, reported: out of memory, RESULT_UNSUPPORTED.
 */
VkResult vks_probe(const struct vk *vk, const vkscan_context_params *params,
                   const struct report *errors, struct wanted *wanted, struct caps *caps);

#endif
