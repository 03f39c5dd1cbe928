/* SPDX-License-Identifier: MIT */
/* The subject of reductions and scans. */
#include "subject.h"

#include "names.h"
#include "parallel.h"
#include "reference.h"

#define SEED 1
#define FOLDS_AND_SEGMENTS (SUBJECT_FOLDS | SUBJECT_SEGMENTS)

/* ---- options ---- */

static int parse_out_type(const char *text, void *to)
{
    return names_parse(NAMES_TYPE, text, &((struct subject_params *)to)->out_type);
}

static const struct option options[] = {
    SUBJECT_ROW("op", "NAME", "operator, add if not given:", NAMES_OP, FOLDS_AND_SEGMENTS,
                OPTION_NAME, op, 0),
    SUBJECT_READ("out-type", "NAME", "type of results and of sums, --type's if not given",
                 FOLDS_AND_SEGMENTS | SUBJECT_OWN, parse_out_type),
    SUBJECT_ROW("reverse", NULL, "scans and differences begin at the last element", OPTION_NO_NAMES,
                SUBJECT_SCANS | SUBJECT_SEGMENTED_SCANS | SUBJECT_DIFFERENCE | SUBJECT_OWN,
                OPTION_STORE, flags, VKSCAN_PLAN_REVERSE_BIT),
    SUBJECT_ROW("determinism", "LEVEL",
                "where sums of floats have the same bits, run if not given:", NAMES_DETERMINISM,
                FOLDS_AND_SEGMENTS | SUBJECT_OWN, OPTION_NAME, determinism, 0),
    {.name = NULL},
};

static void settle(struct subject_params *params, vkscan_plan_params *plan)
{
    plan->op = params->op;
    plan->out_type = params->out_type;
    plan->determinism = params->determinism;
    plan->flags |= plan->primitive == VKSCAN_PRIMITIVE_REDUCE ? 0 : params->flags;
}

static void set_label(const vkscan_plan_params *plan, struct subject_label *label)
{
    label->op = vkscan_op_name(plan->op);
}

/* ---- ports and data ---- */

static bool is_reduction(const vkscan_plan_params *plan)
{
    return plan->primitive == VKSCAN_PRIMITIVE_REDUCE;
}

static void fold_ports(const vkscan_plan_params *plan, uint64_t count,
                       struct subject_layout *layout)
{
    const uint32_t in = vkscan_type_size(plan->type);
    const uint32_t out = vkscan_type_size(plan->out_type ? plan->out_type : plan->type);

    layout->read.ports[0] = (struct subject_port){VKSCAN_PORT_SOURCE, count * in, 0};
    layout->written.ports[0] =
        (struct subject_port){VKSCAN_PORT_DESTINATION, is_reduction(plan) ? out : count * out, 0};
    layout->copies = out / in;
}

static char *element_at(void *elements, vkscan_type type, uint64_t index)
{
    return (char *)elements + index * vkscan_type_size(type);
}

static void fill_part(void *user, const struct parallel_part *part)
{
    const struct subject_run *run = user;
    const vkscan_type type = run->plan->type;

    reference_fill(type, run->plan->op, REFERENCE_RANDOM,
                   reference_seed_at(type, SEED, part->first),
                   element_at(run->read, type, part->first), part->end - part->first);
}

static bool fill_fold(const struct subject_run *run, enum reference_sort_data data)
{
    struct subject_run all = *run;

    (void)data;
    parallel_for(run->plan->capacity, fill_part, &all);
    return true;
}

static struct limit_work fold_limit(const struct subject_run *run)
{
    const struct subject_layout *layout = &run->layout;

    if (is_reduction(run->plan))
        return (struct limit_work){LIMIT_READ, .read = layout->read.size};
    return (struct limit_work){LIMIT_COPY, layout->read.size, layout->written.size, 0};
}

/* ---- the check ---- */

struct job {
    const struct subject_run *run;
    struct reference_total totals[PARALLEL_PARTS]; /* a part's, then that of all before it */
    uint64_t wrong[PARALLEL_PARTS]; /* an element of the result that is wrong, or the count */
};

static void total_part(void *user, const struct parallel_part *part)
{
    struct job *job = user;
    const vkscan_plan_params *plan = job->run->plan;
    struct reference_total *total = &job->totals[part->index];

    reference_start(plan, NULL, total);
    reference_follow(plan, element_at(job->run->read, plan->type, part->first),
                     part->end - part->first, total);
}

static void check_part(void *user, const struct parallel_part *part)
{
    struct job *job = user;
    const vkscan_plan_params *plan = job->run->plan;
    const vkscan_type out = plan->out_type ? plan->out_type : plan->type;
    uint64_t at;

    const bool right = reference_check_on(
        plan, &job->totals[part->index], element_at(job->run->read, plan->type, part->first),
        part->end - part->first, element_at(job->run->written, out, part->first), &at);
    job->wrong[part->index] = right ? plan->capacity : part->first + at;
}

/* Checks a reduction or a scan. *at is the first wrong element in the scan's direction. */
static bool check_fold(const struct subject_run *run, uint64_t *at)
{
    const vkscan_plan_params *plan = run->plan;
    struct job job = {.run = run};
    struct reference_total total;
    const uint32_t parts = parallel_for(plan->capacity, total_part, &job);
    const uint32_t flip = plan->flags & VKSCAN_PLAN_REVERSE_BIT ? parts - 1 : 0;

    reference_start(plan, NULL, &total);
    for (uint32_t i = 0; i < parts; i++) {
        struct reference_total *part = &job.totals[flip ? flip - i : i];
        const struct reference_total before = total;
        reference_join(plan, part, &total);
        *part = before;
    }
    if (is_reduction(plan))
        return reference_check_on(plan, &total, NULL, 0, run->written, at);
    parallel_for(plan->capacity, check_part, &job);
    *at = plan->capacity;
    for (uint32_t i = 0; i < parts && *at == plan->capacity; i++)
        *at = job.wrong[flip ? flip - i : i];
    return *at == plan->capacity;
}

/* ---- the loop on one core ---- */

static bool compute_fold(const struct subject_run *run)
{
    reference_run(run->plan, NULL, run->read, run->plan->capacity, run->written);
    return true;
}

const struct subject subject_fold = {
    .primitives = SUBJECT_FOLDS,
    .options = options,
    .settle = settle,
    .label = set_label,
    .ports = fold_ports,
    .fill = fill_fold,
    .limit = fold_limit,
    .check = check_fold,
    .compute = compute_fold,
    .folds = true,
};
