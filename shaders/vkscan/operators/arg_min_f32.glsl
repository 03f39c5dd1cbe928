// SPDX-License-Identifier: MIT
// The lowest f32, or the first NaN, and its index.
#define VKOP_ORDER(bits) vkop_ascending(bits)
#define VKOP_LAST 0x7f800000u
#include "vkscan/operators/order.glsl"
#include "vkscan/operators/arg.glsl"
