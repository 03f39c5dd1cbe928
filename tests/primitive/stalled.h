/* SPDX-License-Identifier: MIT */
/*
 * Single-pass kernels whose tiles stall: the library's own, compiled with the files of hooks/,
 * in the place of those of a plan. Also read by those shaders.
 */
#ifndef STALLED_H
#define STALLED_H

#define SPEC_STALL 100 /* beyond the kernels' own: one of STALL_... */

/* Tiles that publish nothing until a fallback has published them, or had the time to. */
#define STALL_NONE 0
#define STALL_EVERY 1
#define STALL_THIRD 2 /* tiles 0, 3, 6, ... */
#define STALL_FIRST 3
#define STALL_RANDOM 4
#define STALL_LATE 8 /* added: they publish after half the spin limit */

#ifndef VULKAN

#include "plan.h"

/*
 * Gives the plan such kernels, with a specialization constant of each kind above and a spin limit.
 * Returns false, and leaves the plan as it is, where its kernels do not look back or its class has
 * none that stall.
 */
bool stalled_use(struct plan *plan, uint32_t stall, uint32_t spin_limit);

#endif
#endif
