/* SPDX-License-Identifier: MIT */
/* Select, partition and unique. Results have up to three parts: the groups that are kept, and for a
 * partition the rest. Each part is collected over all pieces. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "job.h"
#include "slab_heads.h"
#include "stream.h"
#include "team.h"

#define PARTS_MAX 3

static uint64_t taken[PARTS_MAX]; /* results of each part in all pieces so far */

static struct slab_heads heads; /* of unique */

static vkscan_type result_type(const struct job *job)
{
    return job->arguments->indices ? job_position_type() : job->plan.type;
}

static uint32_t result_size(const struct job *job)
{
    return vkscan_type_size(result_type(job));
}

static uint32_t parts_of(const struct job *job)
{
    return job->plan.primitive == VKSCAN_PRIMITIVE_PARTITION ? job->subject.select.ways : 1;
}

/* Returns the place of a part's results. Each part has room for all elements. */
static char *part_at(const struct job *job, uint32_t part)
{
    return job->results + part * job->file.count * result_size(job);
}

/* ---- options ---- */

static void check(struct job *job)
{
    const struct arguments *a = job->arguments;
    const int criteria = (a->flags != NULL) + (a->where != NULL) + (a->where_file != NULL);

    if (a->command == COMMAND_SELECT && criteria != 1)
        misuse("select goes by --flags FILE, by --where COMPARISON:VALUE or by --where-file "
               "FILE.glsl, %s",
               criteria > 0 ? "not by several" : "and none was given");
    if (a->seed && !a->where_file)
        misuse("--seed is for predicates of --where-file");
    if (array_is_standard(a->file) && array_is_standard(a->flags))
        misuse("values and flags cannot both come from standard input");
    if (a->else_where && !a->where)
        misuse("--else-where is behind --where COMPARISON:VALUE, which was not given");
    if (a->partition && (a->three_ways || a->else_where))
        misuse("--partition is of two ways; leave it out with --else-where or --three-ways");
    if (a->three_ways && a->where && !a->else_where)
        misuse("--three-ways by --where needs --else-where COMPARISON:VALUE too");
}

/* Parses "gt:1.5", with a value of the values' type, which goes to `seed`. */
static vkscan_criterion parse_comparison(const char *option, const char *text, vkscan_type type,
                                         char *seed)
{
    static const char names[] = "lt:le:gt:ge:eq:ne:";
    static const vkscan_criterion criteria[] = {
        VKSCAN_CRITERION_LESS,          VKSCAN_CRITERION_LESS_EQUAL, VKSCAN_CRITERION_GREATER,
        VKSCAN_CRITERION_GREATER_EQUAL, VKSCAN_CRITERION_EQUAL,      VKSCAN_CRITERION_NOT_EQUAL};
    char range[VALUE_TEXT_SIZE];
    union value value;
    size_t i = 0;

    while (names[i] && strncmp(text, names + i, 3) != 0)
        i += 3;
    if (!names[i])
        misuse("bad comparison '%s' for %s; lt, le, gt, ge, eq or ne, a colon and a value, as gt:0",
               text, option);
    if (value_components(type) > 1 && strncmp(text, "eq", 2) != 0 && strncmp(text, "ne", 2) != 0)
        misuse("%s %s asks for an order, which %s, a vector, has not; eq or ne", option, text,
               vkscan_type_name(type));
    value_range(type, range);
    if (!value_parse(type, text + 3, &value))
        misuse("bad value '%s' for %s; %s", text + 3, option, range);
    memcpy(seed, &value, vkscan_type_size(type));
    return criteria[i / 3];
}

