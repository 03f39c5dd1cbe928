/* SPDX-License-Identifier: MIT */
/* For each type, an array of loops by operator. */
#ifndef MEASURE_BASELINE_LOOPS_H
#define MEASURE_BASELINE_LOOPS_H

#include <stdint.h>

#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

typedef void loops_fn(vkscan_primitive primitive, const void *seed, const void *from,
                      uint64_t count, void *to);

#define TYPE(ID, name, bytes, class, key_class, kind, needs)                                       \
    extern loops_fn *const baseline_##name[];
#include "types.def"
#undef TYPE

#endif
