/* SPDX-License-Identifier: MIT */
#include "job.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "fold.h"
#include "memory.h"
#include "meter.h"
#include "stream.h"
#include "team.h"

/* ---- options ---- */

int job_parse_name(enum names names, const char *text, int value)
{
    if (text)
        need(names_parse(names, text, &value));
    return value;
}

void job_parse_seed(const char *text, vkscan_type type, union value *seed)
{
    char range[VALUE_TEXT_SIZE];

    value_range(type, range);
    if (!value_parse(type, text, seed))
        misuse("seed '%s' is no %s; that is %s", text, vkscan_type_name(type), range);
}

static vkscan_op parse_op(const char *text)
{
    vkscan_op op = VKSCAN_OP_ADD;

    if (!arg_parse(text, &op))
        op = (vkscan_op)job_parse_name(NAMES_OPERATOR, text, VKSCAN_OP_ADD);
    return op;
}

static vkscan_plan_params parse_names(const struct arguments *a)
{
    const vkscan_op op = parse_op(a->op);
    const int type = job_parse_name(NAMES_TYPE, a->type, VKSCAN_TYPE_NONE);
    const int out_type = job_parse_name(NAMES_TYPE, a->out_type, VKSCAN_TYPE_NONE);

    return (vkscan_plan_params){
        .struct_size = sizeof(vkscan_plan_params),
        .op = op,
        .type = (vkscan_type)type,
        .out_type = (vkscan_type)out_type,
        .algorithm =
            (vkscan_algorithm)job_parse_name(NAMES_ALGORITHM, a->algorithm, VKSCAN_ALGORITHM_AUTO),
        .determinism = (vkscan_determinism)job_parse_name(NAMES_DETERMINISM, a->determinism,
                                                          VKSCAN_DETERMINISM_RUN_TO_RUN)};
}

/* Refuses two outputs in one file, of which only the last would be left. */
static void check_outputs(const struct arguments *a)
{
    const bool has_table = a->command == COMMAND_HISTOGRAM && !a->output;
    const struct {
        const char *what, *path;
    } outputs[] = {{"-o", a->output},
                   {"--values-out", a->values_out},
                   {"--lengths", a->lengths},
                   {"--starts", a->starts},
                   {"--indices-out", a->indices_out},
                   {"the table", has_table ? "-" : NULL},
                   {"--plot", a->plot},
                   {"--json", a->json}};

    for (size_t i = 0; i < sizeof(outputs) / sizeof(outputs[0]); i++)
        for (size_t j = 0; j < i; j++)
            if (outputs[i].path && outputs[j].path &&
                output_is_same(outputs[j].path, outputs[i].path))
                misuse("%s and %s are one file, %s", outputs[j].what, outputs[i].what,
                       outputs[i].path);
}

/* ---- files and the device ---- */

void job_open_second(struct job *job, const char *path, vkscan_type type, const char *option,
                     vkscan_port port)
{
    job->second_port = port;
    input_open_list(&job->second.input, path, type, option);
}

void job_check_type(const struct input *input, const char *option, const char *text)
{
    if (text && input->npy && strcmp(text, vkscan_type_name(input->type)) != 0)
        misuse("%s holds %s, not %s; leave %s out for .npy files", input->name,
               vkscan_type_name(input->type), text, option);
}

void job_check_user(const struct job *job, const char *kind)
{
    const vkscan_operator *user = &job->user.constant;
    const struct input *input = &job->file.input;

    if (user->input_size != input->element_size)
        misuse("%s has elements of %zu bytes, and %s %s takes %u", input->name, input->element_size,
               kind, user->name, user->input_size);
}

void job_check_counts(const struct input *file, uint64_t count, const struct input *other,
                      uint64_t other_count, const char *kind, const char *second)
{
    if (count != other_count && count != INPUT_UNKNOWN && other_count != INPUT_UNKNOWN)
        fail("%s has %" PRIu64 " %ss, and %s %" PRIu64 " %s: each %s takes one", file->name, count,
             kind, other->name, other_count, second, kind);
}

/* Compares the second file's elements to FILE's. */
static void check_second(const struct job *job, uint64_t count, uint64_t second_count)
{
    if (job->second.input.fd >= 0)
        job_check_counts(&job->file.input, count, &job->second.input, second_count, job->kind,
                         job->second_kind);
}

