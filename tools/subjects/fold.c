/* SPDX-License-Identifier: MIT */
/* Reductions and scans. */
#include "subject.h"

#include "baseline_loops.h"
#include "names.h"
#include "options.h"
#include "reference.h"

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

static bool fill_fold(const struct subject_run *run, enum reference_sort_data data)
{
    (void)data;
    reference_fill(run->plan->type, run->plan->op, REFERENCE_RANDOM, 1, run->read,
                   run->plan->capacity);
    return true;
}

static struct limit_work fold_limit(const struct subject_run *run)
{
    const struct subject_layout *layout = &run->layout;

    if (is_reduction(run->plan))
        return (struct limit_work){LIMIT_READ, .read = layout->read.size};
    return (struct limit_work){LIMIT_COPY, layout->read.size, layout->written.size, 0};
}

static bool check_fold(const struct subject_run *run, uint64_t *at)
{
    return reference_check(run->plan, NULL, run->read, run->plan->capacity, run->written, at);
}

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
