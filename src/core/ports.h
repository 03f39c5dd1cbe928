/* SPDX-License-Identifier: MIT */
/* The buffers that a caller gives for a plan's ports, checked. */
#ifndef VKSCAN_PORTS_H
#define VKSCAN_PORTS_H

#include "context.h"

/* Checks the buffers and fills in *recording, all but the descriptor sets. Calls of Vulkan's: only
 * to ask for the sizes of buffers. */
VkResult vks_ports_check(const struct vkscan_plan *plan, const vkscan_binding_params *params,
                         struct recording *recording);

#endif
