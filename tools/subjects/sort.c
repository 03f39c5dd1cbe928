/* SPDX-License-Identifier: MIT */
/* The subject of sorts, ascending: of keys alone, with values, or of the keys' indices, of an array
 * or its rows or segments by offsets. */
#include "subject.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"
#include "heads.h"
#include "key_form.h"
#include "parallel.h"
#include "sample.h"

#define DIGIT_BITS 8 /* digits of the sort that moves the least */

/* ---- options ---- */

static int parse_values(const char *text, void *to)
{
    struct subject_params *params = to;
    static const char *const sizes[] = {"0", "4", "8", "16"};

    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
        if (strcmp(text, sizes[i]) == 0) {
            params->sort.value_size = (uint32_t)strtoul(text, NULL, 10);
            return 0;
        }
    return misused("bad values '%s'; 0, 4, 8 or 16 bytes", text);
}

static int parse_argsort(const char *text, void *to)
{
    struct subject_params *params = to;

    (void)text;
    params->sort.flags = VKSCAN_SORT_INDICES_BIT;
    return params->sort.value_size ? misused("--argsort makes its values: no --values") : 0;
}

static const struct option options[] = {
    SUBJECT_READ("values", "BYTES", "size of a sort's values: 0, 4, 8 or 16, 0 if not given",
                 SUBJECT_SORT, parse_values),
    SUBJECT_READ("argsort", NULL, "sorts write the keys' indices in place of values", SUBJECT_SORT,
                 parse_argsort),
    {.name = NULL},
};

static void settle(struct subject_params *params, vkscan_plan_params *plan)
{
    const bool by_offsets = params->heads == VKSCAN_HEADS_OFFSETS;

    params->sort.struct_size = sizeof(params->sort);
    params->sort.primitive = plan->primitive;
    params->sort.length = by_offsets                           ? 0
                          : params->heads == VKSCAN_HEADS_ROWS ? heads_length(params)
                                                               : params->segment_length;
    params->sort.segments = by_offsets ? heads_segments(params, plan->capacity) : 0;
    params->sort.offset_size = by_offsets ? HEADS_OFFSET_SIZE : 0;
    plan->details = &params->sort;
}

/* ---- ports and data ---- */

static bool makes_indices(const vkscan_plan_params *plan)
{
    const vkscan_sort_params *sort = plan->details;

    return sort && sort->flags & VKSCAN_SORT_INDICES_BIT;
}

static uint32_t value_size(const vkscan_plan_params *plan)
{
    const vkscan_sort_params *sort = plan->details;

    if (makes_indices(plan))
        return sizeof(uint32_t);
    return sort ? sort->value_size : 0;
}

/* Returns the keys of a row, or of the array if it has none. */
static uint64_t row_length(const vkscan_plan_params *plan)
{
    const vkscan_sort_params *sort = plan->details;

    return sort && sort->length > 0 ? sort->length : UINT64_MAX;
}

static bool has_rows(const vkscan_plan_params *plan)
{
    return row_length(plan) < UINT64_MAX;
}

/* Returns the number of segments, or 0 if the array has none. */
static uint64_t segments_of(const vkscan_plan_params *plan)
{
    const vkscan_sort_params *sort = plan->details;

    return sort ? sort->segments : 0;
}

/* Returns the parameters that the plan's details, which settle() has set, are in. */
static const struct subject_params *params_of(const vkscan_plan_params *plan)
{
    return (const void *)((const char *)plan->details - offsetof(struct subject_params, sort));
}

static void set_label(const vkscan_plan_params *plan, struct subject_label *label)
{
    static const char *const names[] = {[0] = "none", [4] = "4", [8] = "8", [16] = "16"};

    label->values = makes_indices(plan) ? "indices" : names[value_size(plan)];
    if (has_rows(plan))
        snprintf(label->segments, sizeof(label->segments), "rows of %" PRIu64, row_length(plan));
    if (segments_of(plan))
        snprintf(label->segments, sizeof(label->segments), "segments of %" PRIu64 " by offsets%s",
                 heads_length(params_of(plan)), heads_distribution(params_of(plan)));
}

/* Sets the ports. A sort that makes indices has these as its values, which no port takes. */
static void sort_ports(const vkscan_plan_params *plan, uint64_t count,
                       struct subject_layout *layout)
{
    const uint64_t keys = count * vkscan_type_size(plan->type), values = count * value_size(plan);
    const uint64_t offsets =
        segments_of(plan) ? (heads_segments(params_of(plan), count) + 1) * HEADS_OFFSET_SIZE : 0;

