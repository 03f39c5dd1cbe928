/* SPDX-License-Identifier: MIT */
/* Segments on one core: each is found, and scanned or reduced as if it were the whole. */
#include "reference_segments.h"

#include <stdlib.h>
#include <string.h>

#include "reference.h"
#include "type.h"

static const vkscan_segments_params *params_of(const struct reference_segments *segments)
{
    return segments->plan->details;
}

bool reference_segments_begin(const struct reference_segments *segments, uint64_t at)
{
    const vkscan_segments_params *params = params_of(segments);
    const unsigned char *heads = segments->heads;
    const uint64_t size = params->key_size;
    uint32_t word;

    if (at == 0)
        return true;
    switch (params->heads) {
    case VKSCAN_HEADS_BYTES:
        return heads[at] != 0;
    case VKSCAN_HEADS_BITS:
        return heads[at / 8] >> at % 8 & 1;
    case VKSCAN_HEADS_WORDS:
        memcpy(&word, heads + at * sizeof(word), sizeof(word));
        return word != 0;
    case VKSCAN_HEADS_KEYS:
        return memcmp(heads + at * size, heads + (at - 1) * size, size) != 0;
    default:
        return at % params->length == 0;
    }
}

static uint64_t offset_of(const struct reference_segments *segments, uint64_t k)
{
    const bool has_starts = params_of(segments)->flags & VKSCAN_SEGMENTS_STARTS_BIT;
    const uint32_t size = params_of(segments)->offset_size;
    uint64_t offset = 0;

    if (has_starts && k == segments->number)
        return segments->count;
    memcpy(&offset, (const char *)segments->heads + k * size, size);
    return offset < segments->count ? offset : segments->count;
}

