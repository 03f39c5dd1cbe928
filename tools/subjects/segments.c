/* SPDX-License-Identifier: MIT */
/* The subject of segmented scans and reductions: the elements of scans, and heads or offsets. */
#include "subject.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "heads.h"
#include "names.h"
#include "parallel.h"
#include "reference_segments.h"

#define KEY_SIZE 4  /* bytes */
#define MOVE_MOST 8 /* times that a move reads what it writes, at most */

/* ---- options ---- */

static int parse_lengths(const char *text, void *to)
{
    struct subject_params *params = to;
    const int status = option_sizes(text, &params->lengths);

    for (uint32_t i = 0; i < params->lengths.count; i++)
        if (i == 0 || params->lengths.list[i] < params->segment_length)
            params->segment_length = params->lengths.list[i];
    return status;
}

static const struct option options[] = {
    SUBJECT_ROW("heads", "NAME", "how segments are given, rows if not given; sorts have offsets:",
                NAMES_HEADS, SUBJECT_HEADS, OPTION_NAME, heads, 0),
    SUBJECT_READ("length", "SIZES",
                 "mean length of segments (4096 if not given) or runs, or the length of rows",
                 SUBJECT_LENGTHS, parse_lengths),
    SUBJECT_ROW("segments", "NAME",
                "lengths of segments, equal if not given; power: many short, few long:",
                NAMES_LENGTHS, SUBJECT_HEADS | SUBJECT_RUNS, OPTION_NAME, segment_lengths, 0),
    SUBJECT_ROW("stride", "COUNT",
                "distance of a row's elements, 1 if not given; if more, rows are columns",
                OPTION_NO_NAMES, SUBJECT_SEGMENTS, OPTION_NUMBER, stride, UINT32_MAX),
    {.name = NULL},
};

static bool is_reduction(const vkscan_plan_params *plan)
{
    return plan->primitive == VKSCAN_PRIMITIVE_SEGMENTED_REDUCE;
}

/* Tells whether the device finds the segments that it reduces, and tells their number. */
static bool finds(const struct subject_params *params, const vkscan_plan_params *plan)
{
    return is_reduction(plan) && params->heads > VKSCAN_HEADS_ROWS &&
           params->heads != VKSCAN_HEADS_OFFSETS;
}

static void settle(struct subject_params *params, vkscan_plan_params *plan)
{
    vkscan_segments_params *segments = &params->segments;
    const bool by_offsets = params->heads == VKSCAN_HEADS_OFFSETS;

    plan->op = params->op;
    plan->out_type = params->out_type;
    plan->determinism = params->determinism;
    plan->flags |= is_reduction(plan) ? 0 : params->flags;
    segments->struct_size = sizeof(*segments);
    segments->primitive = plan->primitive;
    segments->heads = params->heads ? params->heads : VKSCAN_HEADS_ROWS;
    segments->length = segments->heads == VKSCAN_HEADS_ROWS ? heads_length(params) : 0;
    segments->stride = params->stride;
    segments->key_size = segments->heads == VKSCAN_HEADS_KEYS ? KEY_SIZE : 0;
    segments->segments = by_offsets ? heads_segments(params, plan->capacity) : 0;
    segments->offset_size = by_offsets ? HEADS_OFFSET_SIZE : 0;
    segments->outputs = !finds(params, plan) ? 0
                        : segments->key_size > 0
                            ? VKSCAN_SELECT_OUTPUT_NUMBER_BIT | VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT
                            : VKSCAN_SELECT_OUTPUT_NUMBER_BIT;
    plan->details = segments;
}

/* Returns the parameters that the plan's details, which settle() has set, are in. */
static const struct subject_params *params_of(const vkscan_plan_params *plan)
{
    return (const void *)((const char *)plan->details - offsetof(struct subject_params, segments));
}

static vkscan_heads heads_of(const vkscan_plan_params *plan)
{
    return params_of(plan)->segments.heads;
}

