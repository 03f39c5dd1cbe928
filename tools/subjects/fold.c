/* SPDX-License-Identifier: MIT */
/* Reductions and scans. */
#include "subject.h"

#include <string.h>

#include "baseline_loops.h"
#include "names.h"
#include "options.h"
#include "parallel.h"
#include "reference.h"

#define SEED 1

/* ---- options ---- */

static int parse_op(const char *text, struct subject_params *params)
{
    return names_parse(NAMES_OP, text, &params->op);
}

static int parse_out_type(const char *text, struct subject_params *params)
{
    return names_parse(NAMES_TYPE, text, &params->out_type);
}

static int parse_reverse(const char *text, struct subject_params *params)
{
    (void)text;
    params->reverse = true;
    return 0;
}

static int parse_determinism(const char *text, struct subject_params *params)
{
    return names_parse(NAMES_DETERMINISM, text, &params->determinism);
}

static const struct subject_option options[] = {
    {"op", "NAME", "operator, add if not given:", NAMES_OP, SUBJECT_FOLDS, false, parse_op},
    {"out-type", "NAME", "of results and all sums, --type's if not given", OPTION_NO_NAMES,
     SUBJECT_FOLDS, true, parse_out_type},
    {"reverse", NULL, "scans begin at the last element", OPTION_NO_NAMES, SUBJECT_SCANS, true,
     parse_reverse},
    {"determinism", "LEVEL", "how sums of floats repeat, run if not given:", NAMES_DETERMINISM,
     SUBJECT_FOLDS, true, parse_determinism},
    {.name = NULL},
};

static void settle(struct subject_params *params, vkscan_plan_params *plan)
{
    const bool reverses = params->reverse && plan->primitive != VKSCAN_PRIMITIVE_REDUCE;

    plan->op = params->op;
    plan->out_type = params->out_type;
    plan->determinism = params->determinism;
    plan->flags |= reverses ? VKSCAN_PLAN_REVERSE_BIT : 0;
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

    layout->read.ports[0] = (struct subject_port){SUBJECT_PORT(source), count * in, 0};
    layout->written.ports[0] =
        (struct subject_port){SUBJECT_PORT(destination), is_reduction(plan) ? out : count * out, 0};
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

static vkscan_type out_type_of(const vkscan_plan_params *plan)
{
    return plan->out_type ? plan->out_type : plan->type;
}

/* Of an element. */
struct element {
    uint64_t words[2];
};

struct job {
    const struct subject_run *run;
    struct element totals[PARALLEL_PARTS];
    uint64_t wrong[PARALLEL_PARTS]; /* an element of the result, or the count */
};

static void reduce_part(void *user, const struct parallel_part *part)
{
    struct job *job = user;
    const vkscan_plan_params *plan = job->run->plan;

    reference_run(plan, NULL, element_at(job->run->read, plan->type, part->first),
                  part->end - part->first, &job->totals[part->index]);
}

static bool check_reduction(const struct subject_run *run, uint64_t *at)
{
    const vkscan_type out = out_type_of(run->plan);
    struct job job = {.run = run};
    struct element total;

    *at = 0;
    reference_identity(out, run->plan->op, &total);
    const uint32_t parts = parallel_for(run->plan->capacity, reduce_part, &job);
    for (uint32_t i = 0; i < parts; i++)
        reference_combine(out, run->plan->op, &total, &job.totals[i], &total);
    return memcmp(run->written, &total, vkscan_type_size(out)) == 0;
}

/* What a scan has combined before a part, from the result next to it. Whether that is right the
 * part has to tell that it belongs to: of the first wrong one, all before are right. */
static struct element total_before(const struct subject_run *run, uint64_t neighbor)
{
    vkscan_plan_params step = *run->plan;
    struct element total;

    memcpy(&total, element_at(run->written, out_type_of(&step), neighbor),
           vkscan_type_size(out_type_of(&step)));
    if (step.primitive == VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN) {
        step.primitive = VKSCAN_PRIMITIVE_REDUCE;
        reference_run(&step, &total, element_at(run->read, step.type, neighbor), 1, &total);
    }
    return total;
}

static bool is_reverse(const vkscan_plan_params *plan)
{
    return plan->flags & VKSCAN_PLAN_REVERSE_BIT;
}

static void check_part(void *user, const struct parallel_part *part)
{
    struct job *job = user;
    const struct subject_run *run = job->run;
    const vkscan_plan_params *plan = run->plan;
    const bool reverse = is_reverse(plan);
    const bool starts = reverse ? part->end == plan->capacity : part->first == 0;
    struct element total;
    uint64_t at;

    if (!starts)
        total = total_before(run, reverse ? part->end : part->first - 1);
    const bool right = reference_check(
        plan, starts ? NULL : &total, element_at(run->read, plan->type, part->first),
        part->end - part->first, element_at(run->written, out_type_of(plan), part->first), &at);
    job->wrong[part->index] = right ? plan->capacity : part->first + at;
}

/* *at is the first wrong element in the scan's direction. */
static bool check_scan(const struct subject_run *run, uint64_t *at)
{
    struct job job = {.run = run};
    const uint32_t parts = parallel_for(run->plan->capacity, check_part, &job);

    *at = run->plan->capacity;
    for (uint32_t i = 0; i < parts && *at == run->plan->capacity; i++)
        *at = job.wrong[is_reverse(run->plan) ? parts - 1 - i : i];
    return *at == run->plan->capacity;
}

/* Sums of floats have no total that a part could go on with. */
static bool check_fold(const struct subject_run *run, uint64_t *at)
{
    if (!reference_is_exact(run->plan))
        return reference_check(run->plan, NULL, run->read, run->plan->capacity, run->written, at);
    return is_reduction(run->plan) ? check_reduction(run, at) : check_scan(run, at);
}

/* ---- the loop on one core ---- */

static bool compute_fold(const struct subject_run *run)
{
    static baseline_fn *const loops[] = {
#define TYPE(ID, name, bytes, components, class, key_class, kind, needs)                           \
    [VKSCAN_TYPE_##ID] = baseline_##name,
#include "types.def"
#undef TYPE
    };
    const vkscan_plan_params *plan = run->plan;
    const vkscan_type type = plan->type ? plan->type : VKSCAN_TYPE_U32;
    const vkscan_type out = plan->out_type ? plan->out_type : type;
    uint32_t identity[4];

    reference_identity(out, plan->op, identity);
    loops[out](plan->op, type)(plan->primitive, identity, run->read, plan->capacity, run->written);
    return true;
}

const struct subject subject_fold = {
    .options = options,
    .settle = settle,
    .ports = fold_ports,
    .fill = fill_fold,
    .limit = fold_limit,
    .check = check_fold,
    .compute = compute_fold,
    .folds = true,
};