/* Returns the first segment whose offset is no less than `element`. */
static uint64_t segment_from(const struct reference_segments *segments, uint64_t element)
{
    uint64_t low = 0, high = segments->number;

    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (offset_of(segments, middle) < element)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Returns the first offset that is no less than `element`; the count if none is. */
static uint64_t offset_from(const struct reference_segments *segments, uint64_t element)
{
    const uint64_t offset = offset_of(segments, segment_from(segments, element));

    return offset < element ? segments->count : offset;
}

/* Returns the first element from `at` on at which a segment begins; the count if none does. */
static uint64_t next_head(const struct reference_segments *segments, uint64_t at)
{
    const vkscan_segments_params *params = params_of(segments);

    if (params->heads == VKSCAN_HEADS_ROWS) {
        const uint64_t left = (params->length - at % params->length) % params->length;
        return left < segments->count - at ? at + left : segments->count;
    }
    if (params->heads == VKSCAN_HEADS_OFFSETS)
        return at > 0 ? offset_from(segments, at) : 0;
    while (at < segments->count && !reference_segments_begin(segments, at))
        at++;
    return at;
}

static uint32_t out_size_of(const vkscan_plan_params *plan)
{
    return type_size(plan->out_type == VKSCAN_TYPE_NONE ? plan->type : plan->out_type);
}

static bool reduces(const struct reference_segments *segments)
{
    return segments->plan->primitive == VKSCAN_PRIMITIVE_SEGMENTED_REDUCE;
}

static bool is_by_offsets(const struct reference_segments *segments)
{
    return params_of(segments)->heads == VKSCAN_HEADS_OFFSETS;
}

/* Tells whether there are results of offsets, not of heads. */
static bool reduces_by_offsets(const struct reference_segments *segments)
{
    return reduces(segments) && is_by_offsets(segments);
}

/* Returns the plan by which one segment is computed. */
static vkscan_plan_params plan_of_one(const vkscan_plan_params *plan)
{
    vkscan_plan_params one = *plan;

    one.primitive = plan->primitive == VKSCAN_PRIMITIVE_SEGMENTED_REDUCE ? VKSCAN_PRIMITIVE_REDUCE
                    : plan->primitive == VKSCAN_PRIMITIVE_SEGMENTED_EXCLUSIVE_SCAN
                        ? VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN
                        : VKSCAN_PRIMITIVE_INCLUSIVE_SCAN;
    one.details = NULL;
    return one;
}

/* ---- columns, and rows that do not lie one behind another ---- */

static bool is_by_columns(const struct reference_segments *segments)
{
    const vkscan_segments_params *params = params_of(segments);

    return params->stride > 1 || (params->pitch > 0 && params->pitch != params->length);
}

static uint64_t stride_of(const struct reference_segments *segments)
{
    return params_of(segments)->stride > 0 ? params_of(segments)->stride : 1;
}

/* Returns the columns of a matrix. */
static uint64_t columns_of(const struct reference_segments *segments)
{
    return params_of(segments)->columns > 0 ? params_of(segments)->columns : stride_of(segments);
}

/* Returns the quotient, rounded up. */
static uint64_t divide_up(uint64_t a, uint64_t b)
{
    return a / b + (a % b > 0);
}

/* Returns the number of columns of the matrices that begin before the element. */
static uint64_t columns_before(const struct reference_segments *segments, uint64_t end)
{
    const vkscan_segments_params *params = params_of(segments);
    const uint64_t lines = divide_up(end, stride_of(segments));

    return (params->pitch > 0 ? divide_up(end, params->pitch) : divide_up(lines, params->length)) *
           columns_of(segments);
}

/* Returns the first element of a column. */
static uint64_t column_begin(const struct reference_segments *segments, uint64_t column)
{
    const vkscan_segments_params *params = params_of(segments);
    const uint64_t matrix = column / columns_of(segments),
                   pitch = params->pitch > 0 ? params->pitch : params->length * stride_of(segments);

    return matrix * pitch + column % columns_of(segments);
}

static uint64_t column_length(const struct reference_segments *segments, uint64_t column)
{
    const vkscan_segments_params *params = params_of(segments);
    const uint64_t begin = column_begin(segments, column),
                   left = begin < segments->count ? segments->count - begin : 0;
    const uint64_t lines = divide_up(left, stride_of(segments));

    return lines < params->length ? lines : params->length;
}

/* Copies elements of a size that lie some elements apart to where they lie others apart. */
static void gather(const char *from, uint64_t stride, uint64_t to_stride, uint64_t count,
                   uint64_t size, char *to)
{
    for (uint64_t i = 0; i < count; i++)
        memcpy(to + i * to_stride * size, from + i * stride * size, size);
}

/* Returns the number of segments that begin before the element. Not by offsets. */
static uint64_t segments_before(const struct reference_segments *segments, uint64_t end)
{
    uint64_t number = 0;

    if (is_by_columns(segments))
        return columns_before(segments, end);
    if (params_of(segments)->heads == VKSCAN_HEADS_ROWS)
        return end / params_of(segments)->length + (end % params_of(segments)->length > 0);
    for (uint64_t at = 0; at < end; at++)
        number += reference_segments_begin(segments, at);
    return number;
}

uint64_t reference_segments_results(const struct reference_segments *segments)
{
    return reduces_by_offsets(segments) ? segments->number
           : reduces(segments)          ? segments_before(segments, segments->count)
                                        : segments->count;
}

bool reference_segments_write(const struct reference_segments *segments, uint64_t result)
{
    const vkscan_segments_params *params = params_of(segments);

    if (reduces(segments) || !is_by_columns(segments))
        return true;
    const uint64_t place = params->pitch > 0 ? result % params->pitch : result;
    const uint64_t line = place / stride_of(segments), column = place % stride_of(segments);
    return column < columns_of(segments) && (params->pitch == 0 || line < params->length);
}

/* Returns the segment by offsets that has an element. */
static uint64_t segment_with(const struct reference_segments *segments, uint64_t element)
{
    const uint64_t behind = segment_from(segments, element + 1);

    return behind > 0 && offset_of(segments, behind) > element ? behind - 1 : REFERENCE_NO_SEGMENT;
}

/* Returns the segment that begins at a head, of this number unless it is by offsets. */
static struct reference_segment segment_from_head(const struct reference_segments *segments,
                                                  uint64_t head, uint64_t number)
{
    const bool is_there = head < segments->count;

    return (struct reference_segment){
        .begin = head,
        .end = is_there ? next_head(segments, head + 1) : head,
        .place = reduces(segments) ? number : head,
        .number = is_by_offsets(segments) && is_there ? segment_with(segments, head) : number};
}

/* Returns the first segment that begins at an element or behind it. It is empty if none does. */
static struct reference_segment segment_at(const struct reference_segments *segments, uint64_t at)
{
    const uint64_t head = next_head(segments, at);

    return segment_from_head(segments, head,
                             is_by_offsets(segments) ? 0 : segments_before(segments, head));
}

static struct reference_segment segment_behind(const struct reference_segments *segments,
                                               const struct reference_segment *before)
{
    return segment_from_head(segments, before->end, before->number + 1);
}

static struct reference_segment segment_by_offsets(const struct reference_segments *segments,
                                                   uint64_t k)
{
    return (struct reference_segment){offset_of(segments, k), offset_of(segments, k + 1), k, k};
}

const void *reference_segments_seed(const struct reference_segments *segments,
                                    const struct reference_segment *segment)
{
    const vkscan_plan_params *plan = segments->plan;
    const uint64_t size =
        plan->user_operator ? plan->user_operator->element_size : out_size_of(plan);

    if (!segments->seed || !(params_of(segments)->flags & VKSCAN_SEGMENTS_SEEDS_BIT))
        return segments->seed;
    return segment->number == REFERENCE_NO_SEGMENT
               ? NULL
               : (const char *)segments->seed + segment->number * size;
}

void reference_segments_each(const struct reference_segments *segments,
                             void (*visit)(const struct reference_segments *segments,
                                           const struct reference_segment *segment, void *context),
                             void *context)
{
    if (reduces_by_offsets(segments))
        for (uint64_t k = 0; k < segments->number; k++) {
            const struct reference_segment segment = segment_by_offsets(segments, k);
            visit(segments, &segment, context);
        }
    else
        for (struct reference_segment segment = segment_at(segments, 0);
             segment.begin < segments->count; segment = segment_behind(segments, &segment))
            visit(segments, &segment, context);
}

static void run_segment(const struct reference_segments *segments,
                        const struct reference_segment *segment, void *destination)
{
    const vkscan_plan_params one = plan_of_one(segments->plan);

    reference_run(&one, reference_segments_seed(segments, segment),
                  (const char *)segments->source + segment->begin * type_size(one.type),
                  segment->end - segment->begin,
                  (char *)destination + segment->place * out_size_of(&one));
}

/* Computes a column by a copy of its elements that lie side by side. Returns false without memory.
 */
static bool run_column(const struct reference_segments *segments, uint64_t column,
                       void *destination)
{
    const vkscan_plan_params one = plan_of_one(segments->plan);
    const uint64_t begin = column_begin(segments, column), count = column_length(segments, column),
                   stride = stride_of(segments), size = type_size(one.type),
                   out = out_size_of(&one);
    const struct reference_segment segment = {.number = column};
    char *source = malloc(count * size + 1), *results = malloc((count + 1) * out);
    const bool is_there = source && results;

    if (is_there) {
        gather((const char *)segments->source + begin * size, stride, 1, count, size, source);
        reference_run(&one, reference_segments_seed(segments, &segment), source, count, results);
        if (reduces(segments))
            memcpy((char *)destination + column * out, results, out);
        else
            gather(results, 1, stride, count, out, (char *)destination + begin * out);
    }
    free(source);
    free(results);
    return is_there;
}

bool reference_segments_run(const struct reference_segments *segments, void *destination)
{
    if (!is_by_columns(segments)) {
        reference_segments_each(segments, run_segment, destination);
        return true;
    }
    for (uint64_t k = 0; k < columns_before(segments, segments->count); k++)
        if (!run_column(segments, k, destination))
            return false;
    return true;
}

static bool check_segment(const struct reference_segments *segments,
                          const struct reference_segment *segment, const void *result, uint64_t *at)
{
    const vkscan_plan_params one = plan_of_one(segments->plan);
    const void *source = (const char *)segments->source + segment->begin * type_size(one.type);
    const bool right = reference_check(
        &one, reference_segments_seed(segments, segment), source, segment->end - segment->begin,
        (const char *)result + segment->place * out_size_of(&one), at);

    *at += segment->place;
    return right;
}

/* Checks a column by copies of its elements and its results that lie side by side. Returns false
 * without memory, too. */
static bool check_column(const struct reference_segments *segments, uint64_t column,
                         const void *result, uint64_t *at)
{
    const vkscan_plan_params one = plan_of_one(segments->plan);
    const uint64_t begin = column_begin(segments, column), count = column_length(segments, column),
                   stride = stride_of(segments), size = type_size(one.type),
                   out = out_size_of(&one);
    const struct reference_segment segment = {.number = column};
    char *source = malloc(count * size + 1), *results = malloc(count * out + 1);
    bool right = source && results;

    if (right) {
        gather((const char *)segments->source + begin * size, stride, 1, count, size, source);
        if (!reduces(segments))
            gather((const char *)result + begin * out, stride, 1, count, out, results);
        right =
            reference_check(&one, reference_segments_seed(segments, &segment), source, count,
                            reduces(segments) ? (const char *)result + column * out : results, at);
        *at = reduces(segments) ? column : begin + *at * stride;
    }
    free(source);
    free(results);
    return right;
}

static bool check_by_columns(const struct reference_segments *segments, uint64_t first,
                             uint64_t end, const void *result, uint64_t *at)
{
    for (uint64_t k = columns_before(segments, first); k < columns_before(segments, end); k++)
        if (!check_column(segments, k, result, at))
            return false;
    return true;
}

static bool check_by_offsets(const struct reference_segments *segments, uint64_t first,
                             uint64_t end, const void *result, uint64_t *at)
{
    const uint64_t last = end < segments->count ? segment_from(segments, end) : segments->number;

    for (uint64_t k = segment_from(segments, first); k < last; k++) {
        const struct reference_segment segment = segment_by_offsets(segments, k);
        if (!check_segment(segments, &segment, result, at))
            return false;
    }
    return true;
}

bool reference_segments_check(const struct reference_segments *segments, uint64_t first,
                              uint64_t end, const void *result, uint64_t *at)
{
    if (reduces_by_offsets(segments))
        return check_by_offsets(segments, first, end, result, at);
    if (is_by_columns(segments))
        return check_by_columns(segments, first, end, result, at);
    for (struct reference_segment segment = segment_at(segments, first); segment.begin < end;
         segment = segment_behind(segments, &segment))
        if (!check_segment(segments, &segment, result, at))
            return false;
    return true;
}
