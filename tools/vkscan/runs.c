/* SPDX-License-Identifier: MIT */
/* Run-length encoding: the value of each run of equal neighbours, its length and where it starts.
 * The device finds the runs of a piece; a run that goes on in the next piece stays one. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "job.h"
#include "slab_heads.h"
#include "team.h"

static struct slab_heads heads;
static uint64_t taken;       /* runs in all pieces so far */
static uint64_t last_length; /* elements so far of the last run */
static char *lengths;        /* as positions are stored; NULL: no output */
static char *starts;
static uint32_t *words; /* lengths or starts in a piece */

static void check(struct job *job)
{
    const struct arguments *a = job->arguments;

    if (!a->output && !a->lengths && !a->starts)
        misuse("runs needs an output: -o FILE for values, --lengths FILE or --starts FILE");
}

static void settle(struct job *job)
{
    const struct arguments *a = job->arguments;
    vkscan_select_params *select = &job->subject.select;
    struct port_size *sizes = job->engine.sizes;

    job->whole = true;
    job->holds = !team;
    job->second.input.npy = job->third.input.npy = job->file.input.npy;
    job->plan.primitive = VKSCAN_PRIMITIVE_UNIQUE;
    job->plan.details = select;
    select->struct_size = sizeof(*select);
    select->primitive = job->plan.primitive;
    select->outputs = VKSCAN_SELECT_OUTPUT_NUMBER_BIT |
                      (a->output ? VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT : 0) |
                      (a->lengths ? VKSCAN_SELECT_OUTPUT_LENGTHS_BIT : 0) |
                      (a->starts ? VKSCAN_SELECT_OUTPUT_INDICES_BIT : 0);
    sizes[VKSCAN_PORT_DESTINATION].each = a->output ? job->file.input.element_size : 0;
    sizes[VKSCAN_PORT_LENGTHS].each = a->lengths ? sizeof(uint32_t) : 0;
    sizes[VKSCAN_PORT_INDICES].each = a->starts ? sizeof(uint32_t) : 0;
    sizes[VKSCAN_PORT_NUMBER].fixed = sizeof(uint32_t);
}

static uint64_t beside(const struct job *job)
{
    const struct arguments *a = job->arguments;
    const uint64_t size = vkscan_type_size(job_position_type());

    return (a->output ? job->file.input.element_size : 0) + (a->lengths ? size : 0) +
           (a->starts ? size : 0);
}

static char *allocate_for(const char *option, uint64_t size, const char *what)
{
    return option ? allocate(size, what) : NULL;
}

static void begin(struct job *job)
{
    const struct arguments *a = job->arguments;
    const uint64_t count = job->file.count, size = vkscan_type_size(job_position_type());

    job_check_positions(job, "value");
    heads = (struct slab_heads){
        .data = job->file.data, .size = job->file.input.element_size, .keys = true};
    slab_heads_open(&heads, &job->file);
    last_length = heads.first - heads.begin;
    job->results = allocate_for(a->output, count * job->file.input.element_size, "values");
    lengths = allocate_for(a->lengths, count * size, "lengths");
    starts = allocate_for(a->starts, count * size, "starts");
    words = allocate(job->piece.count * sizeof(words[0]), "a piece's runs");
}

/* ---- pieces ---- */

/* Tells whether a piece begins with an element that equals the one before it. */
static bool goes_on(const struct job *job)
{
    return job->piece.count > 0 && !slab_heads_has(&heads, job->piece.first);
}

static void take_lengths(struct job *job, uint64_t first, uint32_t number)
{
    last_length = goes_on(job) ? last_length : 0;
    engine_download(&job->engine, VKSCAN_PORT_LENGTHS, 0, words, number * sizeof(words[0]));
    for (uint32_t i = 0; i < number; i++) {
        last_length = words[i] + (i == 0 ? last_length : 0);
        job_store_position(lengths, first + i, last_length);
    }
}

static void take_starts(struct job *job, uint64_t first, uint32_t number)
{
    engine_download(&job->engine, VKSCAN_PORT_INDICES, 0, words, number * sizeof(words[0]));
    for (uint64_t run = taken; run < first + number; run++)
        job_store_position(starts, run, heads.first + job->piece.first + words[run - first]);
    if (number > 0 && job->piece.first == 0)
        job_store_position(starts, 0, heads.begin);
}

/* Appends the runs of a piece. The first one may be the last of those before, and then has its
 * value. */
static void take(struct job *job)
{
    const size_t size = job->file.input.element_size;
    const uint64_t first = taken - (goes_on(job) && taken > 0);
    uint32_t number = 0;

    engine_download(&job->engine, VKSCAN_PORT_NUMBER, 0, &number, sizeof(number));
    if (job->results)
        engine_download(&job->engine, VKSCAN_PORT_DESTINATION, 0, job->results + first * size,
                        number * size);
    if (lengths)
        take_lengths(job, first, number);
    if (starts)
        take_starts(job, first, number);
    taken = first + number;
}

/* ---- outputs ---- */

static void write_output(struct array *to, vkscan_type type, const char *data)
{
    if (!data)
        return;
    array_place(to, taken);
    array_write(to, type, data, taken, taken);
}

/* Leaves a run that goes on in the next slab to the rank on which it ends. */
static void finish(struct job *job)
{
    taken -= taken > 0 && slab_heads_go_on(&heads);
    write_output(&job->file, job->plan.type, job->results);
    write_output(&job->second, job_position_type(), lengths);
    write_output(&job->third, job_position_type(), starts);
    if (team)
        taken = team->sum(taken);
}

static void tell(const struct job *job)
{
    const struct arguments *a = job->arguments;
    const bool standard = array_is_standard(a->output) || array_is_standard(a->lengths) ||
                          array_is_standard(a->starts);

    fprintf(standard ? stderr : stdout, "%" PRIu64 "\n", taken);
}

const struct verb verb_runs = {.check = check,
                               .settle = settle,
                               .begin = begin,
                               .take = take,
                               .finish = finish,
                               .beside = beside,
                               .tell = tell};
