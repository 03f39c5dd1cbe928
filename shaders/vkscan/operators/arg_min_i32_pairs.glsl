// SPDX-License-Identifier: MIT
// The lowest i32, of a source of pairs of value and index.
#define VKOP_PAIRS
#define VKOP_ORDER(bits) ((bits) ^ 0x80000000u)
#define VKOP_LAST 0x7fffffffu
#include "vkscan/operators/arg.glsl"
