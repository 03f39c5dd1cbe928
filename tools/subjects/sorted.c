/* SPDX-License-Identifier: MIT */
/* The subjects of searches, of each value in a sorted array, and of merges of two sorted arrays of
 * keys. */
#include "subject.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "parallel.h"
#include "reference_sorted.h"
#include "sample.h"

#define SEARCHES (1u << VKSCAN_PRIMITIVE_LOWER_BOUND | 1u << VKSCAN_PRIMITIVE_UPPER_BOUND)
#define MERGES (1u << VKSCAN_PRIMITIVE_MERGE)
#define LENGTH (1u << 20) /* default keys of the sorted array */

/* ---- options ---- */

static const struct option options[] = {
    SUBJECT_ROW("sorted", "COUNT",
                "keys of the array that is searched or merged, 2^20 if not given", OPTION_NO_NAMES,
                SEARCHES | MERGES, OPTION_NUMBER, sorted_length, UINT32_MAX),
    {.name = NULL},
};

static void settle(struct subject_params *params, vkscan_plan_params *plan)
{
    params->sorted.struct_size = sizeof(params->sorted);
    params->sorted.primitive = plan->primitive;
    params->sorted.length = params->sorted_length ? params->sorted_length : LENGTH;
    plan->details = &params->sorted;
}

static bool merges(const vkscan_plan_params *plan)
{
    return plan->primitive == VKSCAN_PRIMITIVE_MERGE;
}

static uint64_t length_of(const vkscan_plan_params *plan)
{
    const vkscan_sorted_params *sorted = plan->details;

    return sorted->length;
}

static void set_label(const vkscan_plan_params *plan, struct subject_label *label)
{
    snprintf(label->sorted, sizeof(label->sorted), "%s %" PRIu64 " keys",
             merges(plan) ? "with" : "in", length_of(plan));
}

/* ---- ports and data ---- */

/* Bounds of narrow values are wider than these. */
static void sorted_ports(const vkscan_plan_params *plan, uint64_t count,
                         struct subject_layout *layout)
{
    const uint32_t size = vkscan_type_size(plan->type), bound = sizeof(uint32_t);
    const uint64_t written = merges(plan) ? (count + length_of(plan)) * size : count * bound;

    layout->read.ports[0] = (struct subject_port){VKSCAN_PORT_SOURCE, count * size, 0};
    layout->read.ports[1] =
        (struct subject_port){VKSCAN_PORT_SECOND_SOURCE, length_of(plan) * size, 0};
    layout->written.ports[0] = (struct subject_port){VKSCAN_PORT_DESTINATION, written, 0};
    layout->copies = size < bound && !merges(plan) ? bound / size : 1;
}

/* Fills the arrays. That of a merge is sorted too, and has other keys than the second. */
static bool fill_sorted(const struct subject_run *run, enum reference_sort_data data)
{
    const vkscan_plan_params *plan = run->plan;

    return sample_keys(plan->type, merges(plan) ? SORT_DATA_SORTED : data, run->read,
                       plan->capacity) &&
           sample_keys(plan->type, SORT_DATA_SORTED, subject_second_read(run), length_of(plan));
}

/* Returns the work of the limit: a merge reads and writes all keys. A search reads values and
 * writes bounds; caches have much of the sorted array, and no limit of what is left is simple. */
static struct limit_work sorted_limit(const struct subject_run *run)
{
    const struct subject_port *ports = run->layout.read.ports;
    const bool all = merges(run->plan),
               narrows = vkscan_type_size(run->plan->type) > sizeof(uint32_t);

    return (struct limit_work){.limit = narrows && !all ? LIMIT_MOVE : LIMIT_COPY,
                               .read = ports[0].size + (all ? ports[1].size : 0),
                               .written = run->layout.written.size};
}

/* ---- the check, and the loop on one core ---- */

#define CHECKED 1024 /* keys that are merged at a time */

struct job {
    const struct subject_run *run;
    struct sorted_merge arrays;     /* a search's values are the first one */
    uint64_t wrong[PARALLEL_PARTS]; /* a result that is wrong, or the number of results */
};

static uint64_t results_of(const vkscan_plan_params *plan)
{
    return plan->capacity + (merges(plan) ? length_of(plan) : 0);
}

static struct job job_of(const struct subject_run *run)
{
    const vkscan_plan_params *plan = run->plan;

    return (struct job){
        .run = run,
        .arrays = {.first = {plan->type, run->read, plan->capacity},
                   .second = {plan->type, subject_second_read(run), length_of(plan)}}};
}

static bool is_upper(const struct job *job)
{
    return job->run->plan->primitive == VKSCAN_PRIMITIVE_UPPER_BOUND;
}

/* Returns the first result of [first, end) that is wrong; `end` if all are right. */
static uint64_t find_wrong(const struct job *job, uint64_t first, uint64_t end)
{
    const uint32_t size = vkscan_type_size(job->run->plan->type);
    const uint32_t result = merges(job->run->plan) ? size : (uint32_t)sizeof(uint32_t);
    char expected[CHECKED * sizeof(uint64_t)];

    for (uint64_t i = first, next; i < end; i = next) {
        next = end - i < CHECKED ? end : i + CHECKED;
        if (merges(job->run->plan))
            reference_sorted_merge(&job->arrays, i, next, expected, NULL);
        else
            reference_sorted_bounds(&job->arrays.second, is_upper(job),
                                    (const char *)job->run->read + i * size, next - i, expected);
        for (uint64_t k = i; k < next; k++)
            if (memcmp((const char *)job->run->written + k * result, expected + (k - i) * result,
                       result) != 0)
                return k;
    }
    return end;
}

static void check_part(void *user, const struct parallel_part *part)
{
    struct job *job = user;
    const uint64_t at = find_wrong(job, part->first, part->end);

    job->wrong[part->index] = at < part->end ? at : results_of(job->run->plan);
}

static bool check_sorted(const struct subject_run *run, uint64_t *at)
{
    const uint64_t count = results_of(run->plan);
    struct job job = job_of(run);
    const uint32_t parts = parallel_for(count, check_part, &job);

    *at = count;
    for (uint32_t i = 0; i < parts && *at == count; i++)
        *at = job.wrong[i];
    return *at == count;
}

static bool compute_sorted(const struct subject_run *run)
{
    const struct job job = job_of(run);

    if (merges(run->plan))
        reference_sorted_merge(&job.arrays, 0, results_of(run->plan), run->written, NULL);
    else
        reference_sorted_bounds(&job.arrays.second, is_upper(&job), run->read, run->plan->capacity,
                                run->written);
    return true;
}

const struct subject subject_sorted = {
    .primitives = SEARCHES | MERGES,
    .options = options,
    .settle = settle,
    .label = set_label,
    .ports = sorted_ports,
    .fill = fill_sorted,
    .limit = sorted_limit,
    .check = check_sorted,
    .compute = compute_sorted,
};
