/* SPDX-License-Identifier: MIT */
/* One CPU core's plain loop over the same elements: the benchmark's baseline. */
#ifndef BASELINE_H
#define BASELINE_H

#include <stdint.h>

#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

/* A reduction writes one element, a scan `count`. */
void baseline_run(const vkscan_plan_params *plan, const void *source, uint64_t count,
                  void *destination);

#endif