static void settle_where(struct job *job)
{
    const struct arguments *a = job->arguments;
    const vkscan_type type = job->plan.type;
    char *seeds = (char *)job->seeds;

    if (a->else_where && 2 * vkscan_type_size(type) > sizeof(job->seeds[0]))
        misuse("--else-where is for elements of up to %zu bytes, and not for %s; --three-ways goes "
               "by --flags or --where-file too",
               sizeof(job->seeds[0]) / 2, vkscan_type_name(type));
    job->seed = seeds;
    job->subject.select.criterion = parse_comparison("--where", a->where, type, seeds);
    if (a->else_where)
        job->subject.select.second_criterion =
            parse_comparison("--else-where", a->else_where, type, seeds + vkscan_type_size(type));
}

/* ---- predicates ---- */

/* Sets the predicate and its seed. The type of the values is known. */
static void settle_predicate(struct job *job)
{
    const vkscan_operator *predicate = &job->user.constant;
    static char name[OPERATOR_NAME_SIZE + sizeof("predicate ")];
    const char *text = job->arguments->seed;
    char range[VALUE_TEXT_SIZE];

    if (team_has_others())
        misuse("predicate %s is of one rank: what it keeps may depend on where that is",
               predicate->name);
    snprintf(name, sizeof(name), "predicate %s", predicate->name);
    job->at_once = name;
    job_check_user(job, "predicate");
    if (!predicate->seed_size && text)
        misuse("predicate %s takes no seed, which --seed gives", predicate->name);
    job->subject.select.criterion = VKSCAN_CRITERION_PREDICATE;
    job->plan.user_operator = predicate;
    if (!predicate->seed_size)
        return;
    value_range(operator_file_type(&job->user), range);
    if (!text)
        misuse("predicate %s takes a seed: --seed VALUE; %s", predicate->name, range);
    job_parse_seed(text, operator_file_type(&job->user), &job->seeds[0]);
    job->seed = job->seeds;
}

/* ---- files ---- */

static void settle_flags(struct job *job)
{
    const struct input *flags = &job->second.input;

    job->kind = "value";
    job->second_kind = "flags";
    job_open_second(job, job->arguments->flags, VKSCAN_TYPE_NONE, NULL, VKSCAN_PORT_FLAGS);
    if (flags->type != VKSCAN_TYPE_U8 && flags->type != VKSCAN_TYPE_U32)
        fail("%s has flags of type %s; flags are booleans, u8 or u32, and not 0 where a value is "
             "kept",
             flags->name, vkscan_type_name(flags->type));
    job->subject.select.criterion =
        flags->type == VKSCAN_TYPE_U8 ? VKSCAN_CRITERION_FLAG_BYTES : VKSCAN_CRITERION_FLAG_WORDS;
}

static void settle(struct job *job)
{
    const struct arguments *a = job->arguments;
    vkscan_select_params *select = &job->subject.select;
    struct port_size *sizes = job->engine.sizes;

    job->whole = true;
    job->holds = !team || (a->command == COMMAND_SELECT && !a->indices);
    select->ways = a->three_ways || a->else_where ? 3 : 2;
    select->outputs =
        VKSCAN_SELECT_OUTPUT_NUMBER_BIT |
        (a->indices ? VKSCAN_SELECT_OUTPUT_INDICES_BIT : VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT);
    select->struct_size = sizeof(*select);
    job->plan.primitive = a->command == COMMAND_UNIQUE        ? VKSCAN_PRIMITIVE_UNIQUE
                          : a->partition || select->ways == 3 ? VKSCAN_PRIMITIVE_PARTITION
                                                              : VKSCAN_PRIMITIVE_SELECT;
    select->primitive = job->plan.primitive;
    job->plan.details = select;
    sizes[VKSCAN_PORT_INDICES].each = a->indices ? sizeof(uint32_t) : 0;
    sizes[VKSCAN_PORT_DESTINATION].each = a->indices ? 0 : result_size(job);
    sizes[VKSCAN_PORT_NUMBER].fixed = 2 * sizeof(uint32_t);
    if (a->flags)
        settle_flags(job);
    if (a->where)
        settle_where(job);
    if (a->where_file)
        settle_predicate(job);
}

