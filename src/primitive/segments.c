/* SPDX-License-Identifier: MIT */
/* The state and the parameters of segments, which scans and reductions share. */
#include "segments.h"

#include <inttypes.h>
#include <string.h>

_Static_assert(VKSCAN_HEADS_ROWS == HEADS_ROWS && VKSCAN_HEADS_BYTES == HEADS_BYTES &&
                   VKSCAN_HEADS_BITS == HEADS_BITS && VKSCAN_HEADS_WORDS == HEADS_WORDS &&
                   VKSCAN_HEADS_KEYS == HEADS_KEYS && VKSCAN_HEADS_OFFSETS == HEADS_OFFSETS,
               "segments/segments.h and vkscan/segments.h differ");

/* ---- state ---- */

vkscan_segments_params vks_segments_params(const struct plan *plan)
{
    vkscan_segments_params own;

    _Static_assert(sizeof(own) <= sizeof(plan->own), "plan.own is too small");
    memcpy(&own, plan->own, sizeof(own));
    return own;
}

void vks_segments_resolve(const struct caps *caps, const vkscan_plan_params *params,
                          struct plan *plan)
{
    (void)caps;
    memcpy(plan->own, params->details, sizeof(vkscan_segments_params));
    plan->exclusive = params->primitive == VKSCAN_PRIMITIVE_SEGMENTED_EXCLUSIVE_SCAN;
}

uint64_t vks_segments_length(const struct plan *plan)
{
    return vks_least(vks_segments_params(plan).length, INT32_MAX);
}

void vks_segments_constants(const struct plan *plan, struct constants *list)
{
    const vkscan_segments_params segments = vks_segments_params(plan);
    const bool has_starts = segments.flags & VKSCAN_SEGMENTS_STARTS_BIT;

    vks_constants_add(list, SPEC_HEADS,
                      has_starts                      ? HEADS_STARTS
                      : vks_segments_have_flags(plan) ? HEADS_FOUND
                                                      : (uint32_t)segments.heads);
    vks_constants_add(list, SPEC_OFFSET_BYTES,
                      segments.offset_size > 0 ? segments.offset_size : sizeof(uint32_t));
}

bool vks_segments_have_seeds(const struct plan *plan)
{
    return vks_segments_params(plan).flags & VKSCAN_SEGMENTS_SEEDS_BIT;
}

uint32_t vks_segments_operands(const struct plan *plan, uint32_t operands)
{
    return operands | (vks_segments_have_seeds(plan) ? OPERAND_SEEDS : 0);
}

/* ---- ports ---- */

uint64_t vks_segments_most(const struct plan *plan)
{
    const vkscan_segments_params segments = vks_segments_params(plan);

    return vks_segments_by_offsets(plan)   ? segments.segments
           : vks_segments_have_flags(plan) ? plan->capacity
                                           : vks_segments_columns(plan, plan->capacity);
}

uint64_t vks_segments_seeds(const struct plan *plan)
{
    const uint64_t most = vks_segments_have_seeds(plan) ? vks_segments_most(plan) : 1;

    return most > 0 ? most : 1;
}

bool vks_segments_by_offsets(const struct plan *plan)
{
    return vks_segments_params(plan).heads == VKSCAN_HEADS_OFFSETS;
}

bool vks_segments_has_number(const struct plan *plan)
{
    return vks_segments_params(plan).flags & VKSCAN_SEGMENTS_NUMBER_IN_BUFFER_BIT;
}

uint32_t vks_segments_offset_bits(const struct plan *plan)
{
    return 8 * vks_segments_params(plan).offset_size;
}

uint64_t vks_segments_offsets(const struct plan *plan)
{
    const vkscan_segments_params segments = vks_segments_params(plan);

    return segments.segments + (segments.flags & VKSCAN_SEGMENTS_STARTS_BIT ? 0 : 1);
}

static bool are_flags(vkscan_heads heads)
{
    return heads != VKSCAN_HEADS_ROWS && heads != VKSCAN_HEADS_OFFSETS;
}

bool vks_segments_have_flags(const struct plan *plan)
{
    return are_flags(vks_segments_params(plan).heads);
}

uint32_t vks_segments_head_bits(const struct plan *plan)
{
    const vkscan_segments_params segments = vks_segments_params(plan);

    return segments.heads == VKSCAN_HEADS_BITS    ? 1
           : segments.heads == VKSCAN_HEADS_BYTES ? 8
           : segments.heads == VKSCAN_HEADS_KEYS  ? 8 * segments.key_size
                                                  : 32;
}

/* ---- parameters ---- */

const struct element_type *vks_segments_out(const vkscan_plan_params *params)
{
    const vkscan_operator *user = params->user_operator;

    return user ? vks_operator_type(user->element_size)
                : vks_plan_params_out(params, vks_element_op(params->op));
}

