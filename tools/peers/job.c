/* SPDX-License-Identifier: MIT */
#include "job.h"

#include <string.h>

#include "reference.h"
#include "sample.h"
#include "selection_mask.h"
#include "sort_check.h"

#define OFFSET_ALIGNMENT 256

struct family {
    void (*lay_out)(const vkscan_plan_params *plan, struct peer_job *job);
    bool (*fill)(const vkscan_plan_params *plan, enum reference_sort_data data,
                 struct peer_job *job, void *source);
    bool (*check)(const struct peer *peer, const vkscan_plan_params *plan, const void *source,
                  void *result);
};

static size_t aligned(size_t size)
{
    return (size + OFFSET_ALIGNMENT - 1) / OFFSET_ALIGNMENT * OFFSET_ALIGNMENT;
}

static size_t elements_size(const struct peer_job *job)
{
    return (size_t)job->count * job->element_size;
}

/* ---- reductions and scans ---- */

static void lay_out_fold(const vkscan_plan_params *plan, struct peer_job *job)
{
    const bool reduces = plan->primitive == VKSCAN_PRIMITIVE_REDUCE;

    job->source_size = elements_size(job);
    job->destination_size = reduces ? job->element_size : elements_size(job);
}

static bool fill_fold(const vkscan_plan_params *plan, enum reference_sort_data data,
                      struct peer_job *job, void *source)
{
    (void)data;
    reference_fill(plan->type, plan->op, REFERENCE_RANDOM, 1, source, job->count);
    return true;
}

static bool check_fold(const struct peer *peer, const vkscan_plan_params *plan, const void *source,
                       void *result)
{
    uint64_t at = 0;

    return reference_check(plan, NULL, source, peer->job.count, result, &at);
}

/* ---- selections ---- */

static void lay_out_selection(const vkscan_plan_params *plan, struct peer_job *job)
{
    const uint32_t flag_bits =
        plan->primitive == VKSCAN_PRIMITIVE_UNIQUE ? 0 : sample_flag_bits(plan->select->criterion);

    job->criterion = vkscan_criterion_name(plan->select->criterion);
    job->second_offset = job->number_offset = aligned(elements_size(job));
    job->source_size = job->second_offset + (size_t)(job->count * flag_bits + 31) / 32 * 4;
    job->destination_size = job->number_offset + sizeof(uint32_t);
}

static bool fill_selection(const vkscan_plan_params *plan, enum reference_sort_data data,
                           struct peer_job *job, void *source)
{
    if (!sample_keys(plan->type, data, source, job->count))
        return false;
    if (job->source_size > job->second_offset)
        sample_flags(plan->select->criterion, (char *)source + job->second_offset, job->count);
    sample_median(plan->type, source, job->count, &job->seed);
    return true;
}

/* Exchanges the first of so many elements with the last, and so on. */
static void reverse(char *elements, uint64_t count, size_t size)
{
    char element[sizeof(uint64_t)];

    for (uint64_t i = 0; i < count / 2; i++) {
        char *left = elements + i * size, *right = elements + (count - 1 - i) * size;
        memcpy(element, left, size);
        memcpy(left, right, size);
        memcpy(right, element, size);
    }
}

static bool check_selection(const struct peer *peer, const vkscan_plan_params *plan,
                            const void *source, void *result)
{
    const struct peer_job *job = &peer->job;
    const struct reference_selection selection = {
        .primitive = plan->primitive,
        .type = plan->type,
        .criterion = plan->select->criterion,
        .source = source,
        .flags = (const char *)source + job->second_offset,
        .seed = &job->seed,
    };
    uint32_t number;
    uint64_t at;

    memcpy(&number, (const char *)result + job->number_offset, sizeof(number));
    if (number > job->count)
        return false;
    if (plan->primitive == VKSCAN_PRIMITIVE_PARTITION && peer->reverses_rest)
        reverse((char *)result + number * job->element_size, job->count - number,
                job->element_size);
    return selection_check(&selection, job->count, result, number, &at);
}

/* ---- sorts ---- */

static void lay_out_sort(const vkscan_plan_params *plan, struct peer_job *job)
{
    job->value_size = plan->sort->value_size;
    job->second_offset = aligned(elements_size(job));
    job->source_size = job->second_offset + (size_t)job->count * job->value_size;
    job->destination_size = job->source_size;
}

static bool fill_sort(const vkscan_plan_params *plan, enum reference_sort_data data,
                      struct peer_job *job, void *source)
{
    if (job->value_size)
        sample_values((uint32_t)job->value_size, (char *)source + job->second_offset, job->count);
    return sample_keys(plan->type, data, source, job->count);
}

static bool check_sort(const struct peer *peer, const vkscan_plan_params *plan, const void *source,
                       void *result)
{
    const struct peer_job *job = &peer->job;
    const uint32_t value_size = (uint32_t)job->value_size;
    const struct sort_records from = {plan->type, value_size, source,
                                      (const char *)source + job->second_offset},
                              sorted = {plan->type, value_size, result,
                                        (const char *)result + job->second_offset};
    uint64_t at;

    return sort_check(&from, &sorted, job->count, &at);
}

/* ---- all ---- */

static const struct family fold = {lay_out_fold, fill_fold, check_fold};
static const struct family selection = {lay_out_selection, fill_selection, check_selection};
static const struct family sorting = {lay_out_sort, fill_sort, check_sort};

static const struct family *const families[] = {
    [VKSCAN_PRIMITIVE_REDUCE] = &fold,         [VKSCAN_PRIMITIVE_INCLUSIVE_SCAN] = &fold,
    [VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN] = &fold, [VKSCAN_PRIMITIVE_SELECT] = &selection,
    [VKSCAN_PRIMITIVE_PARTITION] = &selection, [VKSCAN_PRIMITIVE_UNIQUE] = &selection,
    [VKSCAN_PRIMITIVE_SORT] = &sorting,
};

struct peer_job job_make(const vkscan_plan_params *plan)
{
    struct peer_job job = {
        .primitive = vkscan_primitive_name(plan->primitive),
        .type = vkscan_type_name(plan->type),
        .op = vkscan_op_name(plan->op),
        .count = plan->capacity,
        .element_size = vkscan_type_size(plan->type),
    };

    if (job.element_size <= sizeof(job.identity))
        reference_identity(plan->type, plan->op, &job.identity);
    families[plan->primitive]->lay_out(plan, &job);
    return job;
}

bool job_fill(const vkscan_plan_params *plan, enum reference_sort_data data, struct peer_job *job,
              void *source)
{
    return families[plan->primitive]->fill(plan, data, job, source);
}

bool job_check(const struct peer *peer, const vkscan_plan_params *plan, const void *source,
               void *result)
{
    return families[plan->primitive]->check(peer, plan, source, result);
}
