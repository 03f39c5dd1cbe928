/* SPDX-License-Identifier: MIT */
/* The commands reduce and scan. Each piece is seeded with the result of the pieces before it. */
#include "fold.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "reference.h"
#include "stream.h"
#include "team.h"
#include "type.h"

/* ---- the operator ---- */

void fold_check(struct job *job)
{
    const struct arguments *a = job->arguments;

    if (team_has_others() && job->plan.determinism == VKSCAN_DETERMINISM_EVERYWHERE)
        misuse("--determinism everywhere is of one rank: sums of several are grouped by rank");

    if (a->with && !a->op_file)
        misuse("--with is for operators that have two sources, as dot_f32");
    if (array_is_standard(a->file) && array_is_standard(a->with))
        misuse("FILE and --with are both standard input");
    if (a->op_file && (a->op || a->out_type))
        misuse("--op-file is in the place of --%s", a->op ? "op" : "out-type");
}

/* Refuses types that have no order, and in a scan types that make no pair of 32-bit words. */
static void check_seeking(const struct job *job)
{
    const struct arguments *a = job->arguments;
    const vkscan_type type = job->plan.type;

    if (a->out_type)
        misuse("no %s of %s into another type", a->op, vkscan_type_name(type));
    if (value_components(type) > 1)
        misuse("no %s of %s; it is of scalars%s", a->op, vkscan_type_name(type),
               job->file.input.npy ? ", and --axis 0 goes by component" : "");
    if (a->command == COMMAND_SCAN && vkscan_type_size(type) != sizeof(uint32_t))
        misuse("no scan by %s of %s; it is of scalars of up to 32 bits", a->op,
               vkscan_type_name(type));
    if (a->command == COMMAND_SCAN && team_has_others())
        misuse("a scan by %s is of one rank", a->op);
}

/* Refuses what no device computes. */
static void check_types(const vkscan_plan_params *plan)
{
    const char *type = vkscan_type_name(plan->type), *name;
    char names[NAMES_SIZE] = "";
    const enum names of = reference_has(plan->type, plan->op) ? NAMES_TYPE : NAMES_OP;

    if (of == NAMES_TYPE && (!plan->out_type || reference_converts(plan->type, plan->out_type)))
        return;
    for (int value = names_first(of); (name = names_get(of, value)); value = names_next(of, value))
        if (of == NAMES_OP ? reference_has(plan->type, (vkscan_op)value)
                           : reference_converts(plan->type, (vkscan_type)value))
            names_append(names, name);
    if (of == NAMES_OP)
        misuse("type %s has no operator %s; it has %s%s", type, names_get(of, (int)plan->op), names,
               value_components(plan->type) == 1 ? ", " ARG_NAMES : "");
    misuse("elements of %s cannot be computed in %s; --out-type takes %s", type,
           vkscan_type_name(plan->out_type), names);
}

void fold_settle_operator(struct job *job)
{
    const struct arguments *a = job->arguments;
    const vkscan_operator *user = &job->user.constant;

    if (job->seeks)
        check_seeking(job);
    if (!user->modules) {
        check_types(&job->plan);
        return;
    }
    if (team_has_others() && job->user.maps)
        misuse("operator %s is of one rank: what it maps elements to may depend on where they are",
               user->name);
    if (team_has_others() && a->reverse && !(user->flags & VKSCAN_OPERATOR_COMMUTATIVE_BIT))
        misuse("operator %s is of one rank in reverse, as it is not commutative", user->name);
    job_check_user(job, "operator");
    job->plan.user_operator = user;
    job->plan.out_type = operator_file_type(&job->user);
}

/* Elements that an operator maps may depend on where they are; the carry of its exclusive scans
 * would take another plan; bits that are the same everywhere are grouped by the whole. */
void fold_settle_whole(struct job *job)
{
    static char name[OPERATOR_NAME_SIZE + sizeof("operator ")];
    const vkscan_operator *user = job->plan.user_operator;
    const bool exclusive = job->arguments->exclusive != NULL;

    if (user && (job->user.maps || exclusive)) {
        snprintf(name, sizeof(name), "operator %s", user->name);
        job->at_once = name;
    } else if (job->plan.determinism == VKSCAN_DETERMINISM_EVERYWHERE)
        job->at_once = "--determinism everywhere";
    else if (job->arguments->with)
        job->at_once = "--with";
}

