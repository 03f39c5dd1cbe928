/* SPDX-License-Identifier: MIT */
/* For each output type, loops by operator and source type, those of the reference, which are the
 * benchmark's on one core; and the combining of two elements, for those who do that alone. */
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

/* Combines two elements, at any alignment; the result may be one of them. */
typedef void combine_fn(vkscan_op op, const void *left_element, const void *right_element,
                        void *result);

#define TYPE(ID, name, bytes, components, class, key_class, kind, needs)                           \
    fold_loops_fn fold_loops_##name;                                                               \
    combine_fn combine_##name;
#include "types.def"
#undef TYPE

#endif
