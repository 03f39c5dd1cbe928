/* SPDX-License-Identifier: MIT */
#include "select.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "failure.h"
#include "npy.h"
#include "operator_file.h"
#include "select_engine.h"
#include "value.h"

struct selecting_job {
    struct select_request request;
    struct user_tuning tuning;
    struct array values, flags;
    struct operator_file predicate;
    union value seed;                    /* of a predicate */
    char seeds[2 * sizeof(union value)]; /* of comparisons, one behind the other */
    char *results;
    uint64_t kept[2];
};

/* ---- options ---- */

static const struct {
    char name[4];
    vkscan_criterion criterion;
} comparisons[] = {
    {"lt:", VKSCAN_CRITERION_LESS},    {"le:", VKSCAN_CRITERION_LESS_EQUAL},
    {"gt:", VKSCAN_CRITERION_GREATER}, {"ge:", VKSCAN_CRITERION_GREATER_EQUAL},
    {"eq:", VKSCAN_CRITERION_EQUAL},   {"ne:", VKSCAN_CRITERION_NOT_EQUAL},
};

/* "gt:1.5", of the values' type; the seed's value goes to `seed`. */
static int parse_comparison(const char *option, const char *text, vkscan_type type,
                            vkscan_criterion *criterion, char *seed)
{
    const size_t count = sizeof(comparisons) / sizeof(comparisons[0]);
    const size_t length = sizeof(comparisons[0].name) - 1;
    char range[VALUE_TEXT_SIZE];
    union value value;
    size_t i = 0;

    while (i < count && strncmp(text, comparisons[i].name, length) != 0)
        i++;
    if (i == count)
        return misused("bad comparison '%s' for %s; lt, le, gt, ge, eq or ne, a colon and a "
                       "value, as gt:0",
                       text, option);
    *criterion = comparisons[i].criterion;
    if (value_parse(type, text + length, &value)) {
        memcpy(seed, &value, vkscan_type_size(type));
        return 0;
    }
    value_range(type, range);
    return misused("bad value '%s' for %s; %s", text + length, option, range);
}

static int parse_where(const struct arguments *arguments, struct selecting_job *job)
{
    struct select_request *request = &job->request;
    const vkscan_type type = request->type;

    request->seed = job->seeds;
    const int status =
        parse_comparison("--where", arguments->where, type, &request->criterion, job->seeds);
    if (status || !arguments->else_where)
        return status;
    return parse_comparison("--else-where", arguments->else_where, type, &request->second_criterion,
                            job->seeds + vkscan_type_size(type));
}

static int check_ways(const struct arguments *a)
{
    if (a->else_where && !a->where)
        return misused("--else-where is behind --where COMPARISON:VALUE, which was not given");
    if (a->partition && (a->three_ways || a->else_where))
        return misused(
            "--partition is of two ways; leave it out with --else-where or --three-ways");
    if (a->three_ways && a->where && !a->else_where)
        return misused("--three-ways by --where needs --else-where COMPARISON:VALUE too");
    return 0;
}

static int check_options(const struct arguments *a)
{
    if (a->command == COMMAND_UNIQUE)
        return 0;
    const int criteria = (a->flags != NULL) + (a->where != NULL) + (a->where_file != NULL);
    if (criteria != 1)
        return misused(
            "select goes by --flags FILE, by --where COMPARISON:VALUE or by --where-file "
            "FILE.glsl, %s",
            criteria > 0 ? "not by several" : "and none was given");
    if (a->seed && !a->where_file)
        return misused("--seed is for predicates of --where-file");
    if (array_is_standard(a->file) && array_is_standard(a->flags))
        return misused("values and flags cannot both come from standard input");
    return check_ways(a);
}

static int parse(struct selecting_job *job, const struct arguments *arguments)
{
    struct select_request *request = &job->request;
    char error[TUNING_ERROR_SIZE];

    request->on = (struct gpu_options){.device = arguments->device, .tuning = &job->tuning};
    request->ways = arguments->three_ways || arguments->else_where ? 3 : 2;
    request->primitive = arguments->command == COMMAND_UNIQUE         ? VKSCAN_PRIMITIVE_UNIQUE
                         : arguments->partition || request->ways == 3 ? VKSCAN_PRIMITIVE_PARTITION
                                                                      : VKSCAN_PRIMITIVE_SELECT;
    request->indices = arguments->indices != NULL;
    int status = check_options(arguments);
    if (!status)
        status = array_parse_algorithm(arguments->algorithm, &request->algorithm);
    if (!status && arguments->tuning && !tuning_parse(arguments->tuning, &job->tuning, error))
        status = misused("%s", error);
    return status ? status : array_parse_piece(arguments->piece, &request->piece_limit);
}

/* ---- files ---- */

static int open_flags(struct selecting_job *job, const char *path)
{
    const int status = input_open(&job->flags.input, path, VKSCAN_TYPE_DEFAULT, NULL);
    const vkscan_type type = job->flags.input.type;

    if (status)
        return status;
    if (type != VKSCAN_TYPE_U8 && type != VKSCAN_TYPE_U32)
        return failed("%s has flags of type %s; u8 or u32, which are not 0 where a value is kept",
                      job->flags.input.name, vkscan_type_name(type));
    job->request.criterion =
        type == VKSCAN_TYPE_U8 ? VKSCAN_CRITERION_FLAG_BYTES : VKSCAN_CRITERION_FLAG_WORDS;
    return 0;
}