void job_check_positions(const struct job *job, const char *kind)
{
    if (job_position_type() == VKSCAN_TYPE_U32 && job->file.all > UINT32_MAX)
        fail("%s has %" PRIu64 " %ss, more than positions of 32 bits can tell apart",
             job->file.input.name, job->file.all, kind);
}

vkscan_type job_position_type(void)
{
    return team ? VKSCAN_TYPE_U64 : VKSCAN_TYPE_U32;
}

void job_store_position(char *positions, uint64_t index, uint64_t position)
{
    const uint32_t size = vkscan_type_size(job_position_type());

    memcpy(positions + index * size, &position, size); /* little-endian */
}

static size_t element_size(const struct job *job)
{
    return job->file.input.element_size * job->channels;
}

static _Noreturn void refuse_plan(struct job *job, VkResult result)
{
    const struct arguments *a = job->arguments;
    struct engine *engine = &job->engine;
    const vkscan_context_params context = engine_context_params(engine);
    const bool reduces = a->command == COMMAND_REDUCE,
               is_word = engine->sizes[VKSCAN_PORT_SOURCE].each == 4;
    const bool seeks =
        value_components(job->plan.type) == 1 && !a->out_type && (reduces || is_word);
    char advice[REFUSAL_SIZE] = "";

    if (a->command & (COMMAND_REDUCE | COMMAND_SCAN))
        refusal_advise(&context, &engine->params, engine->gpu.properties.deviceName,
                       seeks ? ARG_NAMES : "", advice);
    quit((result == VK_ERROR_VALIDATION_FAILED_EXT ? misused : failed)("%s%s", engine->message,
                                                                       advice));
}

/* Computes in FILE's type where the wider one that was chosen for the user cannot be. */
static VkResult query_narrow(struct job *job, const struct verb *verb)
{
    struct engine *engine = &job->engine;
    const vkscan_context_params params = engine_context_params(engine);
    const vkscan_type wide = job->plan.out_type;
    char reason[REFUSAL_SIZE];

    memcpy(reason, engine->message, sizeof(reason));
    job->plan.out_type = job->plan.type;
    verb->settle(job);
    engine->params.out_type = job->plan.out_type;
    const VkResult result = vkscan_query_plan(&params, &engine->params, NULL);
    if (result == VK_SUCCESS && team_leads())
        noted("computes in %s, which wraps, and not in %s: %s", vkscan_type_name(job->plan.type),
              vkscan_type_name(wide), reason);
    return result;
}

/* Opens the device. Checks that the tuning is valid, and that the device can run the plan. */
static void open_device(struct job *job, const struct verb *verb)
{
    const struct gpu_options on = {
        .device = job->arguments->device, .turn = team ? team->local : 0, .tuning = &job->tuning};
    struct engine *engine = &job->engine;
    vkscan_device_info info = {.struct_size = sizeof(info)};

    engine->params = job->plan;
    if (job->plan.user_operator)
        engine->params.type = engine->params.out_type = VKSCAN_TYPE_NONE;
    if (job->second_port < PORTS)
        engine->sizes[job->second_port].each = job->second.input.element_size;
    engine->sizes[VKSCAN_PORT_SOURCE].each = element_size(job);
    engine_open(engine, &on);
    if (engine->gpu.properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU && meter_is_on())
        noted("%s is a software driver, slower than plain code", engine->gpu.properties.deviceName);
    engine->sharing = team ? team->sharing(engine->gpu.uuid) : 1;
    const vkscan_context_params params = engine_context_params(engine);
    if (vkscan_query_device(&params, &info) != VK_SUCCESS)
        misuse("--tuning: %s", engine->message);
    VkResult result = vkscan_query_plan(&params, &engine->params, NULL);
    if (result != VK_SUCCESS && job->widens)
        result = query_narrow(job, verb);
    if (result != VK_SUCCESS)
        refuse_plan(job, result);
}

/* Tells whether all of FILE, of which nothing has been read, fits in one piece. */
static bool fits(struct job *job)
{
    const struct input *input = &job->file.input;

    return input->begin >= 0 && input->count <= job->piece_limit &&
           engine_fit(&job->engine, input->count) == input->count;
}

static void read_files(struct job *job)
{
    struct array *file = &job->file;

    if (job->holds)
        file->count = file->input.count;
    else if (job->whole)
        array_read(file, ARRAY_ALL);
    if (file->input.count != INPUT_UNKNOWN && !team)
        file->all = file->input.count;
    if (file->all % job->channels)
        fail("%s has %" PRIu64 " values, which are no whole elements of %u channels",
             file->input.name, file->all, job->channels);
    file->count /= job->channels;
    file->first /= job->channels;
    file->all /= job->channels;
    if (job->second.input.fd >= 0 && !job->second.input.ended)
        array_read(&job->second, ARRAY_ALL);
}