static void set_label(const vkscan_plan_params *plan, struct subject_label *label)
{
    const struct subject_params *params = params_of(plan);
    const bool rows = heads_of(plan) == VKSCAN_HEADS_ROWS;
    const char *kind = !rows ? "segments" : params->stride > 1 ? "columns" : "rows";

    label->op = vkscan_op_name(plan->op);
    snprintf(label->segments, sizeof(label->segments), "%s of %" PRIu64 "%s%s%s", kind,
             heads_length(params), rows ? "" : " by ",
             rows ? "" : names_get(NAMES_HEADS, (int)heads_of(plan)),
             rows ? "" : heads_distribution(params));
}

/* ---- ports ---- */

static uint32_t head_bits(vkscan_heads heads)
{
    static const uint32_t bits[] = {[VKSCAN_HEADS_ROWS] = 0,
                                    [VKSCAN_HEADS_BYTES] = 8,
                                    [VKSCAN_HEADS_BITS] = 1,
                                    [VKSCAN_HEADS_WORDS] = 32,
                                    [VKSCAN_HEADS_KEYS] = 8 * KEY_SIZE};

    return bits[heads];
}

/* Returns the bytes of heads or offsets. */
static uint64_t heads_size(const vkscan_plan_params *plan, uint64_t count)
{
    return heads_of(plan) == VKSCAN_HEADS_OFFSETS
               ? (heads_segments(params_of(plan), count) + 1) * HEADS_OFFSET_SIZE
               : (count * head_bits(heads_of(plan)) + 31) / 32 * 4;
}

/* Returns the number of results, of segments that the device finds at most. */
static uint64_t results_of(const vkscan_plan_params *plan, uint64_t count)
{
    if (finds(params_of(plan), plan))
        return count;
    const struct reference_segments segments = {
        .plan = plan, .count = count, .number = heads_segments(params_of(plan), count)};

    return reference_segments_results(&segments);
}

static void segment_ports(const vkscan_plan_params *plan, uint64_t count,
                          struct subject_layout *layout)
{
    const uint32_t in = vkscan_type_size(plan->type);
    const uint32_t out = vkscan_type_size(plan->out_type ? plan->out_type : plan->type);

    layout->read.ports[0] = (struct subject_port){VKSCAN_PORT_SOURCE, count * in, 0};
    layout->read.ports[1] = (struct subject_port){VKSCAN_PORT_HEADS, heads_size(plan, count), 0};
    layout->written.ports[0] =
        (struct subject_port){VKSCAN_PORT_DESTINATION, results_of(plan, count) * out, 0};
    if (finds(params_of(plan), plan)) {
        layout->written.ports[1] = (struct subject_port){VKSCAN_PORT_NUMBER, sizeof(uint32_t), 0};
        layout->written.ports[2] = (struct subject_port){
            VKSCAN_PORT_SECOND_DESTINATION, count * params_of(plan)->segments.key_size, 0};
    }
    layout->copies = out / in;
}

static struct reference_segments segments_of(const struct subject_run *run)
{
    return (struct reference_segments){.plan = run->plan,
                                       .source = run->read,
                                       .heads = subject_second_read(run),
                                       .count = run->plan->capacity,
                                       .number = params_of(run->plan)->segments.segments};
}

/* Returns the work of the limit. It is a move where less is written than is read, unless it is next
 * to nothing. It reads the heads too, unless more is written than is read. */
static struct limit_work segment_limit(const struct subject_run *run)
{
    const struct subject_port *read = run->layout.read.ports;
    const uint64_t written = run->layout.written.size, copies = run->layout.copies;
    const bool reduces = is_reduction(run->plan), rows = heads_of(run->plan) == VKSCAN_HEADS_ROWS;
    const uint64_t length = heads_length(params_of(run->plan));
    const struct reference_segments segments = segments_of(run);
    const vkscan_type out = run->plan->out_type ? run->plan->out_type : run->plan->type;

