// SPDX-License-Identifier: MIT
// The lowest f32, or the first NaN, of a source of pairs of value and index.
#define VKOP_PAIRS
#define VKOP_ORDER(bits) vkop_ascending(bits)
#define VKOP_LAST 0x7f800000u
#include "vkscan/operators/order.glsl"
#include "vkscan/operators/arg.glsl"
