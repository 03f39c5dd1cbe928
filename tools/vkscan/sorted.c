/* SPDX-License-Identifier: MIT */
/* Searches in a sorted array, which is whole on the device beside each piece of the values; and
 * merges of two sorted arrays, with a value for each key of both. */
#include <inttypes.h>
#include <string.h>

#include "job.h"
#include "reference_sort.h"
#include "team.h"

static char *values; /* merged values; NULL: none */

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
    if (!a->values != !a->second_values || !a->values != !a->values_out)
        misuse("--values, --second-values and --values-out go together: where the values of each "
               "FILE come from and where they go");
    if (a->values_type && !a->values)
        misuse("--values-type is without --values, whose elements it tells");
    if (array_is_standard(a->file) + array_is_standard(a->sorted) + array_is_standard(a->values) +
            array_is_standard(a->second_values) >
        1)
        misuse("only one of the FILEs and their values can come from standard input");
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

/* Reads an array unless it has been read. */
static void read_once(struct array *array)
{
    if (!array->input.ended)
        array_read(array, ARRAY_ALL);
}

/* Returns the number of an array's elements. That of a pipe is known once it has been read. */
static uint64_t count_of(struct array *array)
{
    if (array->input.count == INPUT_UNKNOWN)
        read_once(array);
    return array->input.count == INPUT_UNKNOWN ? array->count : array->input.count;
}

/* Opens the sorted array, or the second one, whose length the plan has. */
static void open_sorted(struct job *job)
{
    const struct input *input = &job->sorted.input;

    input_open_list(&job->sorted.input, job->arguments->sorted, job->plan.type, "--type");
    if (input->type != job->plan.type)
        fail("%s holds %s, and %s %s: both have to be of one type, as a.astype('%s') is",
             input->name, vkscan_type_name(input->type), job->file.input.name,
             vkscan_type_name(job->plan.type), value_dtype(job->plan.type));
    if (value_components(input->type) > 1)
        fail("%s holds %s, a vector, which has no order", input->name,
             vkscan_type_name(input->type));
    if (count_of(&job->sorted) > UINT32_MAX)
        fail("%s has %" PRIu64 " keys, more than positions of 32 bits can tell apart", input->name,
             count_of(&job->sorted));
}

/* Opens the values of FILE's keys, and those of the sorted array's. */
static void open_values(struct job *job)
{
    const struct arguments *a = job->arguments;
    const int type = job_parse_name(NAMES_TYPE, a->values_type, VKSCAN_TYPE_NONE);
    const struct input *first = &job->second.input, *second = &job->sorted_values.input;

    job->kind = "key";
    job->second_kind = "values";
    job_open_second(job, a->values, (vkscan_type)type, "--values-type", VKSCAN_PORT_FIRST_VALUES);
    input_open_list(&job->sorted_values.input, a->second_values, (vkscan_type)type,
                    "--values-type");
    job_check_type(first, "--values-type", a->values_type);
    job_check_type(second, "--values-type", a->values_type);
    if (first->type != second->type)
        fail("%s holds %s, and %s %s: both have to be of one type", first->name,
             vkscan_type_name(first->type), second->name, vkscan_type_name(second->type));
    if (first->element_size != 4 && first->element_size != 8 && first->element_size != 16)
        fail("%s holds %s: values of a merge have 4, 8 or 16 bytes, not %zu", first->name,
             vkscan_type_name(first->type), first->element_size);
    job_check_counts(&job->sorted.input, count_of(&job->sorted), second,
                     count_of(&job->sorted_values), "key", "values");
}

/* ---- results: a bound for each value, or keys ---- */

static vkscan_type result_type(const struct job *job)
{
    return merges(job) ? job->plan.type : VKSCAN_TYPE_U32;
}

static uint64_t results_of(const struct job *job, uint64_t count)
{
    return count + (merges(job) ? job->subject.sorted.length : 0);
}

/* Returns the bytes of a value; 0 without values. */
static uint32_t value_size(const struct job *job)
{
    return (uint32_t)job->second.input.element_size;
}

static void settle(struct job *job)
{
    vkscan_sorted_params *sorted = &job->subject.sorted;
    struct port_size *sizes = job->engine.sizes;
    const uint32_t size = vkscan_type_size(result_type(job));

    job->whole = true;
    job->at_once = merges(job) ? "merge" : NULL;
    job->plan.primitive = merges(job)             ? VKSCAN_PRIMITIVE_MERGE
                          : job->arguments->upper ? VKSCAN_PRIMITIVE_UPPER_BOUND
                                                  : VKSCAN_PRIMITIVE_LOWER_BOUND;
    open_sorted(job);
    if (job->arguments->values)
        open_values(job);
    *sorted = (vkscan_sorted_params){.struct_size = sizeof(*sorted),
                                     .primitive = job->plan.primitive,
                                     .length = count_of(&job->sorted),
                                     .value_size = value_size(job)};
    job->plan.details = sorted;
    sizes[VKSCAN_PORT_SECOND_SOURCE].fixed = sorted->length * job->sorted.input.element_size;
    sizes[VKSCAN_PORT_DESTINATION] = (struct port_size){size, results_of(job, 0) * size};
    sizes[VKSCAN_PORT_SECOND_VALUES].fixed = sorted->length * sorted->value_size;
    sizes[VKSCAN_PORT_SECOND_DESTINATION] =
        (struct port_size){sorted->value_size, sorted->length * sorted->value_size};
}

static uint64_t beside(const struct job *job)
{
    return vkscan_type_size(result_type(job)) + value_size(job);
}

static void begin(struct job *job)
{
    const uint64_t count = results_of(job, job->file.count);

    read_once(&job->sorted);
    if (job->arguments->values)
        read_once(&job->sorted_values);
    check_order(&job->sorted);
    if (merges(job))
        check_order(&job->file);
    job->results = allocate(count * vkscan_type_size(result_type(job)), "results");
    array_place(&job->file, count);
    if (!job->arguments->values)
        return;
    values = allocate(count * value_size(job), "values");
    array_place(&job->second, count);
}

static void take(struct job *job)
{
    const uint32_t size = vkscan_type_size(result_type(job));

    engine_download(&job->engine, VKSCAN_PORT_DESTINATION, 0,
                    job->results + job->piece.first * size,
                    results_of(job, job->piece.count) * size);
    if (values)
        engine_download(&job->engine, VKSCAN_PORT_SECOND_DESTINATION, 0, values,
                        results_of(job, job->piece.count) * value_size(job));
}

static void finish(struct job *job)
{
    const uint64_t count = results_of(job, job->file.count);

    array_write(&job->file, result_type(job), job->results, count, count);
    if (values)
        array_write(&job->second, job->second.input.type, values, count, count);
}

const struct verb verb_sorted = {.check = check,
                                 .settle = settle,
                                 .begin = begin,
                                 .take = take,
                                 .finish = finish,
                                 .beside = beside};