static VkResult check_heads(const vkscan_segments_params *segments, const struct report *errors)
{
    const bool is_rows = segments->heads == VKSCAN_HEADS_ROWS;

    if (segments->heads < VKSCAN_HEADS_ROWS || segments->heads > VKSCAN_HEADS_OFFSETS)
        return vks_report(errors, RESULT_INVALID,
                          "details.heads is %d: name one, such as VKSCAN_HEADS_ROWS",
                          (int)segments->heads);
    if (is_rows != (segments->length > 0))
        return vks_report(errors, RESULT_INVALID, "details.length is %" PRIu64 ": %s",
                          segments->length,
                          is_rows ? "VKSCAN_HEADS_ROWS needs the elements of a row"
                                  : "it is for VKSCAN_HEADS_ROWS alone");
    return vks_plan_check_key_size(segments->key_size, segments->heads == VKSCAN_HEADS_KEYS,
                                   "VKSCAN_HEADS_KEYS", errors);
}

/* Returns the columns of a matrix, of rows one. */
static uint64_t columns_taken(const vkscan_segments_params *segments)
{
    return segments->columns > 0 ? segments->columns : segments->stride > 0 ? segments->stride : 1;
}

/* Tells whether elements are in two rows or columns. */
static bool rows_overlap(const vkscan_segments_params *segments)
{
    const uint64_t stride = segments->stride > 0 ? segments->stride : 1,
                   columns = columns_taken(segments);

    return segments->pitch > 0 && (segments->pitch < columns ||
                                   (segments->pitch - columns) / stride < segments->length - 1);
}

/* Checks where rows and columns lie. */
static VkResult check_strides(const vkscan_plan_params *params, const struct report *errors)
{
    const vkscan_segments_params *segments = params->details;

    if (segments->heads != VKSCAN_HEADS_ROWS)
        return segments->stride == 0 && segments->pitch == 0 && segments->columns == 0
                   ? VK_SUCCESS
                   : vks_report(errors, RESULT_INVALID,
                                "details.stride is %" PRIu64 ", pitch %" PRIu64 ", columns %" PRIu64
                                ": they are for VKSCAN_HEADS_ROWS alone",
                                segments->stride, segments->pitch, segments->columns);
    if (segments->stride > 1 && params->capacity > 0 && segments->stride > params->capacity)
        return vks_report(errors, RESULT_INVALID,
                          "details.stride is %" PRIu64 ": a line has more elements than the "
                          "capacity %" PRIu64,
                          segments->stride, params->capacity);
    if (segments->columns > 1 && segments->columns > segments->stride)
        return vks_report(errors, RESULT_INVALID,
                          "details.columns is %" PRIu64 ", and details.stride %" PRIu64
                          ": a line has as many elements",
                          segments->columns, segments->stride);
    if (params->primitive != VKSCAN_PRIMITIVE_SEGMENTED_REDUCE && rows_overlap(segments))
        return vks_report(errors, RESULT_INVALID,
                          "details.pitch is %" PRIu64
                          ": rows overlap, and a scan would write to both",
                          segments->pitch);
    if (segments->pitch > 0 && vks_divide_up(params->capacity, segments->pitch) >
                                   (INT32_MAX - VECTOR_BYTES) / columns_taken(segments))
        return vks_report(errors, RESULT_TOO_LARGE,
                          "details.pitch is %" PRIu64 ": more than %d rows or columns begin in "
                          "the capacity %" PRIu64,
                          segments->pitch, INT32_MAX - VECTOR_BYTES, params->capacity);
    return VK_SUCCESS;
}

/* Checks the flags, of which one alone is for all heads. */
static VkResult check_flags(const vkscan_plan_params *params, const struct report *errors)
{
    const vkscan_segments_params *segments = params->details;
    const uint32_t of_all = VKSCAN_SEGMENTS_SEEDS_BIT;
    const uint32_t of_offsets =
        VKSCAN_SEGMENTS_STARTS_BIT | VKSCAN_SEGMENTS_NUMBER_IN_BUFFER_BIT | of_all;
    const bool is_by_offsets = segments->heads == VKSCAN_HEADS_OFFSETS;

    if (segments->flags & ~(is_by_offsets ? of_offsets : of_all))
        return vks_report(errors, RESULT_INVALID, "details.flags are 0x%x: %s", segments->flags,
                          segments->flags & ~of_offsets
                              ? "they are a mask of vkscan_segments_flag"
                              : "all but VKSCAN_SEGMENTS_SEEDS_BIT are for VKSCAN_HEADS_OFFSETS "
                                "alone");
    if (segments->flags & of_all && !(params->flags & VKSCAN_PLAN_SEED_IN_BUFFER_BIT))
        return vks_report(errors, RESULT_INVALID,
                          "details.flags are 0x%x: with VKSCAN_SEGMENTS_SEEDS_BIT a plan has "
                          "VKSCAN_PLAN_SEED_IN_BUFFER_BIT, as the seeds are in VKSCAN_PORT_SEED",
                          segments->flags);
    return VK_SUCCESS;
}