/* ---- pieces ---- */

void job_next_piece(struct job *job)
{
    const uint64_t limit = job->limit, left = job->file.count - job->done;
    struct piece *piece = &job->piece;

    if (!job->whole)
        array_read(&job->file, limit);
    piece->count = !job->whole ? job->file.count : left < limit ? left : limit;
    piece->first = job->backward ? left - piece->count : job->done;
    piece->data = job->file.data + (job->whole ? piece->first * element_size(job) : 0);
    job->done += piece->count;
}

bool job_is_done(const struct job *job)
{
    return job->whole ? job->done == job->file.count : job->file.input.ended;
}

void job_upload_operands(struct job *job)
{
    struct engine *engine = &job->engine;

    engine_upload(engine, VKSCAN_PORT_EDGES, job->subject.histogram.edges,
                  engine->sizes[VKSCAN_PORT_EDGES].fixed);
    engine_upload(engine, VKSCAN_PORT_SECOND_SOURCE, job->sorted.data,
                  engine->sizes[VKSCAN_PORT_SECOND_SOURCE].fixed);
    engine_upload(engine, VKSCAN_PORT_SECOND_VALUES, job->sorted_values.data,
                  engine->sizes[VKSCAN_PORT_SECOND_VALUES].fixed);
}

char *job_results(struct job *job, void *place, uint64_t size)
{
    if (job->streams)
        return job->piece.results;
    engine_download(&job->engine, VKSCAN_PORT_DESTINATION, 0, place, size);
    return place;
}

void job_write(struct job *job, vkscan_type type, const void *results, uint64_t count)
{
    if (job->streams)
        job->part = (struct part){type, results, count};
    else
        array_write(&job->file, type, results, count, job->file.input.count);
}

void job_run_part(struct job *job, const struct piece *part, const void *seed)
{
    const size_t second = job->second.input.element_size;
    struct engine *engine = &job->engine;

    if (!job->holds)
        engine_upload(engine, VKSCAN_PORT_SOURCE, part->data, part->count * element_size(job));
    if (job->second_port < PORTS)
        engine_upload(engine, job->second_port, job->second.data + part->first * second,
                      part->count * second);
    job_upload_operands(job);
    engine_run(engine, part->count, seed);
}

static void run_piece(struct job *job, const struct verb *verb)
{
    if (!verb->in_parts)
        job_run_part(job, &job->piece, job->seed);
    verb->take(job);
}

void job_run_rest(struct job *job, const struct verb *verb)
{
    while (!job_is_done(job)) {
        job_next_piece(job);
        run_piece(job, verb);
        if (job->whole)
            meter_move("computing", job->done * element_size(job),
                       job->file.count * element_size(job));
    }
}

/* Sets how many elements a piece has, the same on all ranks if these read it by pieces. */
static void limit_pieces(struct job *job)
{
    const uint64_t count = job->whole     ? job->file.count
                           : job->streams ? stream_limit(job)
                                          : job->file.input.count;
    const uint64_t most = count < job->piece_limit ? count : job->piece_limit;

    job->limit = engine_fit(&job->engine, most ? most : 1);
    if (!team)
        return;
    const uint64_t least = team->least(job->limit < most ? job->limit : job->piece_limit);
    if (!job->streams && !job->holds)
        job->limit = least;
}

static void run_pieces(struct job *job, const struct verb *verb)
{
    job_next_piece(job);
    verb->begin(job);
    meter_begin("compiling");
    engine_prepare(&job->engine, job->piece.count);
    if (job->holds)
        stream_load(job);
    meter_begin("computing");
    run_piece(job, verb);
    job_run_rest(job, verb);
}

/* Compiles the operator or the predicate, once all else has been checked that needs neither. */
static void load_user(struct job *job)
{
    const struct arguments *a = job->arguments;
    const bool predicate = a->where_file != NULL;
    const char *path = predicate ? a->where_file : a->op_file;
    struct input *input = &job->file.input;

    if (!path)
        return;
    operator_file_load(path, a->ready_made ? OPERATOR_READY_MADE : OPERATOR_TO_RUN, &job->user);
    if (predicate && !operator_file_is_predicate(&job->user))
        misuse("%s is an operator, which reductions and scans take by --op-file; --where-file is "
               "of predicates",
               path);
    if (!predicate && operator_file_is_predicate(&job->user))
        misuse("%s is a predicate, which select takes by --where-file; --op-file is of operators",
               path);
    if (!input->npy && !a->type)
        input_set_type(input, operator_file_source_type(&job->user));
    job->plan.type = input->type;
}

