/* SPDX-License-Identifier: MIT */
/* Adjacent differences. The seed of each piece is the element before it, in reverse the one behind
 * it. */
#include <string.h>

#include "job.h"
#include "team.h"

static void check(struct job *job)
{
    (void)job;
    if (team && team->ranks > 1)
        misuse("difference is of one rank: an element's neighbour may be in another slab");
}

static void settle(struct job *job)
{
    const struct arguments *a = job->arguments;
    const uint32_t size = vkscan_type_size(job->plan.type);

    job->plan.primitive = VKSCAN_PRIMITIVE_DIFFERENCE;
    job->plan.flags = a->reverse ? VKSCAN_PLAN_REVERSE_BIT : 0;
    job->whole = job->backward = a->reverse != NULL;
    job->streams = !job->whole;
    if (a->seed)
        job_parse_seed(a->seed, job->plan.type, &job->seeds[0]);
    job->seed = a->seed ? job->seeds : NULL;
    job->engine.sizes[VKSCAN_PORT_DESTINATION].each = size;
}

static uint64_t beside(const struct job *job)
{
    return job->file.input.element_size;
}

static void begin(struct job *job)
{
    const struct array *file = &job->file;
    const uint64_t count = job->whole ? file->count : job->piece.count;

    if (!job->streams)
        job->results = allocate(count * file->input.element_size, "results");
    array_place(&job->file, file->input.count);
}

static void take(struct job *job)
{
    const struct piece *piece = &job->piece;
    const size_t size = job->file.input.element_size;
    char *place = job->results + (job->whole ? piece->first * size : 0);
    const char *results = job_results(job, place, piece->count * size);

    if (piece->count > 0) {
        memcpy(&job->seeds[0], piece->data + (job->backward ? 0 : piece->count - 1) * size, size);
        job->seed = job->seeds;
    }
    if (!job->whole)
        job_write(job, job->plan.type, results, piece->count);
}

static void finish(struct job *job)
{
    const uint64_t count = job->file.count;

    if (job->whole)
        array_write(&job->file, job->plan.type, job->results, count, count);
}

const struct verb verb_difference = {.check = check,
                                     .settle = settle,
                                     .begin = begin,
                                     .take = take,
                                     .finish = finish,
                                     .beside = beside};
