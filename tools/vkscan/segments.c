/* SPDX-License-Identifier: MIT */
/* Scans and reductions of segments. A piece is run in two parts: what is left of the segment that
 * is open, seeded with its result so far; and the segments that begin in the piece. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fold.h"
#include "offsets.h"
#include "slab_heads.h"
#include "team.h"

/* The result so far of the segment that is open. Ranks exchange it. */
struct open {
    union value value;
    uint64_t index;  /* of argmin and argmax; ARG_NOWHERE: no element has the value */
    uint32_t begins; /* not 0: the segment begins in this rank's slab */
};

static struct slab_heads heads;
static struct open came;  /* from the slabs before */
static union value total; /* the result so far of the segment that is open */
static union value empty; /* the result of a segment without elements */
static uint64_t taken;    /* results in all parts so far */
static char *marks;       /* a byte for each element that begins a segment by offsets; else NULL */
static char *keys_out;    /* NULL: no output */
static uint64_t found;    /* segments that have seeds and are to be found */
static char *seeds;       /* of the segments that the device finds; NULL: all have one */

/* ---- options ---- */

static bool reduces(const struct job *job)
{
    return job->arguments->command != COMMAND_SEGMENT_SCAN;
}

static bool is_by_key(const struct job *job)
{
    return job->arguments->command == COMMAND_REDUCE_BY_KEY;
}

/* Tells whether the device finds the segments that it reduces, and tells their number. Seeds have
 * been counted by it. */
