/* SPDX-License-Identifier: MIT */
/* Makes the job of a peer from a plan's parameters. */
#ifndef PEER_JOB_H
#define PEER_JOB_H

#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

#include "peer.h"

/* Returns the job for plan->capacity elements. */
struct peer_job job_make(const vkscan_plan_params *plan);

#endif
