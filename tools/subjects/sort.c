/* SPDX-License-Identifier: MIT */
/* The subject of sorts, ascending: of keys alone, with values, or of the keys' indices. */
#include "subject.h"

#include <stdlib.h>
#include <string.h>

#include "always_inline.h"
#include "failure.h"
#include "key_form.h"
#include "parallel.h"
#include "port_buffers.h"
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

static const struct subject_option options[] = {
    {SUBJECT_READ("values", "BYTES", "of a sort: 0, 4, 8 or 16, 0 if not given", parse_values),
     SUBJECT_SORTS, false},
    {SUBJECT_READ("argsort", NULL, "sorts make the keys' indices", parse_argsort), SUBJECT_SORTS,
     false},
    SUBJECT_OPTIONS_END,
};

static void settle(struct subject_params *params, vkscan_plan_params *plan)
{
    params->sort.struct_size = sizeof(params->sort);
    plan->sort = &params->sort;
}

/* ---- ports and data ---- */

static bool makes_indices(const vkscan_plan_params *plan)
{
    return plan->sort && plan->sort->flags & VKSCAN_SORT_INDICES_BIT;
}

static uint32_t value_size(const vkscan_plan_params *plan)
{
    if (makes_indices(plan))
        return sizeof(uint32_t);
    return plan->sort ? plan->sort->value_size : 0;
}

/* Sets the ports. A sort that makes indices has these as its values, which no port takes. */
static void sort_ports(const vkscan_plan_params *plan, uint64_t count,
                       struct subject_layout *layout)
{
    const uint64_t keys = count * vkscan_type_size(plan->type), values = count * value_size(plan);
    const size_t unbound = sizeof(struct port_buffers);

    layout->read = (struct subject_block){
        .ports = {{SUBJECT_PORT(source), keys, 0},
                  {makes_indices(plan) ? unbound : SUBJECT_PORT(second_source), values, 0}}};
    layout->written =
        (struct subject_block){.ports = {{SUBJECT_PORT(destination), keys, 0},
                                         {SUBJECT_PORT(second_destination), values, 0}}};
}

static struct sort_records records_in(const vkscan_plan_params *plan, void *keys, void *values)
{
    return (struct sort_records){plan->type, value_size(plan), keys,
                                 value_size(plan) ? values : NULL};
}

static struct sort_records source_of(const struct subject_run *run)
{
    return records_in(run->plan, run->read, subject_second_read(run));
}

static bool fill_sort(const struct subject_run *run, enum reference_sort_data data)
{
    const vkscan_plan_params *plan = run->plan;

    if (value_size(plan))
        sample_values(value_size(plan), subject_second_read(run), plan->capacity);
    return sample_keys(plan->type, data, run->read, plan->capacity);
}

/* Returns the work of the limit, OneSweep: a read of the keys, and for each digit a pass that reads
 * and writes all. */
static struct limit_work sort_limit(const struct subject_run *run)
{
    const struct subject_port *ports = run->layout.read.ports;

    return (struct limit_work){
        LIMIT_PASSES,
        .read = ports[0].size,
        .written = ports[0].size + ports[1].size,
        .passes = 8 * vkscan_type_size(run->plan->type) / DIGIT_BITS,
    };
}

/* ---- the check, in one pass over all keys: nothing is sorted again ---- */

ALWAYS_INLINE uint64_t mix(uint64_t z)
{
    z = (z ^ z >> 32) * 0xd6e8feb86659fd93;
    return z ^ z >> 29;
}

ALWAYS_INLINE uint64_t load_key(const void *keys, uint64_t i, uint32_t bytes)
{
    uint64_t bits = 0;

    memcpy(&bits, (const char *)keys + i * bytes, bytes);
    return bits;
}

/* The halves of 16 bytes. A shorter value fills the first half first. */
struct value {
    uint64_t low, high;
};

ALWAYS_INLINE struct value load_value(const struct sort_records *records, uint64_t i,
                                      uint32_t value_size)
{
    const char *from = (const char *)records->values + i * value_size;
    struct value value = {0, 0};

    if (value_size > 0)
        memcpy(&value.low, from, value_size < 8 ? value_size : 8);
    if (value_size > 8)
        memcpy(&value.high, from + 8, value_size - 8);
    return value;
}

ALWAYS_INLINE uint64_t hash(uint64_t key, const struct value *value, uint32_t value_size)
{
    uint64_t sum = mix(key + 0x9e3779b97f4a7c15);

    if (value_size > 0)
        sum = mix(sum ^ value->low);
    if (value_size > 8)
        sum = mix(sum ^ value->high);
    return sum;
}

