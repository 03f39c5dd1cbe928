/* SPDX-License-Identifier: MIT */
/* Select, partition and unique: their ports and their parameters. select_algorithms.c has their
 * algorithms, select_passes.c the dispatches. */
#include "select.h"

#include <string.h>

#define VALUES VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT
#define INDICES VKSCAN_SELECT_OUTPUT_INDICES_BIT
#define NUMBER VKSCAN_SELECT_OUTPUT_NUMBER_BIT
#define ARGUMENTS VKSCAN_SELECT_OUTPUT_ARGUMENTS_BIT
#define LENGTHS VKSCAN_SELECT_OUTPUT_LENGTHS_BIT

/* ---- state ---- */

vkscan_select_params vks_select_params(const struct plan *plan)
{
    vkscan_select_params own;

    _Static_assert(sizeof(own) <= sizeof(plan->own), "plan.own is too small");
    memcpy(&own, plan->own, sizeof(own));
    return own;
}

bool vks_select_has(const struct plan *plan, uint32_t outputs)
{
    return vks_select_params(plan).outputs & outputs;
}

bool vks_select_has_values(const struct plan *plan)
{
    return vks_select_has(plan, VALUES);
}

bool vks_select_has_lengths(const struct plan *plan)
{
    return vks_select_has(plan, LENGTHS);
}

bool vks_select_in_place(const struct plan *plan)
{
    return vks_select_params(plan).flags & VKSCAN_SELECT_IN_PLACE_BIT;
}

bool vks_select_has_rest(const struct plan *plan)
{
    return plan->primitive == VKSCAN_PRIMITIVE_PARTITION;
}

uint64_t vks_select_groups(const struct plan *plan)
{
    return vks_select_params(plan).ways > 2 ? 2 : 1;
}

bool vks_select_keeps_last(const struct plan *plan)
{
    return vks_select_params(plan).flags & VKSCAN_SELECT_LAST_BIT;
}

bool vks_select_keeps_first(const struct plan *plan)
{
    return vks_select_has(plan, SELECT_STARTS);
}

uint32_t vks_select_key_size(const struct plan *plan)
{
    return plan->op->id == CRITERION_UNIQUE ? plan->type->size : vks_select_params(plan).key_size;
}

/* ---- ports ---- */

static bool has_flags(const struct plan *plan)
{
    return plan->op->by_flags || plan->op->id == CRITERION_KEYS;
}

static bool has_source(const struct plan *plan)
{
    return vks_select_has(plan, VALUES) || !has_flags(plan);
}

static bool has_indices(const struct plan *plan)
{
    return vks_select_has(plan, INDICES);
}

static bool has_number(const struct plan *plan)
{
    return vks_select_has(plan, NUMBER);
}

static bool has_arguments(const struct plan *plan)
{
    return vks_select_has(plan, ARGUMENTS);
}

static uint32_t flag_bits(const struct plan *plan)
{
    return plan->op->id == CRITERION_FLAG_BITS    ? 1
           : plan->op->id == CRITERION_FLAG_WORDS ? 32
           : plan->op->id == CRITERION_KEYS       ? 8 * vks_select_key_size(plan)
                                                  : 8;
}

uint32_t vks_select_argument_bits(const struct plan *plan)
{
    (void)plan;
    return 3 * 32;
}

#define SELECT_PORTS(place)                                                                        \
    {                                                                                              \
        [PORT_SOURCE] = {PORT(SOURCE), vks_plan_source_bits, .exists = has_source},                \
        [PORT_DESTINATION] = {PORT(DESTINATION), vks_plan_destination_bits, .written = true,       \
                              .exists = vks_select_has_values, .coincides = place},                \
        [PORT_SEED] = {PORT(SEED), vks_plan_seed_bits, vks_plan_one, .operand = OPERAND_SEED,      \
                       .flag = VKSCAN_PLAN_SEED_IN_BUFFER_BIT},                                    \
        [PORT_TOTAL] = {PORT(NUMBER), .elements = vks_select_groups, .written = true,              \
                        .operand = OPERAND_TOTAL, .exists = has_number},                           \
        [PORT_SECOND_SOURCE] = {PORT(FLAGS), flag_bits, .exists = has_flags},                      \
        [PORT_SECOND_DESTINATION] = {PORT(INDICES), .written = true, .exists = has_indices},       \
        [PORT_ARGUMENTS] = {PORT(ARGUMENTS), vks_select_argument_bits, vks_select_groups,          \
                            .written = true, .operand = OPERAND_OWN,   .exists = has_arguments},   \
        [PORT_LENGTHS] = {PORT(LENGTHS), .written = true, .exists = vks_select_has_lengths},       \
        COMMON_PORTS,                                                                              \
    }

