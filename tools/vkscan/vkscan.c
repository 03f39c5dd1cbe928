/* SPDX-License-Identifier: MIT */
/* vkscan: reduces or scans a file of numbers on a Vulkan device. */
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "array.h"
#include "check_op.h"
#include "devices.h"
#include "engine.h"
#include "failure.h"
#include "input.h"
#include "names.h"
#include "npy.h"
#include "operator_file.h"
#include "output.h"
#include "select.h"
#include "sort.h"
#include "streams.h"
#include "value.h"

#define FIRST_ALLOCATION ((size_t)1 << 20)
#define WHOLE SIZE_MAX /* bytes of a piece that is all of the input */

/* A command and its resources. */
struct job {
    vkscan_plan_params plan; /* with a user operator its types are those of files */
    struct operator_file user;
    struct gpu_options on;
    struct user_tuning tuning;
    uint64_t piece_limit; /* elements */
    bool seeded;
    union value seed;
    struct input input;
    struct input second;   /* of an operator with two sources */
    struct output *output; /* NULL for a reduction */
    bool output_npy;
    union value result; /* of a reduction */
    struct engine engine;
};

struct piece {
    char *data;
    size_t size;      /* bytes in use */
    size_t allocated; /* bytes */
    char *results;    /* of a scan of another type; NULL: they replace the data */
};

const char program_name[] = "vkscan";

static int parse_names(const struct arguments *arguments, vkscan_plan_params *plan)
{
    int op = VKSCAN_OP_ADD, algorithm = VKSCAN_ALGORITHM_AUTO;
    int type = VKSCAN_TYPE_DEFAULT, out_type = VKSCAN_TYPE_DEFAULT;
    int determinism = VKSCAN_DETERMINISM_RUN_TO_RUN;

    int status = arguments->op && !operator_file_is_ready(arguments->op)
                     ? names_parse(NAMES_OP, arguments->op, &op)
                     : 0;
    if (!status && arguments->type)
        status = names_parse(NAMES_TYPE, arguments->type, &type);
    if (!status && arguments->out_type)
        status = names_parse(NAMES_TYPE, arguments->out_type, &out_type);
    if (!status && arguments->algorithm)
        status = names_parse(NAMES_ALGORITHM, arguments->algorithm, &algorithm);
    if (!status && arguments->determinism)
        status = names_parse(NAMES_DETERMINISM, arguments->determinism, &determinism);
    plan->op = (vkscan_op)op;
    plan->type = (vkscan_type)type;
    plan->out_type = (vkscan_type)out_type;
    plan->algorithm = (vkscan_algorithm)algorithm;
    plan->determinism = (vkscan_determinism)determinism;
    plan->flags = arguments->reverse ? VKSCAN_PLAN_REVERSE : 0;
    return status;
}

static int parse_tuning(const char *text, struct user_tuning *tuning)
{
    char error[TUNING_ERROR_SIZE];

    return !text || tuning_parse(text, tuning, error) ? 0 : misused("%s", error);
}

static int parse_seed(struct job *job, const char *text)
{
    const vkscan_type type = job->plan.out_type;
    char range[VALUE_TEXT_SIZE];

    job->seeded = text != NULL;
    if (!text || value_parse(type, text, &job->seed))
        return 0;
    value_range(type, range);
    return misused("seed '%s' is no %s; that is %s", text, vkscan_type_name(type), range);
}

/* The operator of a file; of raw data it tells the elements. */
static int load_operator(struct job *job, const struct arguments *arguments)
{
    if (!arguments->op_file)
        return 0;
    if (arguments->op || arguments->out_type)
        return misused("--op-file is in the place of --%s", arguments->op ? "op" : "out-type");
    const int status = operator_file_load(arguments->op_file, OPERATOR_TO_RUN, &job->user);
    if (!status && operator_file_is_predicate(&job->user))
        return misused("%s is a predicate, which select takes by --where-file; --op-file is of "
                       "operators",
                       arguments->op_file);
    if (!status && !job->plan.type && !npy_named(arguments->file))
        job->plan.type = operator_file_source_type(&job->user);
    return status;
}

