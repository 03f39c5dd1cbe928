/* SPDX-License-Identifier: MIT */
/* For each output type, loops by operator and source type. */
#ifndef BASELINE_LOOPS_H
#define BASELINE_LOOPS_H

#include <stdint.h>

#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

typedef void loops_fn(vkscan_primitive primitive, const void *seed, const void *from,
                      uint64_t count, void *to);

/* Returns the loop for an operator and a source type; NULL if there is none. */
typedef loops_fn *baseline_fn(vkscan_op op, vkscan_type source);

#define TYPE(ID, name, bytes, components, class, key_class, kind, needs)                           \
    baseline_fn baseline_##name;
#include "types.def"
#undef TYPE

#endif
