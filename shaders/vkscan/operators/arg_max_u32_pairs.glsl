// SPDX-License-Identifier: MIT
// The highest u32, of a source of pairs of value and index.
#define VKOP_PAIRS
#define VKOP_ORDER(bits) (~(bits))
#define VKOP_LAST 0u
#include "vkscan/operators/arg.glsl"
