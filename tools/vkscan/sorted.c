/* SPDX-License-Identifier: MIT */
/* Searches in a sorted array, which is whole on the device beside each piece of the values; and
 * merges of two sorted arrays. */
#include <inttypes.h>
#include <string.h>

#include "job.h"
#include "reference_sort.h"
#include "team.h"

/* ---- options ---- */

static bool merges(const struct job *job)
{
    return job->arguments->command == COMMAND_MERGE;
}

static void check(struct job *job)
{
    const struct arguments *a = job->arguments;

    if (!a->sorted)
        misuse(merges(job) ? "merge needs two FILEs" : "search needs SORTED and VALUES");
    if (array_is_standard(a->file) && array_is_standard(a->sorted))
        misuse("%s cannot both come from standard input",
               merges(job) ? "two FILEs" : "the sorted array and the values");
    if (team && team->ranks > 1)
        misuse("%s is of one rank: each would need all of the sorted array",
               merges(job) ? "merge" : "search");
}

/* ---- files ---- */

static void check_order(const struct array *sorted)
{
    const size_t size = sorted->input.element_size;
    uint64_t before = 0;

    for (uint64_t i = 0; i < sorted->count; i++) {
        const uint64_t form = reference_sort_form(sorted->input.type, sorted->data + i * size);
        if (form < before)
            fail("%s is not sorted: its element %" PRIu64 " is below the one before",
                 sorted->input.name, i);
        before = form;
    }
}

/* Reads the sorted array, or the second one, whose length the plan has. */
static void read_sorted(struct job *job)
{
    const struct input *input = &job->second.input;

    job_open_second(job, job->arguments->sorted, job->plan.type, "--type", PORTS);
    if (input->type != job->plan.type)
        fail("%s holds %s, and %s %s: both have to be of one type", input->name,
             vkscan_type_name(input->type), job->file.input.name, vkscan_type_name(job->plan.type));
    if (value_components(input->type) > 1)
        fail("%s holds %s, a vector, which has no order", input->name,
             vkscan_type_name(input->type));
    array_read(&job->second, ARRAY_ALL);
    check_order(&job->second);
}

/* ---- results: a bound for each value, or keys ---- */

static vkscan_type result_type(const struct job *job)
{
    return merges(job) ? job->plan.type : VKSCAN_TYPE_U32;
}

static uint64_t results_of(const struct job *job, uint64_t count)
{
    return count + (merges(job) ? job->second.count : 0);
}

static void settle(struct job *job)
{
    vkscan_sorted_params *sorted = &job->subject.sorted;
    struct port_size *sizes = job->engine.sizes;
    const uint32_t size = vkscan_type_size(result_type(job));

    job->whole = true;
    job->plan.primitive = merges(job)             ? VKSCAN_PRIMITIVE_MERGE
                          : job->arguments->upper ? VKSCAN_PRIMITIVE_UPPER_BOUND
                                                  : VKSCAN_PRIMITIVE_LOWER_BOUND;
    read_sorted(job);
    *sorted = (vkscan_sorted_params){.struct_size = sizeof(*sorted),
                                     .primitive = job->plan.primitive,
                                     .length = job->second.count};
    job->plan.details = sorted;
    sizes[VKSCAN_PORT_SECOND_SOURCE].fixed = sorted->length * job->second.input.element_size;
    sizes[VKSCAN_PORT_DESTINATION] = (struct port_size){size, results_of(job, 0) * size};
}

static void begin(struct job *job)
{
    const uint64_t count = results_of(job, job->file.count);

    if (merges(job))
        check_order(&job->file);
    if (merges(job) && job->piece.count < job->file.count)
        fail("merge takes all elements at a time, and more than %" PRIu64 " are too many",
             job->piece.count);
    job->results = allocate(count * vkscan_type_size(result_type(job)), "results");
    array_place(&job->file, count);
}

static void take(struct job *job)
{
    const uint32_t size = vkscan_type_size(result_type(job));

    engine_download(&job->engine, VKSCAN_PORT_DESTINATION, 0,
                    job->results + job->piece.first * size,
                    results_of(job, job->piece.count) * size);
}

static void finish(struct job *job)
{
    const uint64_t count = results_of(job, job->file.count);

    array_write(&job->file, result_type(job), job->results, count, count);
}

const struct verb verb_sorted = {
    .check = check, .settle = settle, .begin = begin, .take = take, .finish = finish};
