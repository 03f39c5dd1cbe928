/* SPDX-License-Identifier: MIT */
/* The subject of segmented scans and reductions: the elements of scans, and heads at equal
 * distances or such that few segments are long and many short. */
#include "subject.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "failure.h"
#include "names.h"
#include "parallel.h"
#include "random.h"
#include "reference_segments.h"

#define LENGTH 4096 /* default elements of a segment */
#define KEY_SIZE 4  /* bytes */
#define MOVE_MOST 8 /* times that a move reads what it writes, at most */

/* ---- options ---- */

static int parse_lengths(const char *text, void *to)
{
    struct subject_params *params = to;
    const bool rows = params->heads <= VKSCAN_HEADS_ROWS;
    const int status = names_parse(NAMES_LENGTHS, text, &params->segment_lengths);

    return !status && rows && params->segment_lengths != LENGTHS_EQUAL
               ? misused("--segments %s is for --heads bytes, bits, words or keys: rows are equal",
                         text)
               : status;
}

static const struct option options[] = {
    SUBJECT_ROW("heads", "NAME", "of segments, rows if not given:", NAMES_HEADS,
                SUBJECT_SEGMENTED_SCANS, OPTION_NAME, heads, 0),
    SUBJECT_ROW("length", "COUNT", "of a segment in the mean, 4096 if not given", OPTION_NO_NAMES,
                SUBJECT_SEGMENTS, OPTION_NUMBER, segment_length, UINT32_MAX),
    SUBJECT_READ("segments", "NAME", "equal if not given, or power: many short and few long",
                 SUBJECT_SEGMENTED_SCANS, parse_lengths),
    {.name = NULL},
};

static bool is_reduction(const vkscan_plan_params *plan)
{
    return plan->primitive == VKSCAN_PRIMITIVE_SEGMENTED_REDUCE;
}

