/* SPDX-License-Identifier: MIT */
/* Reductions and scans. Each piece is seeded with the result of the pieces before it. */
#include "fold.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "half.h"
#include "reference.h"
#include "stream.h"
#include "team.h"
#include "type.h"

/* ---- pieces ---- */

bool fold_scans(const vkscan_plan_params *plan)
{
    return plan->primitive != VKSCAN_PRIMITIVE_REDUCE;
}

uint32_t fold_result_size(const vkscan_plan_params *plan)
{
    return vkscan_type_size(plan->out_type);
}

/* Returns the type in which sums and products are computed, so that pieces and ranks are linked
 * without rounding. With bits that are the same everywhere there is one piece, and no link. */
static vkscan_type link_type(const vkscan_plan_params *plan)
{
    const bool rounds = plan->op == VKSCAN_OP_ADD || plan->op == VKSCAN_OP_MUL;

    return plan->out_type == VKSCAN_TYPE_F16 && rounds &&
                   plan->determinism != VKSCAN_DETERMINISM_EVERYWHERE
               ? VKSCAN_TYPE_F32
               : plan->out_type;
}

uint32_t fold_link_size(const vkscan_plan_params *plan)
{
    return vkscan_type_size(link_type(plan));
}

void fold_set_ports(struct engine *engine, const vkscan_plan_params *plan)
{
    struct port_size *destination = &engine->sizes[VKSCAN_PORT_DESTINATION];

    engine->sizes[VKSCAN_PORT_SOURCE].each = vkscan_type_size(plan->type);
    *(fold_scans(plan) ? &destination->each : &destination->fixed) = fold_link_size(plan);
}

/* Returns the total of a scan: the last element of an inclusive scan; that of an exclusive one
 * combined with the last source element. So each element of a scan continues from the one before
 * it, across pieces too, and no algorithm needs a reduction beside it. */
static union value carry(const vkscan_plan_params *plan, const void *last_source, const void *last)
{
    vkscan_plan_params both = *plan;
    union value total;

    both.primitive = VKSCAN_PRIMITIVE_REDUCE;
    both.flags = 0;
    reference_run(&both, last, last_source, plan->primitive == VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN,
                  &total);
    return total;
}

union value fold_total(const vkscan_plan_params *plan, const char *data, uint64_t count,
                       const char *results)
{
    const uint32_t in = vkscan_type_size(plan->type), out = fold_result_size(plan);
    const uint64_t last = count > 0 && !(plan->flags & VKSCAN_PLAN_REVERSE_BIT) ? count - 1 : 0;
    union value total = {0}, last_source = {0};

    if (!fold_scans(plan)) {
        memcpy(&total, results, out);
        return total;
    }
    if (count > 0 && plan->user_operator)
        memcpy(&total, results + last * out, out); /* the scan is inclusive */
    if (count == 0 || plan->user_operator)
        return total;
    memcpy(&last_source, data + last * in, in);
    return carry(plan, &last_source, results + last * out);
}

uint64_t fold_results_size(const vkscan_plan_params *plan, uint64_t count)
{
    return fold_result_size(plan) * (fold_scans(plan) ? count : 1);
}

union value fold_take(struct engine *engine, const vkscan_plan_params *plan, const char *data,
                      uint64_t count, char *results)
{
    union value total;
    void *place = fold_scans(plan) ? (void *)results : &total;

    engine_download(engine, VKSCAN_PORT_DESTINATION, 0, place, fold_results_size(plan, count));
    return fold_total(plan, data, count, place);
}

union value fold_array(struct engine *engine, const vkscan_plan_params *plan, const void *seed,
                       char *data, uint64_t count)
{
    const uint32_t size = vkscan_type_size(plan->type);
    const vkscan_plan_params params = engine->params;
    struct port_size sizes[PORTS];
    union value total = {0};
    uint64_t done = 0;

    memcpy(sizes, engine->sizes, sizeof(sizes));
    memset(engine->sizes, 0, sizeof(engine->sizes));
    engine->params = *plan;
    if (plan->user_operator)
        engine->params.type = engine->params.out_type = VKSCAN_TYPE_NONE;
    fold_set_ports(engine, plan);
    const uint64_t limit = engine_fit(engine, count ? count : 1);
    engine_prepare(engine, limit);
    do {
        const uint64_t piece = count - done < limit ? count - done : limit;
        char *at = data + done * size;
        engine_upload(engine, VKSCAN_PORT_SOURCE, at, piece * size);
        engine_run(engine, piece, seed);
        total = fold_take(engine, plan, at, piece, at);
        seed = &total;
        done += piece;
    } while (done < count);
    engine_release(engine);
    engine->params = params;
    memcpy(engine->sizes, sizes, sizeof(sizes));
    return total;
}

/* ---- ranks ---- */

/* Tells whether this rank uses the given seed, if there is one: rank 0, or in reverse the last one.
 */
static bool is_first_rank(const struct job *job)
{
    return team->rank == (job->backward ? team->ranks - 1 : 0);
}

vkscan_plan_params fold_reduction(const vkscan_plan_params *plan)
{
    vkscan_plan_params reduction = *plan;

    reduction.primitive = VKSCAN_PRIMITIVE_REDUCE;
    reduction.algorithm = VKSCAN_ALGORITHM_AUTO;
    reduction.flags = 0;
    reduction.details = NULL;
    return reduction;
}