static uint64_t beside(const struct job *job)
{
    return parts_of(job) * (uint64_t)result_size(job);
}

static void begin(struct job *job)
{
    const uint64_t count = job->file.count;

    if (job->arguments->indices)
        job_check_positions(job, "value");
    heads = (struct slab_heads){
        .data = job->file.data, .size = job->file.input.element_size, .keys = true};
    if (job->plan.primitive == VKSCAN_PRIMITIVE_UNIQUE)
        slab_heads_open(&heads, &job->file);
    if (!job->holds)
        job->results = allocate(parts_of(job) * count * result_size(job), "results");
}

/* ---- pieces ---- */

/* Tells whether a piece begins with an element that equals the one before it. */
static bool repeats(const struct job *job)
{
    return job->plan.primitive == VKSCAN_PRIMITIVE_UNIQUE && job->piece.count > 0 &&
           !slab_heads_has(&heads, job->piece.first);
}

/* Turns indices in a piece into positions, in place, and so from the last one on. */
static void place_indices(const struct job *job, char *indices, uint64_t count)
{
    for (uint64_t i = count; i-- > 0;)
        job_store_position(indices, i,
                           job->file.first + job->piece.first + ((uint32_t *)(void *)indices)[i]);
}

static vkscan_port port_of(const struct job *job)
{
    return job->arguments->indices ? VKSCAN_PORT_INDICES : VKSCAN_PORT_DESTINATION;
}

/* Appends the results of a piece, from the given one on, to those of a part. */
static void append(struct job *job, uint32_t part, uint64_t first, uint32_t number)
{
    const bool indices = job->arguments->indices != NULL;
    const uint32_t size = indices ? sizeof(uint32_t) : result_size(job);
    char *to = part_at(job, part) + taken[part] * result_size(job);

    engine_download(&job->engine, port_of(job), first * size, to, (uint64_t)number * size);
    if (indices)
        place_indices(job, to, number);
}

/* Takes the results of a piece. They stay on the device if it holds them all, one part behind the
 * other. */
static void take(struct job *job)
{
    const uint32_t skipped = repeats(job);
    uint32_t numbers[PARTS_MAX] = {0}; /* the device counts all groups but the last */
    uint64_t first = skipped;

    engine_download(&job->engine, VKSCAN_PORT_NUMBER, 0, numbers, 2 * sizeof(numbers[0]));
    numbers[job->subject.select.ways - 1] =
        (uint32_t)job->piece.count - numbers[0] - (job->subject.select.ways > 2 ? numbers[1] : 0);
    numbers[0] -= skipped;
    for (uint32_t part = 0; part < parts_of(job); part++) {
        if (!job->holds)
            append(job, part, first, numbers[part]);
        first += numbers[part];
        taken[part] += numbers[part];
    }
}

/* Writes one part behind the other. A team takes the numbers of all ranks. */
static void finish(struct job *job)
{
    const vkscan_type type = result_type(job);
    uint64_t count = 0, first = 0;

    for (uint32_t part = 0; part < parts_of(job); part++)
        count += taken[part];
    for (uint32_t part = 0; part < parts_of(job); part++) {
        array_place(&job->file, taken[part]);
        if (job->holds)
            stream_store(job, port_of(job), type, first, taken[part], count);
        else
            array_write(&job->file, type, part_at(job, part), taken[part], count);
        first += taken[part];
        if (team)
            taken[part] = team->sum(taken[part]);
    }
}

static void tell(const struct job *job)
{
    for (uint32_t group = 0; group + 1 < job->subject.select.ways; group++)
        fprintf(array_is_standard(job->arguments->output) ? stderr : stdout, "%" PRIu64 "\n",
                taken[group]);
}

const struct verb verb_select = {.check = check,
                                 .settle = settle,
                                 .begin = begin,
                                 .take = take,
                                 .finish = finish,
                                 .beside = beside,
                                 .tell = tell};