/* Reductions are of rows. */
static void settle(struct subject_params *params, vkscan_plan_params *plan)
{
    vkscan_segments_params *segments = &params->segments;

    plan->op = params->op;
    plan->out_type = params->out_type;
    plan->determinism = params->determinism;
    plan->flags |= is_reduction(plan) ? 0 : params->flags;
    params->segment_length = params->segment_length ? params->segment_length : LENGTH;
    segments->struct_size = sizeof(*segments);
    segments->primitive = plan->primitive;
    segments->heads = is_reduction(plan) || !params->heads ? VKSCAN_HEADS_ROWS : params->heads;
    segments->length = segments->heads == VKSCAN_HEADS_ROWS ? params->segment_length : 0;
    segments->key_size = segments->heads == VKSCAN_HEADS_KEYS ? KEY_SIZE : 0;
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

    label->op = vkscan_op_name(plan->op);
    snprintf(label->segments, sizeof(label->segments), "%s of %" PRIu32 "%s%s%s",
             rows ? "rows" : "segments", params->segment_length, rows ? "" : " by ",
             rows ? "" : names_get(NAMES_HEADS, (int)heads_of(plan)),
             !rows && params->segment_lengths == LENGTHS_POWER ? " in a power law" : "");
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

static uint64_t results_of(const vkscan_plan_params *plan, uint64_t count)
{
    const struct reference_segments segments = {.plan = plan, .count = count};

    return reference_segments_results(&segments);
}

static void segment_ports(const vkscan_plan_params *plan, uint64_t count,
                          struct subject_layout *layout)
{
    const uint32_t in = vkscan_type_size(plan->type);
    const uint32_t out = vkscan_type_size(plan->out_type ? plan->out_type : plan->type);

    layout->read.ports[0] = (struct subject_port){VKSCAN_PORT_SOURCE, count * in, 0};
    layout->read.ports[1] = (struct subject_port){
        VKSCAN_PORT_HEADS, (count * head_bits(heads_of(plan)) + 31) / 32 * 4, 0};
    layout->written.ports[0] =
        (struct subject_port){VKSCAN_PORT_DESTINATION, results_of(plan, count) * out, 0};
    layout->copies = out / in;
}

/* Returns the work of the limit. It is a move where less is written than is read, unless it is next
 * to nothing. It reads the heads too, unless more is written than is read. */
static struct limit_work segment_limit(const struct subject_run *run)
{
    const struct subject_port *read = run->layout.read.ports;
    const uint64_t written = run->layout.written.size, copies = run->layout.copies;
    const bool reduces = is_reduction(run->plan), rows = heads_of(run->plan) == VKSCAN_HEADS_ROWS;
    const uint32_t length = params_of(run->plan)->segment_length;

    if (reduces && length > MOVE_MOST * copies)
        return (struct limit_work){LIMIT_READ, .read = read[0].size};
    if (reduces ? length == 1 || length < copies : copies > 1 || rows)
        return (struct limit_work){LIMIT_COPY, read[0].size, written, 0};
    return (struct limit_work){LIMIT_MOVE, read[0].size + read[1].size, written, 0};
}

/* ---- data ---- */

struct heads {
    vkscan_heads kind;
    uint64_t length;
    double log_longest; /* of a power law, by e; 0: all have the length */
    unsigned char *to;
};

/* Returns the logarithm of the longest of lengths whose density is 1 / length, from 1 on, and that
 * have this mean: (longest - 1) / ln(longest). */
static double find_longest(double mean)
{
    double log_longest = 1;

    for (uint32_t i = 0; i < 100; i++)
        log_longest = log(1 + mean * log_longest);
    return log_longest;
}

static uint64_t next_head(const struct heads *heads, uint64_t head)
{
    const double part = (double)(random_of(head + RANDOM_STEP) >> 11) * 0x1p-53;

    return head +
           (heads->log_longest > 0 ? (uint64_t)exp(part * heads->log_longest) : heads->length);
}

/* Stores the head of an element, whose segment begins at `head`. */
static void store_head(const struct heads *heads, uint64_t at, uint64_t head)
{
    const uint32_t begins = at == head, key = (uint32_t)random_of(head);
    unsigned char *byte = heads->to + at / 8;

    switch (heads->kind) {
    case VKSCAN_HEADS_BITS:
        *byte = (unsigned char)((*byte & ~(1u << at % 8)) | begins << at % 8);
        break;
    case VKSCAN_HEADS_BYTES:
        heads->to[at] = (unsigned char)begins;
        break;
    case VKSCAN_HEADS_WORDS:
        memcpy(heads->to + at * sizeof(begins), &begins, sizeof(begins));
        break;
    default:
        memcpy(heads->to + at * sizeof(key), &key, sizeof(key));
    }
}

/* Stores the heads of a part, at which a segment begins if lengths are by a power law. */
static void fill_part(void *user, const struct parallel_part *part)
{
    const struct heads *heads = user;
    const bool equal = !(heads->log_longest > 0);
    uint64_t head = part->first - (equal ? part->first % heads->length : 0);
    uint64_t next = next_head(heads, head);

    for (uint64_t i = part->first; i < part->end; i++) {
        if (i == next) {
            head = i;
            next = next_head(heads, head);
        }
        store_head(heads, i, head);
    }
}

static bool fill_segments(const struct subject_run *run, enum reference_sort_data data)
{
    const struct subject_params *params = params_of(run->plan);
    struct heads heads = {
        .kind = heads_of(run->plan),
        .length = params->segment_length,
        .log_longest =
            params->segment_lengths == LENGTHS_POWER ? find_longest(params->segment_length) : 0,
        .to = (unsigned char *)subject_second_read(run),
    };

    if (heads.kind != VKSCAN_HEADS_ROWS)
        parallel_for(run->plan->capacity, fill_part, &heads);
    return subject_fold.fill(run, data);
}

/* ---- the check, and the loop on one core ---- */

struct job {
    struct reference_segments segments;
    const void *result;
    uint64_t wrong[PARALLEL_PARTS]; /* a result that is wrong, or the count */
};

static struct reference_segments segments_of(const struct subject_run *run)
{
    return (struct reference_segments){.plan = run->plan,
                                       .source = run->read,
                                       .heads = subject_second_read(run),
                                       .count = run->plan->capacity};
}

static void check_part(void *user, const struct parallel_part *part)
{
    struct job *job = user;
    uint64_t at;

    const bool right =
        reference_segments_check(&job->segments, part->first, part->end, job->result, &at);
    job->wrong[part->index] = right ? job->segments.count : at;
}

static bool check_segments(const struct subject_run *run, uint64_t *at)
{
    const uint64_t count = run->plan->capacity;
    struct job job = {.segments = segments_of(run), .result = run->written};
    const uint32_t parts = parallel_for(count, check_part, &job);

    *at = count;
    for (uint32_t i = 0; i < parts && *at == count; i++)
        *at = job.wrong[i];
    return *at == count;
}

static bool compute_segments(const struct subject_run *run)
{
    const struct reference_segments segments = segments_of(run);

    reference_segments_run(&segments, run->written);
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
