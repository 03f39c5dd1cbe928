/* SPDX-License-Identifier: MIT */
/* The state and the parameters of segments, which scans and reductions share. */
#ifndef VKSCAN_PRIMITIVE_SEGMENTS_H
#define VKSCAN_PRIMITIVE_SEGMENTS_H

#include "primitive.h"
#include "segments/segments.h"

/* Returns the plan's parameters. */
vkscan_segments_params vks_segments_params(const struct plan *plan);

/* Returns the kernels' parameter by rows: the length of a row, or one that is longer than any array
 * and with a tile more is in reach of 32 bits. */
uint64_t vks_segments_length(const struct plan *plan);

/* Checks what scans and reductions have alike. Errors: RESULT_INVALID, reported. */
VkResult vks_segments_check(const vkscan_plan_params *params, const struct element_type *type,
                            const struct report *errors);

/* Fills in a plan's own members. */
void vks_segments_resolve(const struct caps *caps, const vkscan_plan_params *params,
                          struct plan *plan);

#endif
