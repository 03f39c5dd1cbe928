/* SPDX-License-Identifier: MIT */
#include "job.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"
#include "names.h"

/* ---- options ---- */

int job_parse_name(enum names names, const char *text, int *value)
{
    return text ? names_parse(names, text, value) : 0;
}

int job_parse_seed(const char *text, vkscan_type type, union value *seed)
{
    char range[VALUE_TEXT_SIZE];

    if (value_parse(type, text, seed))
        return 0;
    value_range(type, range);
    return misused("seed '%s' is no %s; that is %s", text, vkscan_type_name(type), range);
}

static int check_options(struct job *job)
{
    return job->verb->check ? job->verb->check(job->arguments) : 0;
}

static int parse_names(struct job *job)
{
    const struct arguments *a = job->arguments;
    vkscan_plan_params *plan = &job->plan;
    int op = VKSCAN_OP_ADD, algorithm = VKSCAN_ALGORITHM_AUTO;
    int type = VKSCAN_TYPE_DEFAULT, out_type = VKSCAN_TYPE_DEFAULT;
    int determinism = VKSCAN_DETERMINISM_RUN_TO_RUN;

    int status = a->op && operator_file_is_ready(a->op) ? 0 : job_parse_name(NAMES_OP, a->op, &op);
    if (!status)
        status = job_parse_name(NAMES_TYPE, a->type, &type);
    if (!status)
        status = job_parse_name(NAMES_TYPE, a->out_type, &out_type);
    if (!status)
        status = job_parse_name(NAMES_ALGORITHM, a->algorithm, &algorithm);
    if (!status)
        status = job_parse_name(NAMES_DETERMINISM, a->determinism, &determinism);
    plan->op = (vkscan_op)op;
    plan->type = (vkscan_type)type;
    plan->out_type = (vkscan_type)out_type;
    plan->algorithm = (vkscan_algorithm)algorithm;
    plan->determinism = (vkscan_determinism)determinism;
    return status;
}

static int parse_tuning(struct job *job)
{
    const char *text = job->arguments->tuning;
    char error[TUNING_ERROR_SIZE];

    return !text || tuning_parse(text, &job->tuning, error) ? 0 : misused("%s", error);
}

static int parse_piece(struct job *job)
{
    const char *text = job->arguments->piece;
    char *end;

    if (!text)
        return 0;
    errno = 0;
    job->piece_limit = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno || job->piece_limit == 0)
        return misused("bad number of elements '%s' for --piece; 1 or more", text);
    return 0;
}

/* ---- files and the device ---- */

static int load(struct job *job)
{
    return job->verb->load ? job->verb->load(job) : 0;
}

static int open_file(struct job *job)
{
    const int status = input_open(&job->file.input, job->arguments->file, job->plan.type, "--type");

    job->plan.type = job->file.input.type;
    return status;
}

int job_open_second(struct job *job, const char *path, vkscan_type type, const char *option,
                    enum port port)
{
    job->second_port = port;
    return input_open(&job->second.input, path, type, option);
}

static size_t element_size(const struct job *job)
{
    return job->file.input.element_size * job->channels;
}

static int settle(struct job *job)
{
    return job->verb->settle(job);
}

/* Whether the tuning is valid, and the device runs the plan. */
static int open_device(struct job *job)
{
    struct engine *engine = &job->engine;
    vkscan_device_info info;
    const int status = engine_open(engine, &job->on);

    if (status)
        return status;
    engine->params = job->plan;
    if (job->plan.user_operator)
        engine->params.type = engine->params.out_type = VKSCAN_TYPE_DEFAULT;
    if (job->second_port < PORTS)
        engine->sizes[job->second_port].each = job->second.input.element_size;
    engine->sizes[PORT_SOURCE].each = element_size(job);
    const vkscan_context_params params = engine_context_params(engine);
    if (vkscan_query_device(&params, &info) != VK_SUCCESS)
        return misused("--tuning: %s", engine->message);
    const VkResult result = vkscan_query_plan(&params, &engine->params, NULL);
    if (result == VK_SUCCESS)
        return 0;
    return job->verb->explain ? job->verb->explain(job, result) : engine_refuse(engine, result);
}