/* Returns the sum of the part's hashes. Inlined where both sizes are constants, as is
 * find_disorder(). */
ALWAYS_INLINE uint64_t sum_part(const struct sort_records *records, uint32_t key_size,
                                uint32_t value_size, const struct parallel_part *part)
{
    uint64_t sum = 0;

    for (uint64_t i = part->first; i < part->end; i++) {
        const struct value value = load_value(records, i, value_size);
        sum += hash(load_key(records->keys, i, key_size), &value, value_size);
    }
    return sum;
}

/* Returns the first record that is out of order with the one before it, which may be another
 * part's; or the part's end. */
ALWAYS_INLINE uint64_t find_disorder(const struct sort_records *sorted, uint32_t key_size,
                                     uint32_t value_size, const struct parallel_part *part)
{
    const struct key_form form = key_form_of(sorted->type);
    const uint64_t start = part->first ? part->first - 1 : 0;
    uint64_t before = 0;
    uint32_t index = 0;

    for (uint64_t i = start; i < part->end; i++) {
        const uint64_t rank = key_form(&form, load_key(sorted->keys, i, key_size));
        const struct value value = load_value(sorted, i, value_size);
        const bool stable = value_size == 0 || (uint32_t)value.low > index;
        if (i > start && (rank < before || (rank == before && !stable)))
            return i;
        before = rank;
        index = (uint32_t)value.low;
    }
    return part->end;
}

struct job {
    const struct sort_records *source, *sorted;
    uint64_t sums[PARALLEL_PARTS];     /* hashes of the source, less those of the sorted records */
    uint64_t disorder[PARALLEL_PARTS]; /* first record that is out of order, or the count */
    uint64_t count;
};

ALWAYS_INLINE void check(struct job *job, uint32_t key_size, uint32_t value_size,
                         const struct parallel_part *part)
{
    const uint64_t at = find_disorder(job->sorted, key_size, value_size, part);

    job->disorder[part->index] = at < part->end ? at : job->count;
    job->sums[part->index] = sum_part(job->source, key_size, value_size, part) -
                             sum_part(job->sorted, key_size, value_size, part);
}

#define OF_KEY_SIZE(key_size)                                                                      \
    switch (value_size) {                                                                          \
    case 0:                                                                                        \
        check(job, key_size, 0, part);                                                             \
        break;                                                                                     \
    case 4:                                                                                        \
        check(job, key_size, 4, part);                                                             \
        break;                                                                                     \
    default:                                                                                       \
        check(job, key_size, value_size, part);                                                    \
    }                                                                                              \
    break

static void check_part(void *user, const struct parallel_part *part)
{
    struct job *job = user;
    const uint32_t key_size = vkscan_type_size(job->source->type);
    const uint32_t value_size = job->source->value_size;

    switch (key_size) {
    case 4:
        OF_KEY_SIZE(4);
    case 8:
        OF_KEY_SIZE(8);
    default:
        check(job, key_size, value_size, part);
    }
}

/*
 * Tells whether `sorted` is the stable ascending order of `source`, whose values begin with the
 * keys' indices in 4 bytes, as sample_values() makes them. Three conditions hold then: keys do not
 * descend; values of equal keys ascend by their indices, so that none comes twice; and the sums of
 * a hash of each key and its value are the same, which other records fulfil with a probability of
 * 2^-64. Otherwise *at is the first element out of order, or the count.
 */
static bool sort_check(const struct sort_records *source, const struct sort_records *sorted,
                       uint64_t count, uint64_t *at)
{
    struct job job = {.source = source, .sorted = sorted, .count = count};
    const uint32_t parts = parallel_for(count, check_part, &job);
    uint64_t sum = 0;

    *at = count;
    for (uint32_t i = 0; i < parts; i++) {
        sum += job.sums[i];
        *at = job.disorder[i] < *at ? job.disorder[i] : *at;
    }
    return *at == count && sum == 0;
}

static bool check_sort(const struct subject_run *run, uint64_t *at)
{
    const struct sort_records source = source_of(run),
                              sorted =
                                  records_in(run->plan, run->written, subject_second_written(run));

    return sort_check(&source, &sorted, run->plan->capacity, at);
}

/* ---- the sort on one core ---- */

static bool compute_sort(const struct subject_run *run)
{
    const struct sort_records source = source_of(run);

    return reference_sort_records(NULL, &source, run->plan->capacity, run->written,
                                  value_size(run->plan) ? subject_second_written(run) : NULL);
}

const struct subject subject_sort = {
    .options = options,
    .settle = settle,
    .ports = sort_ports,
    .fill = fill_sort,
    .limit = sort_limit,
    .check = check_sort,
    .compute = compute_sort,
};
