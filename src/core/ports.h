/* SPDX-License-Identifier: MIT */
/* The buffers that a caller gives for a plan's ports, checked. */
#ifndef VKSCAN_PORTS_H
#define VKSCAN_PORTS_H

#include "context.h"

/* Of scratch, bytes. */
uint32_t vks_ports_scratch_alignment(const struct caps *caps, const struct plan *plan);

/* Whether vkCmdFillBuffer may zero what the plan wants zeroed of its scratch. */
VkResult vks_ports_check_zeroed(const struct vkscan_plan *plan, const vkscan_buffer *scratch);

/* Checks the buffers and fills in *recording, all but the descriptor sets. Calls of Vulkan's: only
 * to ask for the sizes of buffers. */
VkResult vks_ports_check(const struct vkscan_plan *plan, const vkscan_port_buffer *buffers,
                         uint32_t buffer_count, struct recording *recording);

#endif
