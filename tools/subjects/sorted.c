/* SPDX-License-Identifier: MIT */
/* The subject of searches: values, of which each is searched for in a sorted array. */
#include "subject.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "parallel.h"
#include "reference_sorted.h"
#include "sample.h"

#define SEARCHES (1u << VKSCAN_PRIMITIVE_LOWER_BOUND | 1u << VKSCAN_PRIMITIVE_UPPER_BOUND)
#define LENGTH (1u << 20) /* default keys of the sorted array */

/* ---- options ---- */

static const struct option options[] = {
    SUBJECT_ROW("sorted", "COUNT", "keys that are searched, 1048576 if not given", OPTION_NO_NAMES,
                SEARCHES, OPTION_NUMBER, sorted_length, UINT32_MAX),
    {.name = NULL},
};

static void settle(struct subject_params *params, vkscan_plan_params *plan)
{
    params->sorted.struct_size = sizeof(params->sorted);
    params->sorted.primitive = plan->primitive;
    params->sorted.length = params->sorted_length ? params->sorted_length : LENGTH;
    plan->details = &params->sorted;
}

static uint64_t length_of(const vkscan_plan_params *plan)
{
    const vkscan_sorted_params *sorted = plan->details;

    return sorted->length;
}

static void set_label(const vkscan_plan_params *plan, struct subject_label *label)
{
    snprintf(label->sorted, sizeof(label->sorted), "%" PRIu64 " keys", length_of(plan));
}

/* ---- ports and data ---- */

/* Bounds of narrow values are wider than these. */
static void search_ports(const vkscan_plan_params *plan, uint64_t count,
                         struct subject_layout *layout)
{
    const uint32_t size = vkscan_type_size(plan->type);

    layout->read.ports[0] = (struct subject_port){VKSCAN_PORT_SOURCE, count * size, 0};
    layout->read.ports[1] =
        (struct subject_port){VKSCAN_PORT_SECOND_SOURCE, length_of(plan) * size, 0};
    layout->written.ports[0] =
        (struct subject_port){VKSCAN_PORT_DESTINATION, count * sizeof(uint32_t), 0};
    layout->copies = size < sizeof(uint32_t) ? (uint32_t)sizeof(uint32_t) / size : 1;
}

static bool fill_search(const struct subject_run *run, enum reference_sort_data data)
{
    const vkscan_plan_params *plan = run->plan;

    return sample_keys(plan->type, data, run->read, plan->capacity) &&
           sample_keys(plan->type, SORT_DATA_SORTED, subject_second_read(run), length_of(plan));
}

/* Returns the work of the limit: values are read and bounds written. Caches have much of a sorted
 * array, and no bound on reads of the rest is simple. */
static struct limit_work search_limit(const struct subject_run *run)
{
    const uint64_t read = run->layout.read.ports[0].size, written = run->layout.written.size;

    return (struct limit_work){read > written ? LIMIT_MOVE : LIMIT_COPY, read, written, 0};
}

/* ---- the check, and the loop on one core ---- */

struct job {
    struct sorted_keys sorted;
    const struct subject_run *run;
    bool upper;
    uint64_t wrong[PARALLEL_PARTS]; /* a bound that is wrong, or the count */
};

static struct job job_of(const struct subject_run *run)
{
    return (struct job){.sorted = {run->plan->type, subject_second_read(run), length_of(run->plan)},
                        .run = run,
                        .upper = run->plan->primitive == VKSCAN_PRIMITIVE_UPPER_BOUND};
}

static void check_part(void *user, const struct parallel_part *part)
{
    struct job *job = user;
    const uint32_t size = vkscan_type_size(job->sorted.type);
    const uint32_t *bounds = job->run->written;
    uint64_t i = part->first;

    while (i < part->end &&
           bounds[i] == reference_sorted_bound(&job->sorted, job->upper,
                                               (const char *)job->run->read + i * size))
        i++;
    job->wrong[part->index] = i < part->end ? i : job->run->plan->capacity;
}

static bool check_search(const struct subject_run *run, uint64_t *at)
{
    const uint64_t count = run->plan->capacity;
    struct job job = job_of(run);
    const uint32_t parts = parallel_for(count, check_part, &job);

    *at = count;
    for (uint32_t i = 0; i < parts && *at == count; i++)
        *at = job.wrong[i];
    return *at == count;
}

static bool compute_search(const struct subject_run *run)
{
    const struct job job = job_of(run);

    reference_sorted_bounds(&job.sorted, job.upper, run->read, run->plan->capacity, run->written);
    return true;
}

const struct subject subject_sorted = {
    .primitives = SEARCHES,
    .options = options,
    .settle = settle,
    .label = set_label,
    .ports = search_ports,
    .fill = fill_search,
    .limit = search_limit,
    .check = check_search,
    .compute = compute_search,
};