/* Combines two elements by a user operator: reduces the right element, seeded with the left one. */
static void combine_on_device(void *user, const void *left, const void *right, void *result)
{
    struct job *job = user;
    const vkscan_plan_params plan = fold_reduction(&job->plan);
    union value element = {0};

    memcpy(&element, right, fold_result_size(&plan));
    const union value both = fold_array(&job->engine, &plan, left, (char *)&element, 1);
    memcpy(result, &both, fold_result_size(&plan));
}

void fold_combine(struct job *job, const void *left, const void *right, void *result)
{
    if (job->plan.user_operator)
        combine_on_device(job, left, right, result);
    else
        reference_combine(job->plan.out_type, job->plan.op, left, right, result);
}

static team_combine combine_of(const struct job *job)
{
    return job->plan.user_operator ? combine_on_device : NULL;
}

/* Seeds the rank's slab with the total of the slabs before it. That takes a reduction, which reads
 * a second time what is more than a piece. */
static void seed_slab(struct job *job)
{
    const bool has_all = job->whole || job_is_done(job);
    const void *seed = is_first_rank(job) ? job->seed : NULL;
    const vkscan_plan_params plan = fold_reduction(&job->plan);
    const uint64_t count = job->whole ? job->file.count : job->piece.count;
    const char *data = job->whole ? job->file.data : job->piece.data;

    const union value total = has_all ? fold_array(&job->engine, &plan, seed, (char *)data, count)
                                      : fold_file(job, &plan, seed);
    team->exscan(&job->plan, fold_result_size(&job->plan), combine_of(job), job, &total,
                 job->seeds);
    if (!is_first_rank(job))
        job->seed = job->seeds;
}

void fold_seed_rank(struct job *job)
{
    if (team_has_others() && fold_scans(&job->plan))
        seed_slab(job);
    else if (team_has_others() && !is_first_rank(job))
        job->seed = NULL;
}

void fold_reduce_ranks(struct job *job)
{
    team->reduce(&job->plan, combine_of(job), job, job->seeds, 1);
}

/* ---- links of halves ---- */

void fold_widen_links(struct job *job)
{
    vkscan_plan_params *plan = &job->plan;
    uint16_t half;

    if (link_type(plan) == plan->out_type || (job_is_done(job) && !team_has_others()))
        return;
    memcpy(&half, &job->seeds[0], sizeof(half));
    job->seeds[0].words[0] = reference_bits((float)half_to(half));
    plan->out_type = job->engine.params.out_type = link_type(plan);
}

void fold_round(const struct job *job, void *results, uint64_t count)
{
    const char *from = results;
    char *to = results;

    if (job->stored_type != VKSCAN_TYPE_F16 || job->plan.out_type == VKSCAN_TYPE_F16)
        return;
    for (; count > 0; count--, from += sizeof(float), to += sizeof(uint16_t)) {
        float value;
        memcpy(&value, from, sizeof(value));
        const uint16_t half = half_from(value);
        memcpy(to, &half, sizeof(half));
    }
}

/* ---- the operator ---- */

void fold_check(struct job *job)
{
    const struct arguments *a = job->arguments;

    if (team_has_others() && job->plan.determinism == VKSCAN_DETERMINISM_EVERYWHERE)
        misuse("--determinism everywhere is of one rank: sums of several are grouped by rank");

    if (a->with && !a->op_file)
        misuse("--with is for operators of --op-file that have two sources");
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
    job->holds = !job->streams && !job->seeks;
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

void fold_take_reduction(struct job *job)
{
    const struct piece *piece = &job->piece;
    union value place;
    const char *result = job_results(job, &place, fold_result_size(&job->plan));
    const union value total = fold_total(&job->plan, piece->data, piece->count, result);

    if (job->seeks)
        arg_take(job, &total);
    job->seeds[0] = total;
    job->seed = job->seeds;
}

static void take(struct job *job)
{
    (fold_scans(&job->plan) ? take_scan : fold_take_reduction)(job);
}

static uint64_t beside(const struct job *job)
{
    return fold_scans(&job->plan) ? place_size(job) : 0;
}

static void begin_file(struct job *job)
{
    (void)job;
}

union value fold_file(struct job *job, const vkscan_plan_params *plan, const void *seed)
{
    static const struct verb verb = {.begin = begin_file, .take = fold_take_reduction};
    const struct job before = *job;
    struct engine *engine = &job->engine;

    memset(engine->sizes, 0, sizeof(engine->sizes));
    engine->params = job->plan = *plan;
    if (plan->user_operator)
        engine->params.type = engine->params.out_type = VKSCAN_TYPE_NONE;
    fold_set_ports(engine, plan);
    job->channels = 1;
    job->seed = seed;
    job->done = job->file.input.bytes_read = 0;
    job->file.input.ended = false;
    job->limit = engine_fit(engine, stream_limit(job));
    job->limit = job->limit < job->piece_limit ? job->limit : job->piece_limit;
    stream_run(job, &verb);
    engine_release(engine);
    const union value total = job->seeds[0];
    vkscan_context *context = engine->context;
    *job = before;
    engine->context = context;
    return total;
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
        stream_store(job, VKSCAN_PORT_DESTINATION, job->stored_type, file->count);
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
