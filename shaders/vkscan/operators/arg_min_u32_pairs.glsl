// SPDX-License-Identifier: MIT
// The lowest u32, of a source of pairs of value and index.
#define VKOP_PAIRS
#define VKOP_ORDER(bits) (bits)
#define VKOP_LAST 0xffffffffu
#include "vkscan/operators/arg.glsl"
