/* SPDX-License-Identifier: MIT */
/* Searches in a sorted array, which is whole on the device beside each piece of the values. */
#include <inttypes.h>
#include <string.h>

#include "job.h"
#include "reference_sort.h"
#include "team.h"

static void check(struct job *job)
{
    const struct arguments *a = job->arguments;

    if (!a->sorted)
        misuse("search needs SORTED and VALUES");
    if (array_is_standard(a->file) && array_is_standard(a->sorted))
        misuse("the sorted array and the values cannot both come from standard input");
    if (team && team->ranks > 1)
        misuse("search is of one rank: each would need all of the sorted array");
}

/* ---- files ---- */

static void check_order(const struct job *job)
{
    const struct array *sorted = &job->second;
    const size_t size = sorted->input.element_size;
    uint64_t before = 0;

    for (uint64_t i = 0; i < sorted->count; i++) {
        const uint64_t form = reference_sort_form(job->plan.type, sorted->data + i * size);
        if (form < before)
            fail("%s is not sorted: its element %" PRIu64 " is below the one before",
                 sorted->input.name, i);
        before = form;
    }
}

/* Reads the sorted array, whose length the plan has. */
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
    check_order(job);
}

static void settle(struct job *job)
{
    vkscan_sorted_params *sorted = &job->subject.sorted;
    struct port_size *sizes = job->engine.sizes;

    job->whole = true;
    job->plan.primitive =
        job->arguments->upper ? VKSCAN_PRIMITIVE_UPPER_BOUND : VKSCAN_PRIMITIVE_LOWER_BOUND;
    read_sorted(job);
    *sorted = (vkscan_sorted_params){sizeof(*sorted), job->plan.primitive, job->second.count};
    job->plan.details = sorted;
    sizes[VKSCAN_PORT_SECOND_SOURCE].fixed = sorted->length * job->second.input.element_size;
    sizes[VKSCAN_PORT_DESTINATION].each = sizeof(uint32_t);
}

/* ---- the run ---- */

static void begin(struct job *job)
{
    job->results = allocate(job->file.count * sizeof(uint32_t), "results");
    array_place(&job->file, job->file.count);
}

static void take(struct job *job)
{
    engine_download(&job->engine, VKSCAN_PORT_DESTINATION, 0,
                    job->results + job->piece.first * sizeof(uint32_t),
                    job->piece.count * sizeof(uint32_t));
}

static void finish(struct job *job)
{
    array_write(&job->file, VKSCAN_TYPE_U32, job->results, job->file.count, job->file.count);
}

const struct verb verb_sorted = {
    .check = check, .settle = settle, .begin = begin, .take = take, .finish = finish};