static bool finds(const struct job *job)
{
    return reduces(job) && !job->arguments->length && !job->arguments->seeds;
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

static void check_seeds(const struct job *job)
{
    const struct arguments *a = job->arguments;
    vkscan_op op;

    if (!a->seeds)
        return;
    if (a->seed)
        misuse("--seeds is in the place of --seed");
    if (arg_parse(a->op, &op))
        misuse("%s by %s takes no --seeds", name_of(job), a->op);
    if (array_is_standard(a->seeds) &&
        (array_is_standard(a->file) || array_is_standard(a->flags) || array_is_standard(a->keys) ||
         array_is_standard(a->offsets)))
        misuse("seeds and another FILE cannot both come from standard input");
    if (team && team->ranks > 1)
        misuse("--seeds is of one rank: slabs have no seeds of their own");
}

static void check(struct job *job)
{
    const struct arguments *a = job->arguments;
    const int given =
        (a->length != NULL) + (a->flags != NULL) + (a->keys != NULL) + (a->offsets != NULL);
    vkscan_op op;

    if (given != 1)
        misuse("%s goes by --length COUNT, --offsets FILE, --flags FILE or --keys FILE, %s",
               name_of(job), given > 0 ? "not by several" : "and none was given");
    if (arg_parse(a->op, &op) && !reduces(job))
        misuse("no %s by %s; segment-reduce and scan have it", name_of(job), a->op);
    if (arg_parse(a->op, &op) && a->seed)
        misuse("%s by %s takes no --seed", name_of(job), a->op);
    check_seeds(job);
    if (array_is_standard(a->file) && (array_is_standard(a->flags) || array_is_standard(a->keys) ||
                                       array_is_standard(a->offsets)))
        misuse("values and %s cannot both come from standard input", second_of(a));
    fold_check(job);
}

static void settle_flags(struct job *job)
{
    const struct input *flags = &job->second.input;

    job_open_second(job, job->arguments->flags, VKSCAN_TYPE_NONE, NULL, VKSCAN_PORT_HEADS);
    if (flags->type != VKSCAN_TYPE_U8 && flags->type != VKSCAN_TYPE_U32)
        fail("%s has flags of type %s; flags are booleans, u8 or u32, and not 0 where a segment "
             "begins",
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

/* Reads the offsets. The device takes a flag for each element. */
static void settle_offsets(struct job *job)
{
    offsets_read(job, "value");
    job->subject.segments.heads = VKSCAN_HEADS_BYTES;
    job->engine.sizes[VKSCAN_PORT_HEADS].each = 1;
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
    job->engine.sizes[VKSCAN_PORT_NUMBER].fixed = sizeof(uint32_t);
    job->engine.sizes[VKSCAN_PORT_SECOND_DESTINATION].each =
        is_by_key(job) ? segments->key_size : 0;
}

/* Reads the seeds, which have the type of results. */
static void settle_seeds(struct job *job)
{
    const struct input *input = &job->own_seeds.input;

    input_open_list(&job->own_seeds.input, job->arguments->seeds, VKSCAN_TYPE_NONE, NULL);
    if (input->type != job->plan.out_type)
        fail("%s has seeds of type %s, and results are %s: both have to be of one type",
             input->name, vkscan_type_name(input->type), vkscan_type_name(job->plan.out_type));
    array_read(&job->own_seeds, ARRAY_ALL);
    job->at_once = "--seeds";
    job->plan.flags |= VKSCAN_PLAN_SEED_IN_BUFFER_BIT;
    job->subject.segments.flags = VKSCAN_SEGMENTS_SEEDS_BIT;
    job->engine.sizes[VKSCAN_PORT_SEED].each = input->element_size;
}

static void settle(struct job *job)
{
    const struct arguments *a = job->arguments;
    vkscan_plan_params *plan = &job->plan;
    vkscan_segments_params *segments = &job->subject.segments;

    job->whole = true;
    job->backward = a->reverse != NULL;
    job->seeks = arg_parse(a->op, &plan->op);
    plan->primitive = reduces(job)   ? VKSCAN_PRIMITIVE_SEGMENTED_REDUCE
                      : a->exclusive ? VKSCAN_PRIMITIVE_SEGMENTED_EXCLUSIVE_SCAN
                                     : VKSCAN_PRIMITIVE_SEGMENTED_INCLUSIVE_SCAN;
    plan->flags = a->reverse ? VKSCAN_PLAN_REVERSE_BIT : 0;
    fold_settle_operator(job);
    fold_settle_whole(job);
    plan->out_type = plan->out_type ? plan->out_type : plan->type;
    job->stored_type = job->seeks ? job_position_type() : plan->out_type;
    plan->details = segments;
    segments->struct_size = sizeof(*segments);
    segments->primitive = plan->primitive;
    job->kind = "value";
    job->second_kind = second_of(a);
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
    if (a->seeds)
        settle_seeds(job);
    if (a->seed)
        job_parse_seed(a->seed, plan->out_type, &job->seeds[0]);
    job->seed = a->seed ? job->seeds : NULL;
    job->engine.sizes[VKSCAN_PORT_DESTINATION].each = fold_link_size(plan);
}

/* ---- offsets ---- */

static void mark_heads(const struct job *job)
{
    const struct array *file = &job->file;

    marks = allocate(file->count, "flags");
    memset(marks, 0, file->count);
    for (uint64_t k = 0; k < job->offsets.count; k++)
        if (offset_at(job, k) - file->first < file->count)
            marks[offset_at(job, k) - file->first] = 1;
}

/* Returns the number of segments that end at an index in FILE or before it. */
static uint64_t ended(const struct job *job, uint64_t at)
{
    uint64_t k = 0;

    while (k + 1 < job->offsets.count && offset_at(job, k + 1) <= at)
        k++;
    return k;
}

/* Replaces the results between offsets by one for each of the segments that end in the slab, of
 * which some are empty. What is in front of the first offset, or behind the last one, is of none.
 */
static void take_segments(struct job *job, uint32_t size, const void *none)
{
    const uint64_t first = job->file.first, end = first + job->file.count;
    const uint64_t segment = team_leads() ? 0 : ended(job, first);
    uint64_t from = offset_at(job, segment) > first; /* the result in front of the first offset */
    char *results = job->results;

    taken = ended(job, end) - segment;
    job->results = allocate(taken * size, "results");
    for (uint64_t k = 0; k < taken; k++) {
        const bool is_empty = offset_at(job, segment + k) == offset_at(job, segment + k + 1);
        const char *seed = seeds ? job->own_seeds.data + (segment + k) * size : none;
        memcpy(job->results + k * size, is_empty ? seed : results + from++ * size, size);
    }
    free(results);
}

/* ---- seeds ---- */

/* Arranges the seeds of segments by offsets for those that the device finds: these have elements,
 * and what is in front of the first offset or behind the last one begins with the identity. Returns
 * their number. */
static uint64_t arrange_seeds(struct job *job, uint64_t number)
{
    const vkscan_plan_params reduction = fold_reduction(&job->plan);
    const union value identity = fold_array(&job->engine, &reduction, NULL, NULL, 0);
    const uint64_t count = job->file.count, size = job->own_seeds.input.element_size;
    uint64_t place = 0, k = 0;

    seeds = allocate(count * size, "seeds");
    for (uint64_t at = 0; at < count; at = slab_heads_next(&heads, at + 1, count), place++) {
        while (k < number && offset_at(job, k + 1) <= at)
            k++;
        const bool is_within = k < number && offset_at(job, k) <= at;
        memcpy(seeds + place * size,
               is_within ? job->own_seeds.data + k * size : (const char *)&identity, size);
    }
    return place;
}

/* Takes the seeds, one for each segment. */
static void take_seeds(struct job *job)
{
    const bool by_offsets = job->arguments->offsets;
    const struct array *own = &job->own_seeds;
    uint64_t number = by_offsets ? job->offsets.count - 1 : 0;

    for (uint64_t at = 0; !by_offsets && at < heads.count; number++)
        at = slab_heads_next(&heads, at + 1, heads.count);
    if (own->count != number)
        fail("%s has %" PRIu64 " seeds, and there are %" PRIu64 " segments: each takes one",
             own->input.name, own->count, number);
    seeds = own->data;
    found = by_offsets ? arrange_seeds(job, number) : number;
}

/* ---- what crosses slabs ---- */

/* Combines what ranks have of a segment. */
static void join(void *user, const void *left, const void *right, void *result)
{
    struct job *job = user;
    struct open a, b;

    memcpy(&a, left, sizeof(a));
    memcpy(&b, right, sizeof(b));
    if (!b.begins) {
        fold_combine(job, &a.value, &b.value, &b.value);
        b.begins = a.begins;
        if (job->seeks && a.index != ARG_NOWHERE && arg_is_same(job, &a.value, &b.value))
            b.index = a.index;
    }
    memcpy(result, &b, sizeof(b));
}

/* Takes what the slabs before have of this slab's first segment, or in reverse of its last one. */
static void exchange(struct job *job)
{
    const vkscan_plan_params plan = fold_reduction(&job->plan);
    const uint64_t count = job->file.count, size = job->file.input.element_size;
    const uint64_t head =
        job->backward ? slab_heads_next(&heads, 0, count) : slab_heads_last(&heads, 0, count);
    const uint64_t first = job->backward || head == count ? 0 : head;
    struct open own = {.index = ARG_NOWHERE, .begins = head < count};
    struct piece part = {.data = job->file.data + first * size,
                         .first = first,
                         .count = (job->backward ? head : count) - first};

    own.value = fold_array(&job->engine, &plan, own.begins ? job->seed : NULL, (char *)part.data,
                           part.count);
    if (job->seeks)
        own.index = arg_find(job, &part, &own.value);
    team->exscan(&job->plan, sizeof(own), join, job, &own, &came);
}

/* ---- the run ---- */

static void begin(struct job *job)
{
    const struct arguments *a = job->arguments;
    const vkscan_plan_params reduction = fold_reduction(&job->plan);

    if (a->offsets)
        offsets_check(job, job->file.all, "value");
    if (job->seeks)
        job_check_positions(job, "value");
    if (a->offsets)
        mark_heads(job);
    heads = (struct slab_heads){.data = marks ? marks : job->second.data,
                                .size = marks ? 1 : job->second.input.element_size,
                                .keys = a->keys != NULL,
                                .length = job->subject.segments.length};
    slab_heads_open(&heads, &job->file);
    if (a->seeds)
        take_seeds(job);
    fold_widen_links(job);
    if (team_has_others())
        exchange(job);
    if (a->offsets && reduces(job))
        empty = fold_array(&job->engine, &reduction, job->seed, NULL, 0);
    total = came.value;
    job->results = allocate(job->file.count * vkscan_type_size(job->plan.out_type), "results");
    if (is_by_key(job))
        keys_out = allocate(job->file.count * heads.size, "keys");
}

/* Appends a part's results. The first one may be of the last segment so far, and then has its
 * value. */
static void take_reductions(struct job *job, const struct piece *part, bool goes_on)
{
    const uint64_t size = vkscan_type_size(job->plan.out_type);
    const uint64_t first = taken - (goes_on && taken > 0);
    uint32_t number = (uint32_t)found;

    if (finds(job))
        engine_download(&job->engine, VKSCAN_PORT_NUMBER, 0, &number, sizeof(number));
    taken = first + (heads.length ? (part->count - 1) / heads.length + 1 : number);
    engine_download(&job->engine, VKSCAN_PORT_DESTINATION, 0, job->results + first * size,
                    (taken - first) * size);
    if (keys_out)
        engine_download(&job->engine, VKSCAN_PORT_SECOND_DESTINATION, 0,
                        keys_out + first * heads.size, (taken - first) * heads.size);
    memcpy(&total, job->results + (taken - 1) * size, size);
}

/* Runs the elements [first, end). They go on the segment that is open, or begin with a head. */
static void run_part(struct job *job, uint64_t first, uint64_t end, bool goes_on)
{
    const uint32_t size = vkscan_type_size(job->plan.out_type);
    vkscan_plan_params plan = job->plan;
    const struct piece part = {.data = job->file.data + first * job->file.input.element_size,
                               .first = first,
                               .count = end - first};

    if (part.count == 0)
        return;
    if (marks)
        engine_upload(&job->engine, VKSCAN_PORT_HEADS, marks + first, part.count);
    if (seeds)
        engine_upload(&job->engine, VKSCAN_PORT_SEED, seeds,
                      found * job->own_seeds.input.element_size);
    job_run_part(job, &part, goes_on ? &total : job->seed);
    plan.primitive = job->arguments->exclusive ? VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN
                                               : VKSCAN_PRIMITIVE_INCLUSIVE_SCAN;
    if (reduces(job))
        take_reductions(job, &part, goes_on);
    else
        total = fold_take(&job->engine, &plan, part.data, part.count, job->results + first * size);
}

/* Returns the place from which on, in reverse, the elements go on the segment that is open. */
static uint64_t open_from(uint64_t first, uint64_t end)
{
    const uint64_t head = slab_heads_last(&heads, first, end);

    if (end < heads.count ? slab_heads_has(&heads, end) : !slab_heads_go_on(&heads))
        return end;
    return head < end ? head : first;
}

/* Runs a piece: first the part that goes on the open segment. A part begins with a head, unless it
 * is of one segment, as the device counts rows from its first element on. */
static void take_forward(struct job *job, uint64_t first, uint64_t end)
{
    const uint64_t head = slab_heads_next(&heads, first, end);

    run_part(job, first, head, true);
    run_part(job, head, end, false);
}

static void take_backward(struct job *job, uint64_t first, uint64_t end)
{
    const uint64_t middle = open_from(first, end), head = slab_heads_next(&heads, first, middle);

    run_part(job, middle, end, true);
    run_part(job, head, middle, false);
    run_part(job, first, head, false);
}

static void take(struct job *job)
{
    const uint64_t first = job->piece.first, end = first + job->piece.count;

    (job->backward ? take_backward : take_forward)(job, first, end);
}

/* ---- results ---- */

/* Replaces the values of segments by their indices in FILE. */
static void find_values(struct job *job)
{
    const uint32_t size = vkscan_type_size(job->plan.out_type);
    char *values = job->results;
    struct piece part = {.count = 0};

    job->results = allocate(taken * vkscan_type_size(job->stored_type), "indices");
    for (uint64_t k = 0; k < taken; k++) {
        const char *value = values + k * size;
        part.first += part.count;
        part.count = slab_heads_next(&heads, part.first + 1, heads.count) - part.first;
        part.data = job->file.data + part.first * size;
        const bool is_before = k == 0 && heads.begin < heads.first && came.index != ARG_NOWHERE &&
                               arg_is_same(job, value, &came.value);
        job_store_position(job->results, k, is_before ? came.index : arg_find(job, &part, value));
    }
    free(values);
}

static uint64_t beside(const struct job *job)
{
    const struct port_size *sizes = job->engine.sizes;

    return sizes[VKSCAN_PORT_DESTINATION].each + sizes[VKSCAN_PORT_SECOND_DESTINATION].each +
           (job->arguments->offsets != NULL);
}

static void finish(struct job *job)
{
    const uint64_t nowhere = ARG_NOWHERE;

    taken -= reduces(job) && taken > 0 && slab_heads_go_on(&heads);
    if (job->seeks)
        find_values(job);
    if (job->arguments->offsets && reduces(job))
        take_segments(job, vkscan_type_size(job->seeks ? job->stored_type : job->plan.out_type),
                      job->seeks ? (const void *)&nowhere : &empty);
    if (!reduces(job))
        taken = job->file.count;
    fold_round(job, job->results, taken);
    array_place(&job->file, taken);
    array_write(&job->file, job->stored_type, job->results, taken, taken);
    if (keys_out) {
        array_place(&job->second, taken);
        array_write(&job->second, job->second.input.type, keys_out, taken, taken);
    }
}

const struct verb verb_segments = {.check = check,
                                   .settle = settle,
                                   .begin = begin,
                                   .take = take,
                                   .in_parts = true,
                                   .finish = finish,
                                   .beside = beside};