/* A predicate; of raw data it tells the elements. */
static int load_predicate(struct selecting_job *job, const struct arguments *arguments,
                          vkscan_type *type)
{
    const int status = operator_file_load(arguments->where_file, OPERATOR_TO_RUN, &job->predicate);

    if (status)
        return status;
    if (!operator_file_is_predicate(&job->predicate))
        return misused(
            "%s is an operator, which reduce and scan take by --op-file; --where-file is "
            "of predicates",
            arguments->where_file);
    if (!*type && !npy_named(arguments->file))
        *type = operator_file_source_type(&job->predicate);
    job->request.criterion = VKSCAN_CRITERION_PREDICATE;
    job->request.predicate = &job->predicate.constant;
    return 0;
}

/* What a predicate is given besides the elements. */
static int parse_predicate_seed(struct selecting_job *job, const char *text)
{
    const vkscan_operator *predicate = &job->predicate.constant;
    char range[VALUE_TEXT_SIZE];

    if (!predicate->seed_size)
        return text ? misused("predicate %s takes no seed, which --seed gives", predicate->name)
                    : 0;
    const vkscan_type type = operator_file_type(&job->predicate);
    value_range(type, range);
    if (!text)
        return misused("predicate %s takes a seed: --seed VALUE; %s", predicate->name, range);
    job->request.seed = &job->seed;
    return value_parse(type, text, &job->seed)
               ? 0
               : misused("seed '%s' is no %s; that is %s", text, vkscan_type_name(type), range);
}

/* With the type of the values known. */
static int settle_predicate(struct selecting_job *job, const struct arguments *arguments)
{
    const vkscan_operator *predicate = &job->predicate.constant;
    const struct input *values = &job->values.input;

    if (values->element_size != predicate->input_size)
        return misused("%s has elements of %zu bytes, and predicate %s takes %u", values->name,
                       values->element_size, predicate->name, predicate->input_size);
    return parse_predicate_seed(job, arguments->seed);
}

static int open_files(struct selecting_job *job, const struct arguments *arguments)
{
    vkscan_type type;

    int status = array_parse_type(arguments->type, &type);
    if (!status && arguments->where_file)
        status = load_predicate(job, arguments, &type);
    if (!status)
        status = input_open(&job->values.input, arguments->file, type, "--type");
    job->request.type = job->values.input.type;
    if (!status && arguments->flags)
        status = open_flags(job, arguments->flags);
    if (!status && arguments->where)
        status = parse_where(arguments, job);
    if (!status && arguments->where_file)
        status = settle_predicate(job, arguments);
    if (!status)
        status = select_engine_check(&job->request);
    return status ? status : array_open_output(&job->values, arguments->output);
}

static int read_files(struct selecting_job *job, const struct arguments *arguments)
{
    const struct array *values = &job->values, *flags = &job->flags;
    int status = array_read(&job->values, "select");

    if (!status && arguments->flags)
        status = array_read(&job->flags, "select");
    if (!status && arguments->flags && values->count != flags->count)
        return failed("%s has %" PRIu64 " values, and %s %" PRIu64 " flags: each value takes one",
                      values->input.name, values->count, flags->input.name, flags->count);
    if (!status && arguments->indices && values->count > UINT32_MAX)
        return failed("%s has %" PRIu64 " values, more than positions of 32 bits can tell apart",
                      values->input.name, values->count);
    return status;
}

/* ---- the commands ---- */

static int select_all(struct selecting_job *job)
{
    const uint64_t count = job->values.count;

    job->results = malloc(count * select_engine_size(&job->request) + 1);
    if (!job->results)
        return failed("not enough memory for what is kept of the %" PRIu64 " values of %s", count,
                      job->values.input.name);
    return select_engine_run(&job->request, job->values.data, job->flags.data, count, job->results,
                             job->kept);
}

static int write_results(struct selecting_job *job)
{
    const bool all = job->request.primitive == VKSCAN_PRIMITIVE_PARTITION;

    return array_write(&job->values,
                       job->request.indices ? VKSCAN_TYPE_U32 : job->values.input.type,
                       job->results, all ? job->values.count : job->kept[0]);
}

static int run(struct selecting_job *job, const struct arguments *arguments)
{
    int status = parse(job, arguments);

    if (!status)
        status = open_files(job, arguments);
    if (!status)
        status = read_files(job, arguments);
    if (!status)
        status = select_all(job);
    return status ? status : write_results(job);
}

int select_command(const struct arguments *arguments)
{
    struct selecting_job job = {.values = ARRAY_NONE, .flags = ARRAY_NONE};
    int status = run(&job, arguments);

    input_close(&job.values.input); /* which the output may replace */
    input_close(&job.flags.input);
    if (!status)
        status = output_commit(&job.values.output);
    for (uint32_t group = 0; !status && group + 1 < job.request.ways; group++)
        fprintf(array_is_standard(arguments->output) ? stderr : stdout, "%" PRIu64 "\n",
                job.kept[group]);
    array_close(&job.values);
    array_close(&job.flags);
    operator_file_close(&job.predicate);
    free(job.results);
    return status;
}
