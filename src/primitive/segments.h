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

/* Adds the constants of kernels that read offsets: what heads are, whether there is a closing
 * offset, and its bytes. */
void vks_segments_constants(const struct plan *plan, struct constants *list);

/* For rows of ports. */
bool vks_segments_by_offsets(const struct plan *plan);
bool vks_segments_has_number(const struct plan *plan);
uint32_t vks_segments_offset_bits(const struct plan *plan);
uint64_t vks_segments_offsets(const struct plan *plan); /* their number at most */

/* The rows of segments by offsets: the number of these, and the offsets. */
enum { PORT_OFFSETS = PORT_OWN };
#define PORTS_OF_OFFSETS                                                                           \
    [PORT_TOTAL] = {PORT(NUMBER), .elements = vks_plan_one, .operand = OPERAND_TOTAL,              \
                    .exists = vks_segments_has_number},                                            \
    [PORT_OFFSETS] = {PORT(HEADS), vks_segments_offset_bits, vks_segments_offsets,                 \
                      .operand = OPERAND_OWN, .exists = vks_segments_by_offsets}

/* Returns the bits of one of the heads, if they are no rows. */
uint32_t vks_segments_head_bits(const struct plan *plan);

/* Tells whether heads are flags or keys, one for each element. */
bool vks_segments_have_flags(const struct plan *plan);

/* Returns the type of results. */
const struct element_type *vks_segments_out(const vkscan_plan_params *params);

/* Checks what scans and reductions have alike. Errors: RESULT_INVALID, reported. */
VkResult vks_segments_check(const vkscan_plan_params *params, const struct element_type *type,
                            const struct report *errors);

/* Checks the number of segments by offsets, of which each has so many words that kernels index.
 * Errors: RESULT_TOO_LARGE, reported. */
VkResult vks_segments_check_number(const vkscan_plan_params *params, uint64_t words,
                                   const struct report *errors);

/* Fills in a plan's own members. */
void vks_segments_resolve(const struct caps *caps, const vkscan_plan_params *params,
                          struct plan *plan);

#endif