/* With the input's type known: checks it against the operator, or finds the one of its type. */
static int settle_operator(struct job *job, const struct arguments *arguments)
{
    const char *type = vkscan_type_name(job->plan.type);

    if (arguments->op && operator_file_is_ready(arguments->op) &&
        (arguments->out_type ||
         !operator_file_take_ready(arguments->op, job->plan.type, &job->user)))
        return misused("no %s of %s%s; it is of u32, i32 and f32", arguments->op, type,
                       arguments->out_type ? " into another type" : "");
    if (!job->user.constant.modules)
        return 0;
    if (job->user.constant.input_size != job->input.element_size)
        return misused("%s has elements of %zu bytes, and operator %s takes %u", job->input.name,
                       job->input.element_size, job->user.constant.name,
                       job->user.constant.input_size);
    job->plan.user_operator = &job->user.constant;
    job->plan.out_type = operator_file_type(&job->user);
    return 0;
}

/* What an operator with two sources has beside FILE. */
static int open_second(struct job *job, const char *path)
{
    const vkscan_operator *user = &job->user.constant;

    if (!user->second_size)
        return path ? misused("operator %s takes no second source, which --with gives", user->name)
                    : 0;
    if (!path)
        return misused("operator %s takes a second source: --with FILE", user->name);
    const int status = input_open(
        &job->second, path,
        npy_named(path) ? VKSCAN_TYPE_DEFAULT : operator_file_second_type(&job->user), "--type");
    if (!status && job->second.element_size != user->second_size)
        return misused("%s has elements of %zu bytes, and operator %s takes %u of its second "
                       "source",
                       job->second.name, job->second.element_size, user->name, user->second_size);
    return status;
}

static int job_open(struct job *job, const struct arguments *arguments, vkscan_primitive primitive)
{
    *job = (struct job){.plan.primitive = primitive,
                        .on = {.device = arguments->device, .tuning = &job->tuning},
                        .input.fd = -1,
                        .second.fd = -1};
    int status = parse_names(arguments, &job->plan);
    if (!status)
        status = parse_tuning(arguments->tuning, &job->tuning);
    if (!status)
        status = array_parse_piece(arguments->piece, &job->piece_limit);
    if (!status)
        status = load_operator(job, arguments);
    if (!status)
        status = input_open(&job->input, arguments->file, job->plan.type, "--type");
    job->plan.type = job->input.type;
    if (!status)
        status = settle_operator(job, arguments);
    if (!status)
        status = open_second(job, arguments->with);
    if (!job->plan.out_type)
        job->plan.out_type = job->input.type;
    if (!status)
        status = parse_seed(job, arguments->seed);
    return status;
}

/* Allocates as data arrives, not as a header claims. */
static bool grow(struct piece *piece, size_t limit)
{
    const size_t doubled = piece->allocated ? 2 * piece->allocated : FIRST_ALLOCATION;
    const size_t size = doubled < limit ? doubled : limit;
    char *data = realloc(piece->data, size);

    if (!data)
        return false;
    piece->data = data;
    piece->allocated = size;
    return true;
}

static int read_piece(struct input *input, struct piece *piece, size_t limit)
{
    piece->size = 0;
    while (piece->size < limit && !input->ended) {
        size_t got;
        if (piece->size == piece->allocated && !grow(piece, limit))
            return limit == WHOLE
                       ? failed("not enough memory for %s, which is read whole", input->name)
                       : failed("not enough memory for %zu bytes of %s; try --piece", limit,
                                input->name);
        const int status =
            input_read(input, piece->data + piece->size, piece->allocated - piece->size, &got);
        if (status)
            return status;
        piece->size += got;
    }
    return 0;
}

