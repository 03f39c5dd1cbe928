/* SPDX-License-Identifier: MIT */
/* Scans and reductions of segments. All elements are one piece, as a segment may end anywhere. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "fold.h"
#include "reference_segments.h"
#include "team.h"

/* ---- options ---- */

static uint32_t found; /* segments by flags or keys, which the device has found */
static char *keys_out; /* NULL: no output */

static bool reduces(const struct job *job)
{
    return job->arguments->command != COMMAND_SEGMENT_SCAN;
}

static bool is_by_key(const struct job *job)
{
    return job->arguments->command == COMMAND_REDUCE_BY_KEY;
}

/* Tells whether the device finds the segments that it reduces. */
static bool finds(const struct job *job)
{
    return reduces(job) && (job->arguments->flags || job->arguments->keys);
}

static const char *name_of(const struct job *job)
{
    return is_by_key(job) ? "reduce-by-key" : reduces(job) ? "segment-reduce" : "segment-scan";
}

/* Returns what the second file has. */
static const char *second_of(const struct arguments *a)
{
    return a->flags ? "flags" : a->keys ? "keys" : "offsets";
}

static void check(struct job *job)
{
    const struct arguments *a = job->arguments;
    const int heads =
        (a->length != NULL) + (a->flags != NULL) + (a->keys != NULL) + (a->offsets != NULL);
    vkscan_op op;

    if (heads != 1)
        misuse("%s goes by --length COUNT, --offsets FILE, --flags FILE or --keys FILE, %s",
               name_of(job), heads > 0 ? "not by several" : "and none was given");
    if (a->op && arg_parse(a->op, &op))
        misuse("no %s by %s; reduce and scan have it", name_of(job), a->op);
    if (array_is_standard(a->file) && (array_is_standard(a->flags) || array_is_standard(a->keys) ||
                                       array_is_standard(a->offsets)))
        misuse("values and %s cannot both come from standard input", second_of(a));
    if (team && team->ranks > 1)
        misuse("%s is of one rank: a segment may go on in the slab of the next", name_of(job));
}

static void settle_flags(struct job *job)
{
    const struct input *flags = &job->second.input;

    job_open_second(job, job->arguments->flags, VKSCAN_TYPE_NONE, NULL, VKSCAN_PORT_HEADS);
    if (flags->type != VKSCAN_TYPE_U8 && flags->type != VKSCAN_TYPE_U32)
        fail("%s has flags of type %s; flags are u8 or u32, and not 0 where a segment begins",
             flags->name, vkscan_type_name(flags->type));
    job->subject.segments.heads =
        flags->type == VKSCAN_TYPE_U8 ? VKSCAN_HEADS_BYTES : VKSCAN_HEADS_WORDS;
}

static void settle_keys(struct job *job)
{
    vkscan_segments_params *segments = &job->subject.segments;

    job_open_second(job, job->arguments->keys, VKSCAN_TYPE_NONE, NULL, VKSCAN_PORT_HEADS);
    segments->heads = VKSCAN_HEADS_KEYS;
    segments->key_size = (uint32_t)job->second.input.element_size;
}

/* Reads the offsets, whose number the plan has. A plan has a segment at least: where there is none,
 * it is from the only offset on, and nobody takes its result if it is reduced. */
static void settle_offsets(struct job *job)
{
    vkscan_segments_params *segments = &job->subject.segments;
    const struct array *offsets = &job->second;

    job_open_second(job, job->arguments->offsets, VKSCAN_TYPE_NONE, NULL, PORTS);
    if (offsets->input.type != VKSCAN_TYPE_U32 && offsets->input.type != VKSCAN_TYPE_U64)
        fail("%s has offsets of type %s; offsets are u32 or u64", offsets->input.name,
             vkscan_type_name(offsets->input.type));
    array_read(&job->second, ARRAY_ALL);
    if (offsets->count == 0)
        fail("%s has no offsets; there is one more than segments", offsets->input.name);
    segments->heads = VKSCAN_HEADS_OFFSETS;
    segments->offset_size = (uint32_t)offsets->input.element_size;
    segments->segments = offsets->count > 1 ? offsets->count - 1 : 1;
    segments->flags = offsets->count > 1 ? 0 : VKSCAN_SEGMENTS_STARTS_BIT;
    job->engine.sizes[VKSCAN_PORT_HEADS].fixed = offsets->count * segments->offset_size;
}

static void settle_rows(struct job *job)
{
    vkscan_segments_params *segments = &job->subject.segments;

    segments->heads = VKSCAN_HEADS_ROWS;
    need(option_number("length", job->arguments->length, UINT64_MAX, &segments->length));
}

