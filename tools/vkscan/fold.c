/* SPDX-License-Identifier: MIT */
/* Reductions and scans of arrays, by pieces and over ranks. */
#include "fold.h"

#include <string.h>

#include "half.h"
#include "reference.h"
#include "stream.h"
#include "team.h"

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

/* ---- FILE ---- */

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