/* A .npy header has the number of elements. If the input's length is unknown, the header is
 * rewritten at the end, which pipes do not allow. */
static int check_header(const struct job *job)
{
    if (!job->output_npy || job->input.count != INPUT_UNKNOWN || output_can_rewrite(job->output))
        return 0;
    return misused("cannot write a .npy header to %s, which cannot be rewritten, before %s has "
                   "ended; write to a file, or raw elements under a name without .npy",
                   job->output->name, job->input.name);
}

static void format_header(const struct job *job, uint64_t count, char header[NPY_HEADER_SIZE])
{
    const vkscan_type type = job->plan.out_type;

    npy_format(header, value_dtype(type), count, value_components(type));
}

/* If the number of elements is unknown, finish_header rewrites it. */
static int write_header(struct job *job)
{
    char header[NPY_HEADER_SIZE];

    if (!job->output_npy)
        return 0;
    format_header(job, job->input.count == INPUT_UNKNOWN ? 0 : job->input.count, header);
    return output_write(job->output, header, sizeof(header));
}

static int finish_header(struct job *job)
{
    char header[NPY_HEADER_SIZE];

    if (!job->output_npy || job->input.count != INPUT_UNKNOWN)
        return 0;
    format_header(job, job->input.bytes_read / job->input.element_size, header);
    return output_rewrite_start(job->output, header, sizeof(header));
}

/* The second source, if there is one: as many elements. */
static int take_second(struct job *job, uint64_t count)
{
    const size_t element = job->user.constant.second_size;
    struct piece piece = {0};

    if (!element)
        return 0;
    int status = read_piece(&job->second, &piece, WHOLE);
    if (!status && piece.size / element != count)
        status = misused("%s has %zu elements, and %s %" PRIu64 " in one piece", job->second.name,
                         piece.size / element, job->input.name, count);
    if (!status)
        status = engine_take_second(&job->engine, piece.data, count);
    free(piece.data);
    return status;
}

/* Where the results of so many elements go. */
static int make_results(struct job *job, struct piece *piece, uint64_t count)
{
    const size_t size = count * vkscan_type_size(job->plan.out_type);

    if (!job->output || job->plan.out_type == job->plan.type)
        return 0;
    piece->results = malloc(size + 1);
    return piece->results ? 0
                          : failed("not enough memory for %zu bytes of results; try --piece", size);
}

static char *results_of(const struct piece *piece)
{
    return piece->results ? piece->results : piece->data;
}

/* The engine is open; limit is of elements. */
static int run_pieces(struct job *job, struct piece *piece, uint64_t limit)
{
    const size_t element = job->input.element_size;
    const size_t result = vkscan_type_size(job->plan.out_type);
    bool first = true;
    int status;

    do {
        status = read_piece(&job->input, piece, limit * element);
        const uint64_t count = piece->size / element;
        if (!status && first) /* which has the most elements */
            status = make_results(job, piece, count);
        if (!status && first)
            status = engine_prepare(&job->engine, count);
        if (!status && first)
            status = take_second(job, count);
        if (!status)
            status = engine_run(&job->engine, piece->data, count, results_of(piece));
        if (!status && job->output && first)
            status = write_header(job);
        if (!status && job->output)
            status = output_write(job->output, results_of(piece), count * result);
        first = false;
    } while (!status && !job->input.ended);
    return status;
}

/* The same from the last piece to the first, with the whole input in memory. */
static int run_backwards(struct job *job, struct piece *whole, uint64_t limit)
{
    const size_t element = job->input.element_size;
    const size_t result = vkscan_type_size(job->plan.out_type);

    int status = read_piece(&job->input, whole, WHOLE);
    const uint64_t count = whole->size / element;
    if (!status)
        status = make_results(job, whole, count);
    if (!status)
        status = engine_prepare(&job->engine, count < limit ? count : limit);
    if (!status)
        status = take_second(job, count < limit ? count : limit);
    for (uint64_t end = count, piece; !status && end > 0; end -= piece) {
        piece = end < limit ? end : limit;
        status = engine_run(&job->engine, whole->data + (end - piece) * element, piece,
                            results_of(whole) + (end - piece) * result);
    }
    if (!status)
        status = write_header(job);
    return status ? status : output_write(job->output, results_of(whole), count * result);
}

