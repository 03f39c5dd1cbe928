// SPDX-License-Identifier: MIT
// The highest f32, or the first NaN, and its index.
#define VKOP_ORDER(bits) vkop_descending(bits)
#define VKOP_LAST 0xff800000u
#include "vkscan/operators/order.glsl"
#include "vkscan/operators/arg.glsl"
