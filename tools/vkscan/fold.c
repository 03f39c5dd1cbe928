/* SPDX-License-Identifier: MIT */
/* Reductions and scans: each piece is seeded with the result of those before it. */
#include "fold.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "failure.h"
#include "names.h"
#include "npy.h"
#include "reference.h"

/* ---- pieces ---- */

static bool scans(const vkscan_plan_params *plan)
{
    return plan->primitive != VKSCAN_PRIMITIVE_REDUCE;
}

static uint32_t result_size(const vkscan_plan_params *plan)
{
    return vkscan_type_size(plan->out_type);
}

/* A scan of one type is in place. */
static void set_ports(struct engine *engine, const vkscan_plan_params *plan)
{
    const bool in_place = plan->user_operator ? vkscan_type_size(plan->type) == result_size(plan)
                                              : plan->type == plan->out_type;
    struct port_size *destination = &engine->sizes[PORT_DESTINATION];

    engine->sizes[PORT_SOURCE].each = vkscan_type_size(plan->type);
    *destination = (struct port_size){.each = 0};
    if (!scans(plan))
        destination->fixed = result_size(plan);
    else if (!in_place)
        destination->each = result_size(plan);
}

/* The last element of an inclusive scan; of an exclusive one, combined with the last source
 * element. So each element of a scan continues from the one before it, across pieces too, and no
 * algorithm needs a reduction beside it. */
static void carry(struct fold *fold, const void *last_source, const void *last)
{
    vkscan_plan_params both = fold->plan;

    both.primitive = VKSCAN_PRIMITIVE_REDUCE;
    both.flags = 0;
    reference_run(&both, last, last_source, fold->plan.primitive == VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN,
                  &fold->total);
}

static int take_piece(struct engine *engine, struct fold *fold, const char *data, uint64_t count,
                      char *results)
{
    const vkscan_plan_params *plan = &fold->plan;
    const uint32_t in = vkscan_type_size(plan->type), out = result_size(plan);
    const uint64_t last = count > 0 && !(plan->flags & VKSCAN_PLAN_REVERSE) ? count - 1 : 0;
    const enum port port =
        engine->sizes[PORT_DESTINATION].each || !scans(plan) ? PORT_DESTINATION : PORT_SOURCE;
    union value last_source;

    if (!scans(plan))
        return engine_download(engine, port, 0, &fold->total, out);
    if (count > 0)
        memcpy(&last_source, data + last * in, in);
    const int status = engine_download(engine, port, 0, results, count * out);
    if (!status && count > 0 && !plan->user_operator)
        carry(fold, &last_source, results + last * out);
    return status;
}

int fold_array(struct engine *engine, struct fold *fold, char *data, uint64_t count)
{
    const uint32_t size = vkscan_type_size(fold->plan.type);
    const vkscan_plan_params params = engine->params;
    struct port_size sizes[PORTS];

    memcpy(sizes, engine->sizes, sizeof(sizes));
    engine->params = fold->plan;
    memset(engine->sizes, 0, sizeof(engine->sizes));
    set_ports(engine, &fold->plan);
    reference_identity(fold->plan.out_type, fold->plan.op, &fold->total);
    const uint64_t limit = count ? engine_fit(engine, count) : 1;
    int status = engine_prepare(engine, limit);
    for (uint64_t first = 0; !status && first < count; first += limit) {
        const uint64_t piece = count - first < limit ? count - first : limit;
        status = engine_upload(engine, PORT_SOURCE, data + first * size, piece * size);
        if (!status)
            status = engine_run(engine, piece, &fold->total);
        if (!status)
            status = take_piece(engine, fold, data + first * size, piece, data + first * size);
    }
    engine_release(engine);
    engine->params = params;
    memcpy(engine->sizes, sizes, sizeof(sizes));
    return status;
}

/* ---- the operator ---- */

