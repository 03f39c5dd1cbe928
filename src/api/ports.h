/* SPDX-License-Identifier: MIT */
/* Checks of the buffers that a caller gives for a plan's ports. */
#ifndef VKSCAN_PORTS_H
#define VKSCAN_PORTS_H

#include "context.h"

/* Returns the alignment of the scratch, in bytes. */
uint32_t vks_ports_scratch_alignment(const struct caps *caps, const struct plan *plan);

/* Checks that vkCmdFillBuffer may zero the bytes of the scratch that the plan needs zeroed. */
VkResult vks_ports_check_zeroed(const struct vkscan_plan *plan, const vkscan_buffer *scratch);

/* Checks the buffers and fills in *recording, except for the descriptor sets. Calls Vulkan only to
 * ask for the sizes of buffers. */
VkResult vks_ports_check(const struct vkscan_plan *plan, const vkscan_port_buffer *buffers,
                         uint32_t buffer_count, struct recording *recording);

#endif
