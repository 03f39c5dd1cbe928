// SPDX-License-Identifier: MIT
// The highest u32, and its index.
#define VKOP_ORDER(bits) (~(bits))
#define VKOP_LAST 0u
#include "vkscan/operators/arg.glsl"
