/* SPDX-License-Identifier: MIT */
/* Scans and reductions of segments. All elements are one piece, as a segment may end anywhere. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "fold.h"
#include "reference_segments.h"
#include "team.h"

/* ---- options ---- */

static bool reduces(const struct job *job)
{
    return job->arguments->command == COMMAND_SEGMENT_REDUCE;
}

static const char *name_of(const struct job *job)
{
    return reduces(job) ? "segment-reduce" : "segment-scan";
}

static void check(struct job *job)
{
    const struct arguments *a = job->arguments;
    const int heads = (a->length != NULL) + (a->flags != NULL) + (a->keys != NULL);
    vkscan_op op;

    if (reduces(job) && !a->length)
        misuse("segment-reduce needs --length COUNT");
    if (heads != 1)
        misuse("segment-scan goes by --length COUNT, by --flags FILE or by --keys FILE, %s",
               heads > 0 ? "not by several" : "and none was given");
    if (a->op && arg_parse(a->op, &op))
        misuse("no %s by %s; reduce and scan have it", name_of(job), a->op);
    if (array_is_standard(a->file) && (array_is_standard(a->flags) || array_is_standard(a->keys)))
        misuse("values and %s cannot both come from standard input", a->flags ? "flags" : "keys");
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

static void settle_rows(struct job *job)
{
    vkscan_segments_params *segments = &job->subject.segments;

    segments->heads = VKSCAN_HEADS_ROWS;
    need(option_number("length", job->arguments->length, UINT64_MAX, &segments->length));
}

static void settle(struct job *job)
{
    const struct arguments *a = job->arguments;
    vkscan_plan_params *plan = &job->plan;
    vkscan_segments_params *segments = &job->subject.segments;

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
    if (a->seed)
        job_parse_seed(a->seed, plan->out_type, &job->seeds[0]);
    job->seed = a->seed ? job->seeds : NULL;
    job->engine.sizes[VKSCAN_PORT_DESTINATION].each = vkscan_type_size(plan->out_type);
}

/* ---- the run ---- */

static uint64_t results_of(const struct job *job)
{
    const struct reference_segments segments = {.plan = &job->plan, .count = job->file.count};

    return reference_segments_results(&segments);
}

static uint64_t result_bytes(const struct job *job)
{
    return results_of(job) * vkscan_type_size(job->plan.out_type);
}

static void begin(struct job *job)
{
    job_check_second(job, "value", job->arguments->flags ? "flags" : "keys");
    if (job->piece.count < job->file.count)
        fail("%s takes all elements at a time, and more than %" PRIu64 " are too many",
             name_of(job), job->piece.count);
    job->results = allocate(result_bytes(job), "results");
    array_place(&job->file, results_of(job));
}

static void take(struct job *job)
{
    engine_download(&job->engine, VKSCAN_PORT_DESTINATION, 0, job->results, result_bytes(job));
}

static void finish(struct job *job)
{
    array_write(&job->file, job->plan.out_type, job->results, results_of(job), results_of(job));
}

const struct verb verb_segments = {
    .check = check, .settle = settle, .begin = begin, .take = take, .finish = finish};
