/* SPDX-License-Identifier: MIT */
/* What a peer computes from what, and whether that is right, as vkscan-bench has it. */
#ifndef PEER_JOB_H
#define PEER_JOB_H

#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

#include "peer.h"
#include "reference_sort.h"

/* Of plan->capacity elements. plan->select and plan->sort are not NULL. */
struct peer_job job_make(const vkscan_plan_params *plan);

/* Fills the source, and job->seed. False: out of memory. */
bool job_fill(const vkscan_plan_params *plan, enum reference_sort_data data, struct peer_job *job,
              void *source);

/* May reorder what a partition rejects. */
bool job_check(const struct peer *peer, const vkscan_plan_params *plan, const void *source,
               void *result);

#endif