    layout->read = (struct subject_block){
        .ports = {
            {VKSCAN_PORT_SOURCE, keys, 0},
            {makes_indices(plan) ? VKSCAN_PORT_MAX_ENUM : VKSCAN_PORT_SECOND_SOURCE, values, 0},
            {VKSCAN_PORT_HEADS, offsets, 0}}};
    layout->written = (struct subject_block){
        .ports = {{VKSCAN_PORT_DESTINATION, keys, 0}, {VKSCAN_PORT_SECOND_DESTINATION, values, 0}}};
}

static struct sort_records records_in(const vkscan_plan_params *plan, void *keys, void *values)
{
    return (struct sort_records){.type = plan->type,
                                 .value_size = value_size(plan),
                                 .keys = keys,
                                 .values = value_size(plan) ? values : NULL};
}

static char *offsets_of(const struct subject_run *run)
{
    return (char *)run->read + run->layout.read.ports[2].place;
}

static struct sort_records source_of(const struct subject_run *run)
{
    struct sort_records source = records_in(run->plan, run->read, subject_second_read(run));

    source.offsets = offsets_of(run);
    source.number = segments_of(run->plan);
    return source;
}

/* Fills in the indices of the keys in their rows. */
static void fill_indices(uint64_t length, void *to, uint64_t count)
{
    uint32_t *indices = to;

    for (uint64_t i = 0; i < count; i++)
        indices[i] = (uint32_t)(i % length);
}

static bool fill_sort(const struct subject_run *run, enum reference_sort_data data)
{
    const vkscan_plan_params *plan = run->plan;
    const uint64_t segments = segments_of(plan);

    if (segments) {
        const struct heads heads =
            heads_make(params_of(plan), VKSCAN_HEADS_OFFSETS, offsets_of(run));
        heads_fill_offsets(&heads, segments, plan->capacity);
    }
    if (makes_indices(plan))
        fill_indices(row_length(plan), subject_second_read(run), plan->capacity);
    else if (value_size(plan))
        sample_values(value_size(plan), subject_second_read(run), plan->capacity);
    return sample_keys(plan->type, data, run->read, plan->capacity);
}

/* Returns the work of the limit, OneSweep: a read of the keys, and for each digit a pass that reads
 * and writes all. Of rows it is a copy, and of segments a move, which reads the offsets too. */
static struct limit_work sort_limit(const struct subject_run *run)
{
    const struct subject_port *ports = run->layout.read.ports;

    if (segments_of(run->plan))
        return (struct limit_work){LIMIT_MOVE, ports[0].size + ports[1].size + ports[2].size,
                                   ports[0].size + ports[1].size, 0};
    if (has_rows(run->plan))
        return (struct limit_work){LIMIT_COPY, ports[0].size + ports[1].size,
                                   ports[0].size + ports[1].size, 0};
    return (struct limit_work){
        LIMIT_PASSES,
        .read = ports[0].size,
        .written = ports[0].size + ports[1].size,
        .passes = 8 * vkscan_type_size(run->plan->type) / DIGIT_BITS,
    };
}

/* ---- the check, in one pass over all keys: nothing is sorted again ---- */

/*
 * Three conditions hold for the stable ascending order of a source whose values begin with the
 * keys' indices in 4 bytes, as sample_values() makes them: keys do not descend in a row or segment;
 * values of equal keys ascend by their indices, so that none comes twice; and the sums of a hash of
 * each row, key and value are the same, which other records fulfil with a probability of 2^-64. The
 * second is not asked of a peer whose equal keys are in any order.
 */
struct job {
    struct sort_records source, sorted;
    const struct scalar *scalar;
    struct key_form form;
    uint64_t count, length;            /* keys, and those of a row */
    const uint32_t *offsets;           /* in ascending order, from 0 to the count */
    uint64_t segments;                 /* 0: there are rows */
    bool any_order;                    /* equal keys are in any order */
    uint64_t sums[PARALLEL_PARTS];     /* hashes of the source, less those of the sorted records */
    uint64_t disorder[PARALLEL_PARTS]; /* first record that is out of order, or the count */
};

