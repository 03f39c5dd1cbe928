// SPDX-License-Identifier: MIT
// The lowest u32, and its index.
#define VKOP_ORDER(bits) (bits)
#define VKOP_LAST 0xffffffffu
#include "vkscan/operators/arg.glsl"