/* Opens FILE. An operator's raw elements are words, until it tells how many. */
static void open_file(struct job *job)
{
    const struct arguments *a = job->arguments;
    const enum input_shape shape = a->axis                           ? INPUT_AS_IT_LIES
                                   : a->command == COMMAND_HISTOGRAM ? INPUT_SCALARS
                                   : a->command == COMMAND_REDUCE    ? INPUT_ELEMENTS
                                                                     : INPUT_LIST;

    const vkscan_type raw = a->axis                                     ? VKSCAN_TYPE_NONE
                            : !a->type && (a->op_file || a->where_file) ? VKSCAN_TYPE_U32
                                                                        : job->plan.type;

    input_open(&job->file.input, a->file, raw, a->axis ? NULL : "--type", shape);
    job_check_type(&job->file.input, "--type", a->type);
    job->plan.type = job->file.input.type;
}

void job_run(const struct arguments *arguments, const struct verb *verb)
{
    char error[TUNING_ERROR_SIZE];
    static struct job job; /* static, as outputs are used to the end */
    const struct {
        const char *path; /* NULL: not asked for */
        struct array *array;
    } outputs[] = {{arguments->output, &job.file},
                   {arguments->values_out, &job.second},
                   {arguments->lengths, &job.second},
                   {arguments->starts, &job.third},
                   {arguments->indices_out, &job.second}};
    const size_t output_count = sizeof(outputs) / sizeof(outputs[0]);

    job = (struct job){
        .arguments = arguments,
        .plan = parse_names(arguments),
        .file = ARRAY_NONE,
        .second = ARRAY_NONE,
        .third = ARRAY_NONE,
        .sorted = ARRAY_NONE,
        .sorted_values = ARRAY_NONE,
        .offsets = ARRAY_NONE,
        .own_seeds = ARRAY_NONE,
        .second_port = PORTS,
        .channels = 1,
        .piece_limit = UINT64_MAX,
    };
    if (arguments->tuning && !tuning_parse(arguments->tuning, &job.tuning, error))
        misuse("%s", error);
    if (arguments->piece)
        need(option_number("piece", arguments->piece, UINT64_MAX, &job.piece_limit));
    check_outputs(arguments);
    verb->check(&job);
    open_file(&job);
    load_user(&job);
    verb->settle(&job);
    const uint64_t count = job.file.input.count;
    check_second(&job, count == INPUT_UNKNOWN ? count : count / job.channels,
                 job.second.input.count);
    array_share(&job.file, job.channels);
    if (job.second.input.fd >= 0)
        array_share(&job.second, 1);
    for (size_t i = 0; i < output_count; i++)
        if (outputs[i].path)
            array_open_output(outputs[i].array, outputs[i].path);
    open_device(&job, verb);
    if (job.holds)
        job.holds = team ? team->least(fits(&job)) : fits(&job);
    job.whole = job.whole || job.holds;
    const bool is_known = job.file.input.count != INPUT_UNKNOWN;
    if (is_known)
        memory_check(&job, verb, job.file.input.count / job.channels);
    read_files(&job);
    check_second(&job, job.file.all, job.second.all);
    if (!is_known)
        memory_check(&job, verb, job.file.count);
    limit_pieces(&job);
    (job.streams ? stream_run : run_pieces)(&job, verb);
    verb->finish(&job);
    engine_close(&job.engine);
    input_close(&job.file.input); /* the outputs may replace these files */
    input_close(&job.second.input);
    input_close(&job.sorted.input);
    input_close(&job.sorted_values.input);
    input_close(&job.offsets.input);
    input_close(&job.own_seeds.input);
    for (size_t i = 0; i < output_count; i++)
        if (outputs[i].path)
            array_close_output(outputs[i].array);
    for (size_t i = 0; i < output_count; i++)
        if (outputs[i].path)
            array_commit(outputs[i].array);
    meter_end();
    if (team)
        team->report(arguments->verbose, arguments->json);
    if (verb->tell && team_leads())
        verb->tell(&job);
}