/* From the open input to the written output, or to the result of a reduction. */
static int job_run(struct job *job)
{
    struct piece piece = {0};

    int status = engine_open(&job->engine, &job->on, &job->plan, job->seeded ? &job->seed : NULL);
    if (!status) {
        const uint64_t limit = job->engine.piece_limit;
        status = (job->plan.flags & VKSCAN_PLAN_REVERSE ? run_backwards : run_pieces)(
            job, &piece, job->piece_limit < limit ? job->piece_limit : limit);
    }
    job->result = job->engine.seed;
    free(piece.data);
    free(piece.results);
    engine_close(&job->engine);
    return status;
}

static int reduce(const struct arguments *arguments)
{
    struct job job;
    char text[VALUE_TEXT_SIZE];

    int status = job_open(&job, arguments, VKSCAN_PRIMITIVE_REDUCE);
    if (!status)
        status = job_run(&job);
    input_close(&job.input);
    input_close(&job.second);
    if (!status && job.plan.user_operator)
        operator_file_format(&job.user, job.result.words, text);
    else if (!status)
        value_format(job.plan.out_type, &job.result, text);
    if (!status)
        puts(text);
    operator_file_close(&job.user);
    return status;
}

static int scan(const struct arguments *arguments)
{
    const vkscan_primitive primitive =
        arguments->exclusive ? VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN : VKSCAN_PRIMITIVE_INCLUSIVE_SCAN;
    const bool standard = strcmp(arguments->output, "-") == 0;
    struct output output = OUTPUT_NONE;
    struct job job;

    int status = job_open(&job, arguments, primitive);
    job.output_npy = standard ? job.input.npy : npy_named(arguments->output);
    job.output = &output;
    if (!status)
        status = output_open(&output, arguments->output);
    if (!status)
        status = check_header(&job);
    if (!status)
        status = job_run(&job);
    if (!status)
        status = finish_header(&job);
    input_close(&job.input); /* which the output may replace */
    input_close(&job.second);
    if (!status)
        status = output_commit(&output);
    output_close(&output);
    operator_file_close(&job.user);
    return status;
}

static int print_help(void)
{
    arguments_print_help(stdout);
    return 0;
}

static int print_version(void)
{
    printf("vkscan %d.%d.%d\n", VKSCAN_VERSION_MAJOR, VKSCAN_VERSION_MINOR, VKSCAN_VERSION_PATCH);
    return 0;
}

static int dispatch(const struct arguments *arguments)
{
    if (arguments->help)
        return print_help();
    if (arguments->version)
        return print_version();
    switch (arguments->command) {
    case COMMAND_DEVICES:
        return devices_print();
    case COMMAND_CHECK_OP:
        return check_op(arguments->file, &(struct gpu_options){.device = arguments->device},
                        arguments->tolerance);
    case COMMAND_SELECT:
    case COMMAND_UNIQUE:
        return select_command(arguments);
    case COMMAND_SORT:
        return sort_command(arguments);
    case COMMAND_REDUCE:
        return reduce(arguments);
    default:
        return scan(arguments);
    }
}

int main(int argc, char **argv)
{
    struct arguments arguments;

    if (!streams_open())
        return EXIT_FAILURE;
    if (argc < 2) {
        arguments_print_help(stderr);
        return 2;
    }
    int status = arguments_parse(argc, argv, &arguments);
    if (!status)
        status = dispatch(&arguments);
    return streams_close(status);
}