static int check(const struct arguments *a)
{
    if (a->with && !a->op_file)
        return misused("--with is for operators of --op-file that have two sources");
    if (array_is_standard(a->file) && array_is_standard(a->with))
        return misused("FILE and --with are both standard input");
    return 0;
}

/* The operator of a file; of raw data it tells the elements. */
static int load(struct job *job)
{
    const struct arguments *a = job->arguments;

    if (!a->op_file)
        return 0;
    if (a->op || a->out_type)
        return misused("--op-file is in the place of --%s", a->op ? "op" : "out-type");
    const int status = operator_file_load(a->op_file, OPERATOR_TO_RUN, &job->user);
    if (!status && operator_file_is_predicate(&job->user))
        return misused("%s is a predicate, which select takes by --where-file; --op-file is of "
                       "operators",
                       a->op_file);
    if (!status && !job->plan.type && !npy_named(a->file))
        job->plan.type = operator_file_source_type(&job->user);
    return status;
}

/* With the input's type known: checks it against the operator, or finds the one of its type. */
static int settle_operator(struct job *job)
{
    const struct arguments *a = job->arguments;
    const struct input *input = &job->file.input;

    if (a->op && operator_file_is_ready(a->op) &&
        (a->out_type || !operator_file_take_ready(a->op, input->type, &job->user)))
        return misused("no %s of %s%s; it is of u32, i32 and f32", a->op,
                       vkscan_type_name(input->type), a->out_type ? " into another type" : "");
    if (!job->user.constant.modules)
        return 0;
    if (job->user.constant.input_size != input->element_size)
        return misused("%s has elements of %zu bytes, and operator %s takes %u", input->name,
                       input->element_size, job->user.constant.name, job->user.constant.input_size);
    job->plan.user_operator = &job->user.constant;
    job->plan.out_type = operator_file_type(&job->user);
    return 0;
}

/* What an operator with two sources has beside FILE. */
static int open_second(struct job *job)
{
    const vkscan_operator *user = &job->user.constant;
    const struct input *second = &job->second.input;
    const char *path = job->arguments->with;

    if (!user->second_size)
        return path ? misused("operator %s takes no second source, which --with gives", user->name)
                    : 0;
    if (!path)
        return misused("operator %s takes a second source: --with FILE", user->name);
    const int status = job_open_second(
        job, path, npy_named(path) ? VKSCAN_TYPE_DEFAULT : operator_file_second_type(&job->user),
        "--type", PORT_SECOND_SOURCE);
    if (!status && second->element_size != user->second_size)
        return misused("%s has elements of %zu bytes, and operator %s takes %u of its second "
                       "source",
                       second->name, second->element_size, user->name, user->second_size);
    return status;
}

/* ---- the commands ---- */

static int settle(struct job *job)
{
    const struct arguments *a = job->arguments;
    vkscan_plan_params *plan = &job->plan;

    plan->primitive = a->command == COMMAND_REDUCE ? VKSCAN_PRIMITIVE_REDUCE
                      : a->exclusive               ? VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN
                                                   : VKSCAN_PRIMITIVE_INCLUSIVE_SCAN;
    plan->flags = a->reverse ? VKSCAN_PLAN_REVERSE : 0;
    job->whole = job->backward = a->reverse != NULL;
    int status = settle_operator(job);
    if (!status)
        status = open_second(job);
    if (!plan->out_type)
        plan->out_type = plan->type;
    if (!status && a->seed)
        status = job_parse_seed(a->seed, plan->out_type, &job->seeds[0]);
    job->seed = a->seed ? job->seeds : NULL;
    set_ports(&job->engine, plan);
    return status;
}