static uint64_t key_at(const struct job *job, const struct sort_records *records, uint64_t i)
{
    return scalar_bits(job->scalar, (const char *)records->keys + i * job->scalar->size);
}

static uint32_t word_at(const struct sort_records *records, uint64_t i, uint32_t offset)
{
    uint32_t word;

    memcpy(&word, (const char *)records->values + i * records->value_size + offset, sizeof(word));
    return word;
}

static uint64_t mix(uint64_t z)
{
    z = (z ^ z >> 32) * 0xd6e8feb86659fd93;
    return z ^ z >> 29;
}

/* A row or segment: records [begin, end). */
struct row {
    uint64_t begin, end;
};

static struct row segment_at(const struct job *job, uint64_t i)
{
    uint64_t first = 0, above = job->segments;

    while (above - first > 1) {
        const uint64_t middle = first + (above - first) / 2;
        if (job->offsets[middle] <= i)
            first = middle;
        else
            above = middle;
    }
    return (struct row){job->offsets[first], job->offsets[first + 1]};
}

/* Returns the row or segment that a record is in. */
static struct row row_at(const struct job *job, uint64_t i)
{
    if (job->segments)
        return segment_at(job, i);
    const uint64_t begin = i - i % job->length, left = job->count - begin;
    return (struct row){begin, begin + (left < job->length ? left : job->length)};
}

static uint64_t hash_at(const struct job *job, const struct sort_records *records, uint64_t i,
                        const struct row *row)
{
    uint64_t sum = mix(key_at(job, records, i) + (row->begin + 1) * 0x9e3779b97f4a7c15);

    for (uint32_t offset = 0; offset < records->value_size; offset += sizeof(uint32_t))
        sum = mix(sum ^ word_at(records, i, offset));
    return sum;
}

/* Tells whether a record may be behind the one before it, if they are of one row. */
static bool is_in_order(const struct job *job, uint64_t i, const struct row *row)
{
    const struct sort_records *sorted = &job->sorted;

    if (i == row->begin)
        return true;
    const uint64_t before = key_form(&job->form, key_at(job, sorted, i - 1)),
                   form = key_form(&job->form, key_at(job, sorted, i));

    return before < form || (before == form && (!sorted->value_size || job->any_order ||
                                                word_at(sorted, i - 1, 0) < word_at(sorted, i, 0)));
}

static void check_part(void *user, const struct parallel_part *part)
{
    struct job *job = user;
    struct row row = {.end = part->first};
    uint64_t sum = 0, disorder = job->count;

    for (uint64_t i = part->first; i < part->end; i++) {
        if (i == row.end)
            row = row_at(job, i);
        if (disorder == job->count && !is_in_order(job, i, &row))
            disorder = i;
        sum += hash_at(job, &job->source, i, &row) - hash_at(job, &job->sorted, i, &row);
    }
    job->sums[part->index] = sum;
    job->disorder[part->index] = disorder;
}

static bool check_sort(const struct subject_run *run, uint64_t *at)
{
    const vkscan_plan_params *plan = run->plan;
    struct job job = {
        .source = source_of(run),
        .sorted = records_in(plan, run->written, subject_second_written(run)),
        .scalar = &type_of(plan->type)->scalar,
        .form = key_form_of(plan->type),
        .count = plan->capacity,
        .length = row_length(plan),
        .offsets = (const uint32_t *)(const void *)offsets_of(run),
        .segments = segments_of(plan),
        .any_order = run->any_order,
    };
    const uint32_t parts = parallel_for(job.count, check_part, &job);
    uint64_t sum = 0;

    *at = job.count;
    for (uint32_t i = 0; i < parts; i++) {
        sum += job.sums[i];
        *at = job.disorder[i] < *at ? job.disorder[i] : *at;
    }
    return *at == job.count && sum == 0;
}

/* ---- the sort on one core ---- */

static bool compute_sort(const struct subject_run *run)
{
    const struct sort_records source = source_of(run);

    return reference_sort_records(run->plan->details, &source, run->plan->capacity, run->written,
                                  value_size(run->plan) ? subject_second_written(run) : NULL);
}

const struct subject subject_sort = {
    .primitives = SUBJECT_SORT,
    .options = options,
    .settle = settle,
    .label = set_label,
    .ports = sort_ports,
    .fill = fill_sort,
    .limit = sort_limit,
    .check = check_sort,
    .compute = compute_sort,
};
