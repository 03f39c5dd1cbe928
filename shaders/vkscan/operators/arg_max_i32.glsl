// SPDX-License-Identifier: MIT
// The highest i32, and its index.
#define VKOP_ORDER(bits) (~(bits) ^ 0x80000000u)
#define VKOP_LAST 0x80000000u
#include "vkscan/operators/arg.glsl"
