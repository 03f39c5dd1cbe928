/* SPDX-License-Identifier: MIT */
/* Select, partition and unique. Results of each part, the groups that are kept and of a partition
 * the rest, are collected over all pieces. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"
#include "job.h"
#include "npy.h"

#define PARTS_MAX 3

struct selection {
    uint32_t parts;             /* that are written */
    char *later[PARTS_MAX - 1]; /* results of parts behind the first */
    uint64_t taken[PARTS_MAX];  /* of each part, by all pieces so far */
};

static vkscan_type result_type(const struct job *job)
{
    return job->arguments->indices ? VKSCAN_TYPE_U32 : job->plan.type;
}

/* ---- options ---- */

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

static int check(const struct arguments *a)
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

/* "gt:1.5", of the values' type; the seed's value goes to `seed`. */
static int parse_comparison(const char *option, const char *text, vkscan_type type,
                            vkscan_criterion *criterion, char *seed)
{
    static const struct {
        char name[4];
        vkscan_criterion criterion;
    } comparisons[] = {
        {"lt:", VKSCAN_CRITERION_LESS},    {"le:", VKSCAN_CRITERION_LESS_EQUAL},
        {"gt:", VKSCAN_CRITERION_GREATER}, {"ge:", VKSCAN_CRITERION_GREATER_EQUAL},
        {"eq:", VKSCAN_CRITERION_EQUAL},   {"ne:", VKSCAN_CRITERION_NOT_EQUAL},
    };
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

static int parse_where(struct job *job)
{
    const struct arguments *a = job->arguments;
    const vkscan_type type = job->plan.type;
    char *seeds = (char *)job->seeds;

    job->seed = seeds;
    const int status = parse_comparison("--where", a->where, type, &job->select.criterion, seeds);
    return status || !a->else_where
               ? status
               : parse_comparison("--else-where", a->else_where, type,
                                  &job->select.second_criterion, seeds + vkscan_type_size(type));
}

/* ---- predicates ---- */

/* Of raw data it tells the elements. */
static int load(struct job *job)
{
    const struct arguments *a = job->arguments;

    if (!a->where_file)
        return 0;
    const int status = operator_file_load(a->where_file, OPERATOR_TO_RUN, &job->user);
    if (!status && !operator_file_is_predicate(&job->user))
        return misused(
            "%s is an operator, which reduce and scan take by --op-file; --where-file is "
            "of predicates",
            a->where_file);
    if (!status && !job->plan.type && !npy_named(a->file))
        job->plan.type = operator_file_source_type(&job->user);
    return status;
}

/* What a predicate is given besides the elements. */
static int parse_predicate_seed(struct job *job)
{
    const vkscan_operator *predicate = &job->user.constant;
    const char *text = job->arguments->seed;
    char range[VALUE_TEXT_SIZE];

    if (!predicate->seed_size)
        return text ? misused("predicate %s takes no seed, which --seed gives", predicate->name)
                    : 0;
    const vkscan_type type = operator_file_type(&job->user);
    job->seed = job->seeds;
    if (text)
        return job_parse_seed(text, type, &job->seeds[0]);
    value_range(type, range);
    return misused("predicate %s takes a seed: --seed VALUE; %s", predicate->name, range);
}

/* With the type of the values known. */
static int settle_predicate(struct job *job)
{
    const vkscan_operator *predicate = &job->user.constant;
    const struct input *values = &job->file.input;

    if (values->element_size != predicate->input_size)
        return misused("%s has elements of %zu bytes, and predicate %s takes %u", values->name,
                       values->element_size, predicate->name, predicate->input_size);
    job->select.criterion = VKSCAN_CRITERION_PREDICATE;
    job->plan.user_operator = predicate;
    return parse_predicate_seed(job);
}

/* ---- files ---- */

static int open_flags(struct job *job)
{
    const int status =
        job_open_second(job, job->arguments->flags, VKSCAN_TYPE_DEFAULT, NULL, PORT_FLAGS);
    const vkscan_type type = job->second.input.type;

    if (status)
        return status;
    if (type != VKSCAN_TYPE_U8 && type != VKSCAN_TYPE_U32)
        return failed("%s has flags of type %s; u8 or u32, which are not 0 where a value is kept",
                      job->second.input.name, vkscan_type_name(type));
    job->select.criterion =
        type == VKSCAN_TYPE_U8 ? VKSCAN_CRITERION_FLAG_BYTES : VKSCAN_CRITERION_FLAG_WORDS;
    return 0;
}

static int settle(struct job *job)
{
    const struct arguments *a = job->arguments;
    vkscan_select_params *select = &job->select;
    struct port_size *sizes = job->engine.sizes;

    job->whole = true;
    select->ways = a->three_ways || a->else_where ? 3 : 2;
    select->outputs =
        VKSCAN_SELECT_NUMBER | (a->indices ? VKSCAN_SELECT_INDICES : VKSCAN_SELECT_VALUES);
    job->plan.select = select;
    job->plan.primitive = a->command == COMMAND_UNIQUE        ? VKSCAN_PRIMITIVE_UNIQUE
                          : a->partition || select->ways == 3 ? VKSCAN_PRIMITIVE_PARTITION
                                                              : VKSCAN_PRIMITIVE_SELECT;
    sizes[a->indices ? PORT_INDICES : PORT_DESTINATION].each = vkscan_type_size(result_type(job));
    sizes[PORT_NUMBER].fixed = 2 * sizeof(uint32_t);
    return a->flags        ? open_flags(job)
           : a->where      ? parse_where(job)
           : a->where_file ? settle_predicate(job)
                           : 0;
}

static int begin(struct job *job)
{
    const struct array *values = &job->file, *flags = &job->second;
    struct selection *s = job->state = calloc(1, sizeof(*s));

    if (job->second_port < PORTS && values->count != flags->count)
        return failed("%s has %" PRIu64 " values, and %s %" PRIu64 " flags: each value takes one",
                      values->input.name, values->count, flags->input.name, flags->count);
    if (job->arguments->indices && values->count > UINT32_MAX)
        return failed("%s has %" PRIu64 " values, more than positions of 32 bits can tell apart",
                      values->input.name, values->count);
    if (job->plan.user_operator && job->piece.count < values->count)
        return failed("predicate %s takes all elements at a time, and a piece has %" PRIu64
                      " here (by --piece or what the device holds)",
                      job->plan.user_operator->name, job->piece.count);
    if (!s)
        return failed("not enough memory");
    s->parts = job->plan.primitive == VKSCAN_PRIMITIVE_PARTITION ? job->select.ways : 1;
    const uint64_t size = values->count * vkscan_type_size(result_type(job));
    for (uint32_t part = 1; part < s->parts; part++)
        if (!(s->later[part - 1] = malloc(size + 1)))
            return failed("not enough memory for %" PRIu64 " results", values->count);
    return job_make_results(job, size);
}

/* ---- pieces ---- */

/* Whether a piece begins with an element that equals the last one of the piece before. */
static bool repeats(const struct job *job)
{
    const size_t size = job->file.input.element_size;
    const char *at = job->piece.data;

    return job->plan.primitive == VKSCAN_PRIMITIVE_UNIQUE && job->piece.first > 0 &&
           memcmp(at, at - size, size) == 0;
}

/* The elements of each part of a piece. */
static int read_numbers(struct job *job, uint64_t numbers[PARTS_MAX])
{
    const uint32_t groups = job->select.ways - 1;
    uint32_t words[2];
    const int status = engine_download(&job->engine, PORT_NUMBER, 0, words, sizeof(words));

    numbers[groups] = job->piece.count;
    for (uint32_t group = 0; !status && group < groups; group++) {
        numbers[group] = words[group];
        numbers[groups] -= words[group];
    }
    return status;
}

/* Behind the results so far of each part: those of a piece. */
static int take(struct job *job)
{
    const uint32_t size = vkscan_type_size(result_type(job)), skipped = repeats(job);
    const bool indices = job->arguments->indices != NULL;
    struct selection *s = job->state;
    uint64_t numbers[PARTS_MAX] = {0}, first = skipped;
    int status = read_numbers(job, numbers);

    numbers[0] -= skipped;
    for (uint32_t part = 0; part < s->parts && !status; part++) {
        char *to = (part > 0 ? s->later[part - 1] : job->results) + s->taken[part] * size;
        status = engine_download(&job->engine, indices ? PORT_INDICES : PORT_DESTINATION,
                                 first * size, to, numbers[part] * size);
        for (uint64_t i = 0; i < numbers[part] && indices; i++)
            ((uint32_t *)(void *)to)[i] += (uint32_t)job->piece.first;
        first += numbers[part];
        s->taken[part] += numbers[part];
    }
    return status;
}

/* One part behind the other. */
static int finish(struct job *job)
{
    const uint32_t size = vkscan_type_size(result_type(job));
    const struct selection *s = job->state;
    uint64_t count = s->taken[0];

    for (uint32_t part = 1; part < s->parts; part++) {
        memcpy(job->results + count * size, s->later[part - 1], s->taken[part] * size);
        count += s->taken[part];
    }
    return array_write(&job->file, result_type(job), job->results, count, count);
}

static void tell(const struct job *job)
{
    const struct selection *s = job->state;

    for (uint32_t group = 0; group + 1 < job->select.ways; group++)
        fprintf(array_is_standard(job->arguments->output) ? stderr : stdout, "%" PRIu64 "\n",
                s->taken[group]);
}

static void close_selection(struct job *job)
{
    struct selection *s = job->state;

    for (size_t i = 0; s && i < PARTS_MAX - 1; i++)
        free(s->later[i]);
    free(s);
}

const struct verb verb_select = {.check = check,
                                 .load = load,
                                 .settle = settle,
                                 .begin = begin,
                                 .take = take,
                                 .finish = finish,
                                 .tell = tell,
                                 .close = close_selection};