/* Opens the second source of an operator that has two. */
static void open_second(struct job *job)
{
    const vkscan_operator *user = &job->user.constant;
    const struct input *second = &job->second.input;
    const char *path = job->arguments->with;

    if (!user->second_size && path)
        misuse("operator %s takes no second source, which --with gives", user->name);
    if (user->second_size && !path)
        misuse("operator %s takes a second source: --with FILE", user->name);
    if (!path)
        return;
    job->kind = "element";
    job->second_kind = "elements";
    job_open_second(job, path, operator_file_second_type(&job->user), "--type",
                    VKSCAN_PORT_SECOND_SOURCE);
    if (second->element_size != user->second_size)
        misuse("%s has elements of %zu bytes, and operator %s takes %u of its second source",
               second->name, second->element_size, user->name, user->second_size);
}

/* ---- types of sums ---- */

/* Takes 64 bits for what adds or multiplies all integers into one, as NumPy does. */
static void settle_type(struct job *job)
{
    vkscan_plan_params *plan = &job->plan;
    const bool rounds = plan->op == VKSCAN_OP_ADD || plan->op == VKSCAN_OP_MUL;
    const vkscan_type wide = sums_wide_type(plan->type);

    if (plan->out_type)
        return;
    job->widens = !fold_scans(plan) && rounds && wide != plan->type;
    plan->out_type = job->widens ? wide : plan->type;
}

/* Begins to follow a scan's sums where 64 bits hold them. Ranks have a slab each. */
static void begin_sums(struct job *job)
{
    const vkscan_plan_params *plan = &job->plan;

    job->follows = fold_scans(plan) && plan->op == VKSCAN_OP_ADD && !plan->user_operator && !team &&
                   sums_are_known(plan->out_type);
    if (!job->follows)
        return;
    job->sums = (struct sums){.source = plan->type,
                              .type = plan->out_type,
                              .exclusive = plan->primitive == VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN,
                              .reverse = job->backward};
    if (job->seed)
        job->sums.seed = (int64_t)scalar_load(&type_of(plan->out_type)->scalar, job->seed).bits;
}

static void tell_sums(const struct job *job)
{
    const vkscan_type type = job->plan.out_type;

    if (job->follows && sums_leave(&job->sums))
        noted("sums of %s do not fit in %s, and wrap; --out-type %s holds more",
              job->file.input.name, vkscan_type_name(type), vkscan_type_name(sums_wide_type(type)));
}

/* ---- the commands ---- */

/* Returns the bytes of a result in memory: a half that is computed as a float has a float's. */
static uint32_t place_size(const struct job *job)
{
    const uint32_t stored = vkscan_type_size(job->stored_type), size = fold_result_size(&job->plan);

    return stored > size ? stored : size;
}

static void settle(struct job *job)
{
    const struct arguments *a = job->arguments;
    vkscan_plan_params *plan = &job->plan;

    job->seeks = arg_parse(a->op, &plan->op);
    if (job->seeks && a->command == COMMAND_SCAN &&
        type_of(plan->type)->scalar.size < sizeof(uint32_t))
        array_widen(&job->file); /* of whose elements the half of a pair is one */
    plan->type = job->file.input.type;
    plan->primitive = a->command == COMMAND_REDUCE  ? VKSCAN_PRIMITIVE_REDUCE
                      : a->exclusive && !job->seeks ? VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN
                                                    : VKSCAN_PRIMITIVE_INCLUSIVE_SCAN;
    plan->flags = a->reverse ? VKSCAN_PLAN_REVERSE_BIT : 0;
    fold_settle_operator(job);
    fold_settle_whole(job);
    job->backward = a->reverse != NULL;
    job->whole = job->backward || job->at_once;
    job->streams = !job->whole && !(job->seeks && fold_scans(plan));
    job->holds = !job->streams && !job->seeks && !team;
    open_second(job);
    settle_type(job);
    job->stored_type = job->seeks && fold_scans(plan) ? VKSCAN_TYPE_U32X2 : plan->out_type;
    if (job->seeks)
        arg_begin(job, a->seed);
    else if (a->seed)
        job_parse_seed(a->seed, plan->out_type, &job->seeds[0]);
    job->seed = a->seed ? job->seeds : NULL;
    begin_sums(job);
    fold_set_ports(&job->engine, plan);
}