static int open_outputs(struct job *job)
{
    const struct arguments *a = job->arguments;
    const int status = a->output ? array_open_output(&job->file, a->output) : 0;

    return status || !a->values_out ? status : array_open_output(&job->second, a->values_out);
}

static int read_files(struct job *job)
{
    struct array *file = &job->file;
    int status = job->whole ? array_read(file, ARRAY_ALL) : 0;

    if (!status && file->count % job->channels)
        return failed("%s has %llu values, which are no whole elements of %u channels",
                      file->input.name, (unsigned long long)file->count, job->channels);
    file->count /= job->channels;
    return status || job->second.input.fd < 0 ? status : array_read(&job->second, ARRAY_ALL);
}

int job_make_results(struct job *job, uint64_t size)
{
    job->results = malloc(size + 1);
    return job->results ? 0
                        : failed("not enough memory for %llu bytes of results; try --piece",
                                 (unsigned long long)size);
}

/* ---- pieces ---- */

static int next_piece(struct job *job, uint64_t limit)
{
    const uint64_t left = job->file.count - job->done;
    struct piece *piece = &job->piece;
    int status = 0;

    if (job->whole)
        piece->count = left < limit ? left : limit;
    else if (!(status = array_read(&job->file, limit)))
        piece->count = job->file.count;
    piece->first = job->backward ? left - piece->count : job->done;
    piece->data = job->file.data + (job->whole ? piece->first * element_size(job) : 0);
    job->done += piece->count;
    return status;
}

static bool is_done(const struct job *job)
{
    return job->whole ? job->done == job->file.count : job->file.input.ended;
}

static int run_piece(struct job *job)
{
    struct engine *engine = &job->engine;
    const struct piece *piece = &job->piece;
    const size_t second = job->second.input.element_size;

    int status = engine_upload(engine, PORT_SOURCE, piece->data, piece->count * element_size(job));
    if (!status)
        status = engine_upload(engine, PORT_EDGES, job->subject.histogram.edges,
                               engine->sizes[PORT_EDGES].fixed);
    if (!status && job->second_port < PORTS)
        status = engine_upload(engine, job->second_port, job->second.data + piece->first * second,
                               piece->count * second);
    if (!status)
        status = engine_run(engine, piece->count, job->seed);
    return status ? status : job->verb->take(job);
}

static int run_pieces(struct job *job)
{
    uint64_t limit = job->whole ? job->file.count : job->file.input.count;
    bool first = true;
    int status;

    limit = engine_fit(&job->engine, limit < job->piece_limit ? limit : job->piece_limit);
    limit = limit ? limit : 1;
    do {
        status = next_piece(job, limit);
        if (!status && first)
            status = job->verb->begin(job);
        if (!status && first)
            status = engine_prepare(&job->engine, job->piece.count);
        if (!status)
            status = run_piece(job);
        first = false;
    } while (!status && !is_done(job));
    return status;
}

static int finish(struct job *job)
{
    return job->verb->finish ? job->verb->finish(job) : 0;
}

int job_run(const struct arguments *arguments, const struct verb *verb)
{
    static int (*const steps[])(struct job * job) = {
        check_options, parse_names, parse_tuning, parse_piece, load,       open_file,
        settle,        open_device, open_outputs, read_files,  run_pieces, finish};
    struct job job = {
        .arguments = arguments,
        .verb = verb,
        .on = {.device = arguments->device, .tuning = &job.tuning},
        .piece_limit = UINT64_MAX,
        .file = ARRAY_NONE,
        .second = ARRAY_NONE,
        .second_port = PORTS,
        .channels = 1,
    };
    int status = 0;

    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]) && !status; i++)
        status = steps[i](&job);
    input_close(&job.file.input); /* which the outputs may replace */
    input_close(&job.second.input);
    if (!status && arguments->output)
        status = output_commit(&job.file.output);
    if (!status && arguments->values_out)
        status = output_commit(&job.second.output);
    if (!status && verb->tell)
        verb->tell(&job);
    if (verb->close)
        verb->close(&job);
    engine_close(&job.engine);
    array_close(&job.file);
    array_close(&job.second);
    operator_file_close(&job.user);
    free(job.results);
    return status;
}