/* Has the device tell how many segments it finds, and by key their keys. */
static void settle_found(struct job *job)
{
    vkscan_segments_params *segments = &job->subject.segments;

    segments->outputs =
        VKSCAN_SELECT_OUTPUT_NUMBER_BIT | (is_by_key(job) ? VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT : 0);
    job->engine.sizes[VKSCAN_PORT_NUMBER].fixed = sizeof(found);
    job->engine.sizes[VKSCAN_PORT_SECOND_DESTINATION].each =
        is_by_key(job) ? segments->key_size : 0;
}

static void settle(struct job *job)
{
    const struct arguments *a = job->arguments;
    vkscan_plan_params *plan = &job->plan;
    vkscan_segments_params *segments = &job->subject.segments;
    struct port_size *results = &job->engine.sizes[VKSCAN_PORT_DESTINATION];

    job->whole = true;
    plan->primitive = reduces(job)   ? VKSCAN_PRIMITIVE_SEGMENTED_REDUCE
                      : a->exclusive ? VKSCAN_PRIMITIVE_SEGMENTED_EXCLUSIVE_SCAN
                                     : VKSCAN_PRIMITIVE_SEGMENTED_INCLUSIVE_SCAN;
    plan->flags = a->reverse ? VKSCAN_PLAN_REVERSE_BIT : 0;
    plan->out_type = plan->out_type ? plan->out_type : plan->type;
    plan->details = segments;
    segments->struct_size = sizeof(*segments);
    segments->primitive = plan->primitive;
    if (a->length)
        settle_rows(job);
    if (a->flags)
        settle_flags(job);
    if (a->keys)
        settle_keys(job);
    if (a->offsets)
        settle_offsets(job);
    if (finds(job))
        settle_found(job);
    if (a->seed)
        job_parse_seed(a->seed, plan->out_type, &job->seeds[0]);
    job->seed = a->seed ? job->seeds : NULL;
    if (reduces(job) && a->offsets)
        results->fixed = segments->segments * vkscan_type_size(plan->out_type);
    else
        results->each = vkscan_type_size(plan->out_type);
}

/* ---- the run ---- */

/* Returns the number of results, of segments that the device finds at most. */
static uint64_t results_of(const struct job *job)
{
    if (finds(job))
        return job->file.count;
    const struct reference_segments segments = {
        .plan = &job->plan,
        .count = job->file.count,
        .number = job->arguments->offsets ? job->second.count - 1 : 0};

    return reference_segments_results(&segments);
}

static uint64_t result_bytes(const struct job *job)
{
    return results_of(job) * vkscan_type_size(job->plan.out_type);
}

/* Refuses offsets that fall, or exceed the count, which the library takes for it. */
static void check_offsets(const struct job *job)
{
    const struct array *file = &job->file, *other = &job->second;
    const uint32_t size = job->subject.segments.offset_size;
    uint64_t before = 0, offset = 0;

    for (uint64_t i = 0; i < other->count; i++, before = offset) {
        memcpy(&offset, other->data + i * size, size);
        if (offset < before)
            fail("%s falls: its element %" PRIu64 " is %" PRIu64 ", and the one before %" PRIu64,
                 other->input.name, i, offset, before);
        if (offset > file->count)
            fail("%s has %" PRIu64 " values, and element %" PRIu64 " of %s is %" PRIu64
                 ": an offset is at most the number of values",
                 file->input.name, file->count, i, other->input.name, offset);
    }
}

static void begin(struct job *job)
{
    if (job->arguments->offsets)
        check_offsets(job);
    else
        job_check_second(job, "value", second_of(job->arguments));
    if (job->piece.count < job->file.count)
        fail("%s takes all elements at a time, and more than %" PRIu64 " are too many",
             name_of(job), job->piece.count);
    job->results = allocate(result_bytes(job), "results");
    if (is_by_key(job))
        keys_out = allocate(job->file.count * job->second.input.element_size, "keys");
}

static void take(struct job *job)
{
    const uint64_t size = vkscan_type_size(job->plan.out_type);

    if (finds(job))
        engine_download(&job->engine, VKSCAN_PORT_NUMBER, 0, &found, sizeof(found));
    engine_download(&job->engine, VKSCAN_PORT_DESTINATION, 0, job->results,
                    finds(job) ? found * size : result_bytes(job));
    if (keys_out)
        engine_download(&job->engine, VKSCAN_PORT_SECOND_DESTINATION, 0, keys_out,
                        found * job->second.input.element_size);
}

static void finish(struct job *job)
{
    const uint64_t results = finds(job) ? found : results_of(job);

    array_place(&job->file, results);
    array_write(&job->file, job->plan.out_type, job->results, results, results);
    if (keys_out) {
        array_place(&job->second, results);
        array_write(&job->second, job->second.input.type, keys_out, results, results);
    }
}

const struct verb verb_segments = {
    .check = check, .settle = settle, .begin = begin, .take = take, .finish = finish};