/* Prepares the results. The header of a .npy comes first, before an input of unknown length has
 * ended. */
static void begin(struct job *job)
{
    const struct array *file = &job->file;
    const uint64_t here = job->piece.count;

    if (file->output_npy && file->input.count == INPUT_UNKNOWN &&
        !output_can_rewrite(&file->output))
        misuse("cannot write a .npy header to %s, which cannot be rewritten, before %s has ended; "
               "write to a file, or raw elements under a name without .npy",
               file->output.name, file->input.name);
    fold_widen_links(job);
    fold_seed_rank(job);
    if (job->seeks && !job->seed)
        arg_begin(job, NULL);
    if (!fold_scans(&job->plan))
        return;
    if (job->follows && job->whole && !job->holds)
        sums_follow(&job->sums, file->data, file->count);
    if (!job->streams && !job->holds)
        job->results = allocate((job->whole ? file->count : here) * place_size(job), "results");
    array_place(&job->file, file->input.count);
}

static void take_scan(struct job *job)
{
    if (job->holds) /* in one piece, which nothing follows */
        return;

    const struct piece *piece = &job->piece;
    if (job->follows && !job->whole && !job->streams)
        sums_follow(&job->sums, piece->data, piece->count);
    char *place = job->results + (job->whole ? piece->first * place_size(job) : 0);
    /* Values lie where pairs overwrite only values that have been read. */
    const uint64_t behind =
        job->seeks && !job->backward ? piece->count * fold_result_size(&job->plan) : 0;

    char *results =
        job_results(job, place + behind, fold_results_size(&job->plan, piece->count)) - behind;
    const union value total = fold_total(&job->plan, piece->data, piece->count, results + behind);
    if (job->seeks)
        arg_scan(job, results + behind, results);
    if (piece->count > 0) {
        job->seeds[0] = total;
        job->seed = job->seeds;
    }
    if (job->whole)
        return;
    fold_round(job, results, piece->count);
    job_write(job, job->stored_type, results, piece->count);
}

static void take(struct job *job)
{
    (fold_scans(&job->plan) ? take_scan : fold_take_reduction)(job);
}

static uint64_t beside(const struct job *job)
{
    return fold_scans(&job->plan) ? place_size(job) : 0;
}

static void finish(struct job *job)
{
    struct array *file = &job->file;

    if (team_has_others() && !fold_scans(&job->plan)) {
        const union value own = job->seeds[0];
        engine_release(&job->engine);
        fold_reduce_ranks(job);
        if (job->seeks)
            arg_join(job, &own);
    }
    if (!fold_scans(&job->plan))
        fold_round(job, job->seeds, 1);
    else if (job->holds)
        stream_store(job, VKSCAN_PORT_DESTINATION, job->stored_type, 0, file->count, file->count);
    else if (job->whole) {
        fold_round(job, job->results, file->count);
        array_write(file, job->stored_type, job->results, file->count, file->count);
    } else if (file->input.count == INPUT_UNKNOWN)
        array_finish(file, job->stored_type, job->done);
}

static void tell(const struct job *job)
{
    char text[VALUE_TEXT_SIZE];

    tell_sums(job);
    if (fold_scans(&job->plan))
        return;
    if (job->plan.user_operator)
        operator_file_format(&job->user, job->seeds[0].words, text);
    else
        value_format(job->stored_type, &job->seeds[0], text);
    if (job->seeks)
        printf("(%s, %" PRIu64 ")\n", text, job->index);
    else
        puts(text);
}

const struct verb verb_fold = {.check = fold_check,
                               .settle = settle,
                               .begin = begin,
                               .take = take,
                               .finish = finish,
                               .beside = beside,
                               .tell = tell};
