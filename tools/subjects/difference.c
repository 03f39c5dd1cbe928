/* SPDX-License-Identifier: MIT */
/* The subject of adjacent differences. */
#include "subject.h"

#include "parallel.h"
#include "reference_difference.h"
#include "sample.h"

/* ---- options ---- */

static const struct option options[] = {
    {.name = NULL},
};

static void settle(struct subject_params *params, vkscan_plan_params *plan)
{
    plan->flags |= params->flags;
}

static void set_label(const vkscan_plan_params *plan, struct subject_label *label)
{
    (void)plan;
    (void)label;
}

/* ---- ports and data ---- */

static void difference_ports(const vkscan_plan_params *plan, uint64_t count,
                             struct subject_layout *layout)
{
    const uint64_t size = count * vkscan_type_size(plan->type);

    layout->read.ports[0] = (struct subject_port){VKSCAN_PORT_SOURCE, size, 0};
    layout->written.ports[0] = (struct subject_port){VKSCAN_PORT_DESTINATION, size, 0};
}

static bool fill_difference(const struct subject_run *run, enum reference_sort_data data)
{
    return sample_keys(run->plan->type, data, run->read, run->plan->capacity);
}

static struct limit_work difference_limit(const struct subject_run *run)
{
    return (struct limit_work){LIMIT_COPY, run->layout.read.size, run->layout.written.size, 0};
}

/* ---- the check, and the loop on one core ---- */

struct job {
    const struct subject_run *run;
    uint64_t wrong[PARALLEL_PARTS]; /* an element of the result that is wrong, or the count */
};

/* Returns the differences of the elements [first, end). */
static struct difference difference_of(const struct subject_run *run, uint64_t first, uint64_t end)
{
    const vkscan_plan_params *plan = run->plan;
    const uint32_t size = vkscan_type_size(plan->type);
    const bool reverse = plan->flags & VKSCAN_PLAN_REVERSE_BIT;
    const char *source = run->read;
    const char *before = first > 0 ? source + (first - 1) * size : NULL;
    const char *behind = end < plan->capacity ? source + end * size : NULL;

    return (struct difference){.type = plan->type,
                               .reverse = reverse,
                               .beside = reverse ? behind : before,
                               .source = source + first * size,
                               .count = end - first};
}

static void check_part(void *user, const struct parallel_part *part)
{
    struct job *job = user;
    const vkscan_plan_params *plan = job->run->plan;
    const struct difference difference = difference_of(job->run, part->first, part->end);
    const char *results =
        (const char *)job->run->written + part->first * vkscan_type_size(plan->type);
    uint64_t at;

    const bool right = reference_difference_check(&difference, results, &at);
    job->wrong[part->index] = right ? plan->capacity : part->first + at;
}

static bool check_difference(const struct subject_run *run, uint64_t *at)
{
    const uint64_t count = run->plan->capacity;
    struct job job = {.run = run};
    const uint32_t parts = parallel_for(count, check_part, &job);

    *at = count;
    for (uint32_t i = 0; i < parts && *at == count; i++)
        *at = job.wrong[i];
    return *at == count;
}

static bool compute_difference(const struct subject_run *run)
{
    const struct difference all = difference_of(run, 0, run->plan->capacity);

    reference_difference(&all, run->written);
    return true;
}

const struct subject subject_difference = {
    .primitives = SUBJECT_DIFFERENCE,
    .options = options,
    .settle = settle,
    .label = set_label,
    .ports = difference_ports,
    .fill = fill_difference,
    .limit = difference_limit,
    .check = check_difference,
    .compute = compute_difference,
};
