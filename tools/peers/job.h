/* SPDX-License-Identifier: MIT */
/* What a peer computes from what, as vkscan-bench has it. */
#ifndef PEER_JOB_H
#define PEER_JOB_H

#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

#include "peer.h"

/* Of plan->capacity elements. */
struct peer_job job_make(const vkscan_plan_params *plan);

#endif