    if (finds(params_of(run->plan), run->plan))
        return (struct limit_work){
            LIMIT_MOVE, read[0].size + read[1].size,
            reference_segments_results(&segments) *
                (vkscan_type_size(out) + params_of(run->plan)->segments.key_size),
            0};
    if (reduces && length > MOVE_MOST * copies)
        return (struct limit_work){LIMIT_READ, .read = read[0].size};
    if (reduces && rows ? length == 1 || length < copies : copies > 1 || rows)
        return (struct limit_work){LIMIT_COPY, read[0].size, written, 0};
    return (struct limit_work){LIMIT_MOVE, read[0].size + read[1].size, written, 0};
}

/* ---- data ---- */

static bool fill_segments(const struct subject_run *run, enum reference_sort_data data)
{
    const struct subject_params *params = params_of(run->plan);
    struct heads heads = heads_make(params, heads_of(run->plan), subject_second_read(run));

    if (heads.kind == VKSCAN_HEADS_OFFSETS)
        heads_fill_offsets(&heads, params->segments.segments, run->plan->capacity);
    else if (heads.kind != VKSCAN_HEADS_ROWS)
        heads_fill(&heads, run->plan->capacity);
    return subject_fold.fill(run, data);
}

/* ---- the check, and the loop on one core ---- */

struct job {
    struct reference_segments segments;
    const void *result;
    uint64_t wrong[PARALLEL_PARTS]; /* a result that is wrong, or the count */
};

static void check_part(void *user, const struct parallel_part *part)
{
    struct job *job = user;
    uint64_t at;

    const bool right =
        reference_segments_check(&job->segments, part->first, part->end, job->result, &at);
    job->wrong[part->index] = right ? job->segments.count : at;
}

/* Stores the number of segments, and their keys if there are any. */
static void compute_found(const struct reference_segments *segments, uint32_t key_size,
                          uint32_t *number, char *keys)
{
    *number = 0;
    for (uint64_t i = 0; i < segments->count; i++)
        if (reference_segments_begin(segments, i))
            memcpy(keys + (uint64_t)key_size * (*number)++,
                   (const char *)segments->heads + i * key_size, key_size);
}

/* Checks the number of segments and their keys. Else *at is the key that is wrong. */
static bool check_found(const struct subject_run *run, uint64_t *at)
{
    const struct reference_segments segments = segments_of(run);
    const uint32_t size = params_of(run->plan)->segments.key_size;
    const char *keys = (char *)run->written + run->layout.written.ports[2].place;
    uint32_t number = 0, found;

    for (uint64_t i = 0; i < segments.count; i++)
        if (reference_segments_begin(&segments, i) &&
            memcmp(keys + (uint64_t)size * number++, (const char *)segments.heads + i * size,
                   size) != 0) {
            *at = number - 1;
            return false;
        }
    memcpy(&found, subject_second_written(run), sizeof(found));
    return found == number;
}

static bool check_segments(const struct subject_run *run, uint64_t *at)
{
    const uint64_t count = run->plan->capacity;
    struct job job = {.segments = segments_of(run), .result = run->written};
    const uint32_t parts = parallel_for(count, check_part, &job);

    *at = count;
    for (uint32_t i = 0; i < parts && *at == count; i++)
        *at = job.wrong[i];
    return *at == count && (!finds(params_of(run->plan), run->plan) || check_found(run, at));
}

static bool compute_segments(const struct subject_run *run)
{
    const struct reference_segments segments = segments_of(run);

    if (!reference_segments_run(&segments, run->written))
        return false;
    if (finds(params_of(run->plan), run->plan))
        compute_found(&segments, params_of(run->plan)->segments.key_size,
                      (uint32_t *)(void *)subject_second_written(run),
                      (char *)run->written + run->layout.written.ports[2].place);
    return true;
}

const struct subject subject_segments = {
    .primitives = SUBJECT_SEGMENTS,
    .options = options,
    .settle = settle,
    .label = set_label,
    .ports = segment_ports,
    .fill = fill_segments,
    .limit = segment_limit,
    .check = check_segments,
    .compute = compute_segments,
    .folds = true,
};