/* Whether it is the types, the operator of these, or the algorithm. */
static int explain(struct job *job, VkResult result)
{
    struct engine *engine = &job->engine;
    const vkscan_context_params params = engine_context_params(engine);
    vkscan_plan_params plan = engine->params;
    char names[NAMES_SIZE];

    if (plan.user_operator)
        return engine_refuse(engine, result);
    plan.algorithm = VKSCAN_ALGORITHM_AUTO;
    plan.op = VKSCAN_OP_ADD;
    const VkResult types = vkscan_query_plan(&params, &plan, NULL);
    if (types != VK_SUCCESS)
        return engine_refuse(engine, types);
    plan.op = engine->params.op;
    if (vkscan_query_plan(&params, &plan, NULL) != VK_SUCCESS) {
        names_list_supported(NAMES_OP, &params, plan, names);
        return misused("%s; it has %s", engine->message, names);
    }
    vkscan_query_plan(&params, &engine->params, NULL);
    if (plan.determinism)
        return engine_refuse(engine, result);
    names_list_supported(NAMES_ALGORITHM, &params, plan, names);
    return failed("%s; %s can run %s", engine->message, engine->gpu.properties.deviceName, names);
}

/* The header of a .npy comes first, before an input of unknown length has ended. */
static int begin(struct job *job)
{
    const struct array *file = &job->file;
    const uint64_t second = job->second.count, here = job->piece.count;

    if (job->second_port < PORTS && second != here)
        return misused("%s has %" PRIu64 " elements, and %s %" PRIu64 " in one piece",
                       job->second.input.name, second, file->input.name, here);
    if (file->output_npy && file->input.count == INPUT_UNKNOWN &&
        !output_can_rewrite(&file->output))
        return misused("cannot write a .npy header to %s, which cannot be rewritten, before %s has "
                       "ended; write to a file, or raw elements under a name without .npy",
                       file->output.name, file->input.name);
    return scans(&job->plan)
               ? job_make_results(job, (job->whole ? file->count : here) * result_size(&job->plan))
               : 0;
}

/* Some need all elements at a time. */
static int refuse_second_piece(const struct job *job)
{
    const unsigned long long capacity = job->engine.params.capacity;

    if (job->plan.user_operator)
        return failed("operator %s takes all elements at a time, and more than %llu are too many",
                      job->plan.user_operator->name, capacity);
    return job->plan.determinism == VKSCAN_DETERMINISM_EVERYWHERE
               ? failed("--determinism everywhere takes all elements at a time, and more than %llu "
                        "are too many",
                        capacity)
               : 0;
}

static int take(struct job *job)
{
    const struct piece *piece = &job->piece;
    struct fold fold = {.plan = job->plan};
    char *results = job->results
                        ? job->results + (job->whole ? piece->first * result_size(&job->plan) : 0)
                        : NULL;

    int status = job->done > piece->count && piece->count > 0 ? refuse_second_piece(job) : 0;
    if (!status)
        status = take_piece(&job->engine, &fold, piece->data, piece->count, results);
    if (!status && (piece->count > 0 || !scans(&job->plan))) {
        job->seeds[0] = fold.total;
        job->seed = job->seeds;
    }
    if (!status && scans(&job->plan) && !job->whole)
        status = array_write(&job->file, job->plan.out_type, results, piece->count,
                             job->file.input.count);
    return status;
}

static int finish(struct job *job)
{
    struct array *file = &job->file;

    if (!scans(&job->plan))
        return 0;
    if (job->whole)
        return array_write(file, job->plan.out_type, job->results, file->count, file->count);
    return file->input.count == INPUT_UNKNOWN ? array_finish(file, job->plan.out_type, job->done)
                                              : 0;
}

static void tell(const struct job *job)
{
    char text[VALUE_TEXT_SIZE];

    if (scans(&job->plan))
        return;
    if (job->plan.user_operator)
        operator_file_format(&job->user, job->seeds[0].words, text);
    else
        value_format(job->plan.out_type, &job->seeds[0], text);
    puts(text);
}

const struct verb verb_fold = {.check = check,
                               .load = load,
                               .settle = settle,
                               .explain = explain,
                               .begin = begin,
                               .take = take,
                               .finish = finish,
                               .tell = tell};
