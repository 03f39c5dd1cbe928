/* SPDX-License-Identifier: MIT */
/* The largest or smallest elements of an array, and their positions. */
#include "job.h"
#include "team.h"

static uint32_t *positions; /* NULL: no output */
static uint64_t found;      /* results */

static void check(struct job *job)
{
    const struct arguments *a = job->arguments;

    if (!a->k)
        misuse("topk needs --k COUNT: how many of the largest, or smallest, are wanted");
    if (!a->output && !a->indices_out)
        misuse("topk needs an output: -o FILE for values or --indices-out FILE for positions");
    if (team && team->ranks > 1)
        misuse("topk is of one rank: each would need all of FILE");
}

static void settle(struct job *job)
{
    const struct arguments *a = job->arguments;
    vkscan_top_k_params *top_k = &job->subject.top_k;
    struct port_size *sizes = job->engine.sizes;
    uint64_t k;

    need(option_number("k", a->k, UINT32_MAX, &k));
    job->whole = job->holds = true;
    job->at_once = "topk";
    job->second.input.npy = job->file.input.npy;
    job->plan.primitive = VKSCAN_PRIMITIVE_TOP_K;
    job->plan.details = top_k;
    *top_k = (vkscan_top_k_params){
        .struct_size = sizeof(*top_k),
        .primitive = job->plan.primitive,
        .k = (uint32_t)k,
        .flags = (a->smallest ? VKSCAN_TOP_K_SMALLEST_BIT : 0) |
                 (a->unsorted ? VKSCAN_TOP_K_BY_INDEX_BIT : 0),
        .outputs = (a->output ? VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT : 0) |
                   (a->indices_out ? VKSCAN_SELECT_OUTPUT_INDICES_BIT : 0),
    };
    sizes[VKSCAN_PORT_DESTINATION].each = a->output ? job->file.input.element_size : 0;
    sizes[VKSCAN_PORT_INDICES].each = a->indices_out ? sizeof(positions[0]) : 0;
}

static void begin(struct job *job)
{
    const struct arguments *a = job->arguments;
    const uint64_t k = job->subject.top_k.k;

    found = k < job->file.count ? k : job->file.count;
    if (a->output)
        job->results = allocate(found * job->file.input.element_size, "values");
    if (a->indices_out)
        positions = allocate(found * sizeof(positions[0]), "positions");
}

static void take(struct job *job)
{
    if (job->results)
        engine_download(&job->engine, VKSCAN_PORT_DESTINATION, 0, job->results,
                        found * job->file.input.element_size);
    if (positions)
        engine_download(&job->engine, VKSCAN_PORT_INDICES, 0, positions,
                        found * sizeof(positions[0]));
}

static void write_output(struct array *to, vkscan_type type, const void *data)
{
    if (!data)
        return;
    array_place(to, found);
    array_write(to, type, data, found, found);
}

static void finish(struct job *job)
{
    write_output(&job->file, job->plan.type, job->results);
    write_output(&job->second, VKSCAN_TYPE_U32, positions);
}

const struct verb verb_top_k = {
    .check = check, .settle = settle, .begin = begin, .take = take, .finish = finish};