static const struct port select_ports[PORTS_MAX] = SELECT_PORTS(0);
static const struct port select_ports_in_place[PORTS_MAX] = SELECT_PORTS(1u << PORT_SOURCE);

/* ---- parameters ---- */

/* A criterion in an operator's place. Elements are keys, of which a NaN is the highest. */
#define CRITERION(ID, name)                                                                        \
    [CRITERION_##ID] = {name,                                                                      \
                        CRITERION_##ID,                                                            \
                        DOMAIN_ORDER,                                                              \
                        IDENTITY_LOWEST,                                                           \
                        true,                                                                      \
                        NULL,                                                                      \
                        .by_flags = CRITERION_##ID <= CRITERION_FLAGS_LAST}

static const struct op criteria[] = {
    CRITERION(FLAG_BYTES, "flag-bytes"),
    CRITERION(FLAG_BITS, "flag-bits"),
    CRITERION(FLAG_WORDS, "flag-words"),
    CRITERION(LESS, "less"),
    CRITERION(LESS_EQUAL, "less-equal"),
    CRITERION(GREATER, "greater"),
    CRITERION(GREATER_EQUAL, "greater-equal"),
    CRITERION(EQUAL, "equal"),
    CRITERION(NOT_EQUAL, "not-equal"),
    CRITERION(PREDICATE, "predicate"),
    CRITERION(KEYS, "keys"),
    CRITERION(UNIQUE, "unlike neighbours"),
};

_Static_assert(VKSCAN_CRITERION_FLAG_WORDS == CRITERION_FLAGS_LAST &&
                   VKSCAN_CRITERION_FLAG_BITS == CRITERION_FLAG_BITS &&
                   VKSCAN_CRITERION_LESS == CRITERION_LESS &&
                   VKSCAN_CRITERION_NOT_EQUAL == CRITERION_NOT_EQUAL &&
                   VKSCAN_CRITERION_PREDICATE == CRITERION_PREDICATE &&
                   VKSCAN_CRITERION_KEYS == CRITERION_KEYS,
               "select/criteria.h and vkscan/select.h differ");

const char *vkscan_criterion_name(vkscan_criterion criterion)
{
    return (size_t)criterion <= VKSCAN_CRITERION_KEYS ? criteria[criterion].name : NULL;
}

static vkscan_select_params params_of(const vkscan_plan_params *params)
{
    vkscan_select_params select = {0};

    if (params->details)
        select = *(const vkscan_select_params *)params->details;
    if (!select.outputs)
        select.outputs = VALUES | NUMBER;
    if (!select.divisor)
        select.divisor = 1;
    if (!select.ways)
        select.ways = 2;
    return select;
}

/* Returns the criterion in the operator's place: any one if the criterion is unknown. */
static const struct op *op_of(const vkscan_plan_params *params)
{
    const vkscan_criterion criterion = params_of(params).criterion;

    if (params->primitive == VKSCAN_PRIMITIVE_UNIQUE)
        return &criteria[CRITERION_UNIQUE];
    return &criteria[vkscan_criterion_name(criterion) ? criterion : 0];
}

static bool is_comparison(const struct op *op)
{
    return op->id > CRITERION_FLAGS_LAST && op->id < CRITERION_PREDICATE;
}

/* Tells whether the criterion has a seed. A predicate has one or none. */
static bool compares(const struct op *op, uint32_t seed_size)
{
    return is_comparison(op) || (op->id == CRITERION_PREDICATE && seed_size > 0);
}

bool vks_select_compares(const struct plan *plan)
{
    return compares(plan->op, plan->computation.seed_size);
}

static VkResult check_outputs(const vkscan_plan_params *params, const struct report *errors)
{
    const vkscan_select_params select = params_of(params);

    if (select.outputs & ~(uint32_t)(VALUES | INDICES | NUMBER | ARGUMENTS | LENGTHS))
        return vks_report(errors, RESULT_INVALID, "unknown details.outputs 0x%x", select.outputs);
    if (select.divisor > 1 && !(select.outputs & ARGUMENTS))
        return vks_report(errors, RESULT_INVALID,
                          "details.divisor is %u, and details.outputs 0x%x has no arguments",
                          select.divisor, select.outputs);
    if (select.flags & ~(uint32_t)(VKSCAN_SELECT_IN_PLACE_BIT | VKSCAN_SELECT_LAST_BIT))
        return vks_report(errors, RESULT_INVALID, "unknown details.flags 0x%x", select.flags);
    if (select.flags & VKSCAN_SELECT_IN_PLACE_BIT && !(select.outputs & VALUES))
        return vks_report(
            errors, RESULT_INVALID,
            "VKSCAN_SELECT_IN_PLACE_BIT is for elements, and details.outputs 0x%x has none",
            select.outputs);
    return VK_SUCCESS;
}

/* Checks that the plan has a predicate exactly if its criterion is VKSCAN_CRITERION_PREDICATE. */
static VkResult check_predicate(const vkscan_plan_params *params, const struct report *errors)
{
    const vkscan_operator *user = params->user_operator;
    const vkscan_criterion criterion = params_of(params).criterion;

    if (user && criterion != VKSCAN_CRITERION_PREDICATE)
        return vks_report(errors, RESULT_INVALID,
                          "user_operator is %s, and details.criterion is %s: a predicate goes with "
                          "VKSCAN_CRITERION_PREDICATE",
                          user->name, vkscan_criterion_name(criterion));
    if (!user && criterion == VKSCAN_CRITERION_PREDICATE)
        return vks_report(errors, RESULT_INVALID,
                          "details.criterion is predicate, and user_operator, which has one, is "
                          "NULL");
    return VK_SUCCESS;
}

/* Checks what says what a run of equal keys or elements is, and what is stored of it. */
static VkResult check_runs(const vkscan_plan_params *params, const struct report *errors)
{
    const vkscan_select_params select = params_of(params);
    const struct op *op = op_of(params);
    const VkResult result = vks_plan_check_key_size(select.key_size, op->id == CRITERION_KEYS,
                                                    "VKSCAN_CRITERION_KEYS", errors);

    if (result != VK_SUCCESS)
        return result;
    if (select.flags & VKSCAN_SELECT_LAST_BIT && op->id < CRITERION_KEYS)
        return vks_report(errors, RESULT_INVALID,
                          "VKSCAN_SELECT_LAST_BIT is for runs, and %s by %s has none: take "
                          "VKSCAN_CRITERION_KEYS or unique",
                          vkscan_primitive_name(params->primitive), op->name);
    if (select.outputs & LENGTHS &&
        (op->id < CRITERION_KEYS || params->primitive == VKSCAN_PRIMITIVE_PARTITION))
        return vks_report(errors, RESULT_INVALID,
                          "details.outputs 0x%x has VKSCAN_SELECT_OUTPUT_LENGTHS_BIT, which select "
                          "by keys and unique have, and this is %s by %s",
                          select.outputs, vkscan_primitive_name(params->primitive), op->name);
    return VK_SUCCESS;
}

static VkResult check_criterion(const vkscan_plan_params *params, const struct element_type *type,
                                const struct report *errors)
{
    const vkscan_criterion criterion = params_of(params).criterion;
    const vkscan_operator *user = params->user_operator;
    const struct op *op = op_of(params);
    const bool orders = is_comparison(op) && op->id < CRITERION_EQUAL;

    if (!vkscan_criterion_name(criterion))
        return vks_report(errors, RESULT_INVALID, "unknown details.criterion %d", (int)criterion);
    if (params->primitive == VKSCAN_PRIMITIVE_UNIQUE && criterion)
        return vks_report(errors, RESULT_INVALID,
                          "details.criterion is %s: unique takes none, so it has to be 0",
                          vkscan_criterion_name(criterion));
    if (params->flags & VKSCAN_PLAN_SEED_IN_BUFFER_BIT && !compares(op, user ? user->seed_size : 0))
        return vks_report(
            errors, RESULT_INVALID,
            "%s by %s takes no VKSCAN_PLAN_SEED_IN_BUFFER_BIT: it compares with no seed",
            vkscan_primitive_name(params->primitive), op->name);
    if (type->components > 1 && orders)
        return vks_report(errors, RESULT_INVALID,
                          "type %s has no criterion %s: vectors are equal or not", type->name,
                          op->name);
    const VkResult result = check_predicate(params, errors);
    return result == VK_SUCCESS ? check_runs(params, errors) : result;
}

/* Checks that the second criterion is of the first one's kind: both are told by flags or by a
 * predicate, or each is a comparison. */
static VkResult check_second(const vkscan_select_params *select, const struct element_type *type,
                             const struct op *op, const struct report *errors)
{
    const char *second = vkscan_criterion_name(select->second_criterion);

    if (op->id == CRITERION_FLAG_BITS || op->id == CRITERION_KEYS)
        return vks_report(errors, RESULT_INVALID,
                          "details.ways is 3, and criterion %s tells two apart: take flags of "
                          "bytes or words, two comparisons or a predicate",
                          op->name);
    if (!is_comparison(op) && select->second_criterion)
        return vks_report(errors, RESULT_INVALID,
                          "details.second_criterion is %s, and has to be 0 with %s, which tells "
                          "three ways apart",
                          second, op->name);
    if (!is_comparison(op))
        return VK_SUCCESS;
    if (!is_comparison(&criteria[select->second_criterion]))
        return vks_report(errors, RESULT_INVALID,
                          "details.second_criterion is %s, and details.criterion %s: three ways by "
                          "%s need a second comparison",
                          second, op->name, op->name);
    if (2 * type->size > sizeof(struct element_value))
        return vks_report(
            errors, RESULT_INVALID,
            "type %s has no three ways by comparisons, which are of elements of up to "
            "8 bytes: take flags or a predicate",
            type->name);
    if (type->components > 1 && select->second_criterion < VKSCAN_CRITERION_EQUAL)
        return vks_report(errors, RESULT_INVALID,
                          "type %s has no criterion %s: vectors are equal or not", type->name,
                          second);
    return VK_SUCCESS;
}

static VkResult check_ways(const vkscan_plan_params *params, const struct element_type *type,
                           const struct report *errors)
{
    const vkscan_select_params select = params_of(params);
    const char *second = vkscan_criterion_name(select.second_criterion);

    if (select.ways < 2 || select.ways > 3)
        return vks_report(errors, RESULT_INVALID, "details.ways is %u, neither 2 nor 3",
                          select.ways);
    if (select.ways == 3 && params->primitive != VKSCAN_PRIMITIVE_PARTITION)
        return vks_report(errors, RESULT_INVALID,
                          "details.ways is 3, which a partition has alone, "
                          "and the primitive is %s",
                          vkscan_primitive_name(params->primitive));
    if (!second)
        return vks_report(errors, RESULT_INVALID, "unknown details.second_criterion %d",
                          (int)select.second_criterion);
    if (select.ways == 3)
        return check_second(&select, type, op_of(params), errors);
    if (select.second_criterion)
        return vks_report(
            errors, RESULT_INVALID,
            "details.second_criterion is %s, which is for details.ways 3, and that is %u", second,
            select.ways);
    return VK_SUCCESS;
}

static VkResult check_select(const vkscan_plan_params *params, const struct element_type *type,
                             const struct report *errors)
{
    const char *name = vkscan_primitive_name(params->primitive);
    const uint32_t never = VKSCAN_PLAN_REVERSE_BIT | VKSCAN_PLAN_TOTAL_IN_BUFFER_BIT;

    if (params->flags & never)
        return vks_report(
            errors, RESULT_INVALID, "%s takes no %s", name,
            params->flags & VKSCAN_PLAN_REVERSE_BIT
                ? "VKSCAN_PLAN_REVERSE_BIT"
                : "VKSCAN_PLAN_TOTAL_IN_BUFFER_BIT: its number is VKSCAN_SELECT_OUTPUT_NUMBER_BIT");
    VkResult result = check_outputs(params, errors);
    if (result == VK_SUCCESS)
        result = check_criterion(params, type, errors);
    return result == VK_SUCCESS ? check_ways(params, type, errors) : result;
}

static void resolve_select(const struct caps *caps, const vkscan_plan_params *params,
                           struct plan *plan)
{
    const vkscan_select_params own = params_of(params);

    (void)caps;
    memcpy(plan->own, &own, sizeof(own));
    if (!plan->op->user)
        plan->computation = vks_element_computation(plan->type, plan->type, plan->op);
    if (vks_select_in_place(plan))
        plan->ports = select_ports_in_place;
    plan->computation.seed = (struct element_value){{0}}; /* the identity of sums */
    if (is_comparison(plan->op))
        plan->computation.seed_size *= (uint32_t)vks_select_groups(plan);
    else if (plan->op->id != CRITERION_PREDICATE)
        plan->computation.seed_size = 0;
}

/* Checks that a run has a seed if and only if its plan compares with one. */
static VkResult check_seed(const struct plan *plan, const void *seed, const struct report *errors)
{
    const bool needs = vks_select_compares(plan);

    if (plan->flags & VKSCAN_PLAN_SEED_IN_BUFFER_BIT || needs == (seed != NULL))
        return VK_SUCCESS;
    return vks_report(errors, RESULT_INVALID, "seed is %s, and %s by %s %s",
                      seed ? "not NULL" : "NULL", vkscan_primitive_name(plan->primitive),
                      criteria[plan->op->id].name, needs ? "takes one" : "takes none");
}

/* ---- within other plans ---- */

/* Returns a type of elements that are moved by bits. */
static const struct element_type *type_of_size(uint32_t size)
{
    return vks_element_type(size == 1    ? VKSCAN_TYPE_U8
                            : size == 2  ? VKSCAN_TYPE_U16
                            : size == 4  ? VKSCAN_TYPE_U32
                            : size == 8  ? VKSCAN_TYPE_U64
                            : size == 12 ? VKSCAN_TYPE_U32X3
                                         : VKSCAN_TYPE_U32X4);
}

struct plan vks_select_of_heads(const struct plan *plan, vkscan_criterion criterion,
                                uint32_t key_size, uint32_t outputs, uint32_t divisor)
{
    const vkscan_select_params own = {.criterion = criterion,
                                      .outputs = outputs,
                                      .divisor = divisor > 0 ? divisor : 1,
                                      .ways = 2,
                                      .key_size = key_size};
    const bool moves_keys = outputs & VALUES || key_size == sizeof(uint32_t);
    struct plan heads = *plan;

    heads.primitive = moves_keys ? VKSCAN_PRIMITIVE_UNIQUE : VKSCAN_PRIMITIVE_SELECT;
    heads.ports = select_ports;
    heads.op = &criteria[moves_keys ? CRITERION_UNIQUE : criterion];
    heads.type = heads.out = type_of_size(moves_keys ? key_size : sizeof(uint32_t));
    heads.computation = vks_element_computation(heads.type, heads.type, heads.op);
    heads.computation.seed_size = 0;
    heads.operands &= ~(uint32_t)OPERAND_SEED;
    heads.flags &= ~(uint32_t)VKSCAN_PLAN_REVERSE_BIT;
    heads.pads = false;
    memcpy(heads.own, &own, sizeof(own));
    vks_select_arrange(&heads);
    return heads;
}

#define SELECTS(primitive)                                                                         \
    {                                                                                              \
        .name = primitive, .ports = select_ports, .algorithms = vks_select_algorithms,             \
        .in_place = "VKSCAN_SELECT_IN_PLACE_BIT", DETAILS(select, key_size), .op = op_of,          \
        .check = check_select, .resolve = resolve_select, .check_run = check_seed                  \
    }

const struct primitive vks_select = SELECTS("select");
const struct primitive vks_partition = SELECTS("partition");
const struct primitive vks_unique = SELECTS("unique");