/* Checks what is for offsets alone. */
static VkResult check_offsets(const vkscan_segments_params *segments, const struct report *errors)
{
    const bool is_by_offsets = segments->heads == VKSCAN_HEADS_OFFSETS;

    if (is_by_offsets != (segments->segments > 0))
        return vks_report(errors, RESULT_INVALID, "details.segments is %" PRIu64 ": %s",
                          segments->segments,
                          is_by_offsets ? "VKSCAN_HEADS_OFFSETS needs the number of segments"
                                        : "it is for VKSCAN_HEADS_OFFSETS alone");
    if (is_by_offsets ? segments->offset_size != 4 && segments->offset_size != 8
                      : segments->offset_size > 0)
        return vks_report(
            errors, RESULT_INVALID, "details.offset_size is %u: %s", segments->offset_size,
            is_by_offsets ? "an offset has 4 or 8 bytes" : "it is for VKSCAN_HEADS_OFFSETS alone");
    return VK_SUCCESS;
}

/* Checks what reductions by flags and keys write besides their results. */
static VkResult check_segment_outputs(const vkscan_plan_params *params, const struct report *errors)
{
    const vkscan_segments_params *segments = params->details;
    const bool reduces = params->primitive == VKSCAN_PRIMITIVE_SEGMENTED_REDUCE;
    const uint32_t of_flags = VKSCAN_SELECT_OUTPUT_NUMBER_BIT | VKSCAN_SELECT_OUTPUT_ARGUMENTS_BIT;
    const uint32_t of_keys = of_flags | VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT;
    const uint32_t known = !reduces || !are_flags(segments->heads) ? 0
                           : segments->heads == VKSCAN_HEADS_KEYS  ? of_keys
                                                                   : of_flags;

    if (segments->outputs & ~known)
        return vks_report(errors, RESULT_INVALID,
                          "details.outputs are 0x%x: segmented-reduce has NUMBER and ARGUMENTS by "
                          "flags or keys, and by keys ELEMENTS; all else has none",
                          segments->outputs);
    if (segments->divisor > 1 && !(segments->outputs & VKSCAN_SELECT_OUTPUT_ARGUMENTS_BIT))
        return vks_report(errors, RESULT_INVALID,
                          "details.divisor is %u, and details.outputs 0x%x has no arguments",
                          segments->divisor, segments->outputs);
    return VK_SUCCESS;
}

/* Checks that an operator that rounds, as any of users may, need not give the same bits everywhere.
 */
static VkResult check_determinism(const vkscan_plan_params *params, const struct element_type *type,
                                  const struct report *errors)
{
    const struct op *op = vks_element_op(params->op);
    const struct element_type *out = vks_segments_out(params);
    const vkscan_operator *user = params->user_operator;

    if (params->determinism != VKSCAN_DETERMINISM_EVERYWHERE ||
        (!user && !vks_element_computation(type, out, op).rounds))
        return VK_SUCCESS;
    return vks_report(
        errors, RESULT_INVALID, "%s by %s of %s rounds: it has no VKSCAN_DETERMINISM_EVERYWHERE",
        vkscan_primitive_name(params->primitive), user ? user->name : op->name, out->name);
}

VkResult vks_segments_check(const vkscan_plan_params *params, const struct element_type *type,
                            const struct report *errors)
{
    const vkscan_operator *user = params->user_operator;

    if (!params->details)
        return vks_report(errors, RESULT_INVALID,
                          "details is NULL: %s needs vkscan_segments_params",
                          vkscan_primitive_name(params->primitive));
    if (user && user->second_size)
        return vks_report(errors, RESULT_INVALID,
                          "user operator %s has two sources, and %s takes one: combine them by a "
                          "kernel of your own first",
                          user->name, vkscan_primitive_name(params->primitive));
    if (params->flags & VKSCAN_PLAN_TOTAL_IN_BUFFER_BIT)
        return vks_report(errors, RESULT_INVALID, "%s takes no VKSCAN_PLAN_TOTAL_IN_BUFFER_BIT",
                          vkscan_primitive_name(params->primitive));
    VkResult result = check_determinism(params, type, errors);
    if (result == VK_SUCCESS)
        result = check_heads(params->details, errors);
    if (result == VK_SUCCESS)
        result = check_strides(params, errors);
    if (result == VK_SUCCESS)
        result = check_offsets(params->details, errors);
    if (result == VK_SUCCESS)
        result = check_flags(params, errors);
    return result == VK_SUCCESS ? check_segment_outputs(params, errors) : result;
}

VkResult vks_segments_check_number(uint64_t number, uint64_t words, const struct report *errors)
{
    const uint64_t most = (INT32_MAX - VECTOR_BYTES) / words;

    if (number > most)
        return vks_report(errors, RESULT_TOO_LARGE,
                          "details.segments is %" PRIu64 ": there are at most %" PRIu64
                          " segments by offsets",
                          number, most);
    return VK_SUCCESS;
}
