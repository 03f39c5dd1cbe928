/* SPDX-License-Identifier: MIT */
#include "sort.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "failure.h"
#include "sort_engine.h"

struct sorting_job {
    struct sort_request request;
    struct user_tuning tuning;
    struct array keys, values;
    uint64_t *order;
};

/* ---- options ---- */

static bool parse_bit(const char **text, uint32_t *out)
{
    char *end;

    if (**text < '0' || **text > '9')
        return false;
    errno = 0;
    const unsigned long bit = strtoul(*text, &end, 10);
    *text = end;
    *out = (uint32_t)bit;
    return !errno && bit <= 64;
}

static int parse_bits(const char *text, struct sort_request *request)
{
    const char *rest = text;

    if (!text)
        return 0;
    if (parse_bit(&rest, &request->first_bit) && strncmp(rest, "..", 2) == 0) {
        rest += 2;
        if (parse_bit(&rest, &request->end_bit) && !*rest && request->end_bit > 0)
            return request->first_bit < request->end_bit
                       ? 0
                       : misused("--bits %s is no range: FROM has to be below TO", text);
    }
    return misused("bad bits '%s' for --bits; FROM..TO, as 0..8 for the lowest eight", text);
}

static int check_options(const struct arguments *a)
{
    if (a->values && a->argsort)
        return misused("--values and --argsort exclude each other: with --argsort positions take "
                       "the keys' place");
    if (!a->values != !a->values_out)
        return misused(
            "--values and --values-out go together: where the values come from and where "
            "they go");
    if (a->values_type && !a->values)
        return misused("--values-type is without --values, whose elements it tells");
    if (array_is_standard(a->file) && array_is_standard(a->values))
        return misused("keys and values cannot both come from standard input");
    if (a->values_out && output_is_same(a->output, a->values_out))
        return misused("-o and --values-out are one file, %s", a->output);
    return 0;
}

static int parse_tuning(const char *text, struct user_tuning *tuning)
{
    char error[TUNING_ERROR_SIZE];

    return !text || tuning_parse(text, tuning, error) ? 0 : misused("%s", error);
}

/* ---- files ---- */

static int open_files(struct sorting_job *job, const struct arguments *arguments)
{
    vkscan_type type, values_type;

    int status = array_parse_type(arguments->type, &type);
    if (!status)
        status = array_parse_type(arguments->values_type, &values_type);
    if (!status)
        status = input_open(&job->keys.input, arguments->file, type, "--type");
    if (!status && arguments->values)
        status = input_open(&job->values.input, arguments->values, values_type, "--values-type");
    return status;
}

static int read_files(struct sorting_job *job, const struct arguments *arguments)
{
    int status = array_read(&job->keys, "a sort");

    if (!status && arguments->values)
        status = array_read(&job->values, "a sort");
    if (!status && arguments->values && job->keys.count != job->values.count)
        return failed("%s has %llu keys, and %s %llu values: each key takes one",
                      job->keys.input.name, (unsigned long long)job->keys.count,
                      job->values.input.name, (unsigned long long)job->values.count);
    if (!status && arguments->argsort && job->keys.count > UINT32_MAX)
        return failed("%s has %llu keys, more than positions of 32 bits can tell apart",
                      job->keys.input.name, (unsigned long long)job->keys.count);
    return status;
}

static int not_enough_memory(const struct array *array)
{
    return failed("not enough memory for the %llu elements of %s in order",
                  (unsigned long long)array->count, array->input.name);
}

/* The elements in order. */
static int write_sorted(const struct sorting_job *job, struct array *array)
{
    const size_t size = array->input.element_size;
    char *sorted = malloc(array->count * size + 1);

    if (!sorted)
        return not_enough_memory(array);
    for (uint64_t i = 0; i < array->count; i++)
        memcpy(sorted + i * size, array->data + job->order[i] * size, size);
    const int status = array_write(array, array->input.type, sorted, array->count);
    free(sorted);
    return status;
}

static int write_positions(const struct sorting_job *job, struct array *array)
{
    uint32_t *positions = malloc(array->count * sizeof(positions[0]) + 1);

    if (!positions)
        return not_enough_memory(array);
    for (uint64_t i = 0; i < array->count; i++)
        positions[i] = (uint32_t)job->order[i];
    const int status = array_write(array, VKSCAN_TYPE_U32, positions, array->count);
    free(positions);
    return status;
}

/* ---- the command ---- */

static int parse(struct sorting_job *job, const struct arguments *arguments)
{
    struct sort_request *request = &job->request;

    request->on = (struct gpu_options){.device = arguments->device, .tuning = &job->tuning};
    request->flags = arguments->descending ? VKSCAN_SORT_DESCENDING : 0;
    int status = check_options(arguments);
    if (!status)
        status = array_parse_algorithm(arguments->algorithm, &request->algorithm);
    if (!status)
        status = parse_tuning(arguments->tuning, &job->tuning);
    if (!status)
        status = array_parse_piece(arguments->piece, &request->piece_limit);
    return status ? status : parse_bits(arguments->bits, request);
}

static int order_keys(struct sorting_job *job)
{
    job->order = malloc(job->keys.count * sizeof(job->order[0]) + 1);
    return job->order ? sort_engine_run(&job->request, job->keys.data, job->keys.count, job->order)
                      : not_enough_memory(&job->keys);
}

static int run(struct sorting_job *job, const struct arguments *arguments)
{
    int status = parse(job, arguments);

    if (!status)
        status = open_files(job, arguments);
    job->request.type = job->keys.input.type;
    if (!status)
        status = sort_engine_check(&job->request);
    if (!status)
        status = array_open_output(&job->keys, arguments->output);
    if (!status && arguments->values)
        status = array_open_output(&job->values, arguments->values_out);
    if (!status)
        status = read_files(job, arguments);
    if (!status)
        status = order_keys(job);
    if (!status)
        status = (arguments->argsort ? write_positions : write_sorted)(job, &job->keys);
    if (!status && arguments->values)
        status = write_sorted(job, &job->values);
    return status;
}

int sort_command(const struct arguments *arguments)
{
    struct sorting_job job = {.keys = ARRAY_NONE, .values = ARRAY_NONE};
    int status = run(&job, arguments);

    input_close(&job.keys.input); /* which the outputs may replace */
    input_close(&job.values.input);
    if (!status)
        status = output_commit(&job.keys.output);
    if (!status && arguments->values)
        status = output_commit(&job.values.output);
    array_close(&job.keys);
    array_close(&job.values);
    free(job.order);
    return status;
}
