/* SPDX-License-Identifier: MIT */
/* For each output type, loops by operator and source type: those of the reference, which are the
 * benchmark's on one core. */
#ifndef FOLD_LOOPS_H
#define FOLD_LOOPS_H

#include <stdbool.h>
#include <stdint.h>

#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

/* Reduces or scans the elements, which may lie at any alignment, and in place. */
typedef void loops_fn(vkscan_primitive primitive, bool reverse, const void *seed, const void *from,
                      uint64_t count, void *to);

/* Returns the loop for an operator and a source type; NULL if there is none. */
typedef loops_fn *fold_loops_fn(vkscan_op op, vkscan_type source);

#define TYPE(ID, name, bytes, components, class, key_class, kind, needs)                           \
    fold_loops_fn fold_loops_##name;
#include "types.def"
#undef TYPE

#endif
