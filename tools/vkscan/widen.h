/* SPDX-License-Identifier: MIT */
/* Elements of types that a command has no kernels for, as others that hold their values. */
#ifndef WIDEN_H
#define WIDEN_H

#include <stdint.h>

#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

/* Returns the type that stands for `type`: u32 for u8 and u16, i32 for i8 and i16, f32 for f16, and
 * f64, which holds integers up to 2^53 and rounds others, for u64 and i64. Of all others, the type.
 */
vkscan_type widen_type(vkscan_type type);

/* Converts elements of `type` in place, where there is room for those that stand for them. */
void widen(vkscan_type type, char *data, uint64_t count);

#endif
