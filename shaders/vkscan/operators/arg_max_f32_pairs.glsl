// SPDX-License-Identifier: MIT
// The highest f32, or the first NaN, of a source of pairs of value and index.
#define VKOP_PAIRS
#define VKOP_ORDER(bits) vkop_descending(bits)
#define VKOP_LAST 0xff800000u
#include "vkscan/operators/order.glsl"
#include "vkscan/operators/arg.glsl"
