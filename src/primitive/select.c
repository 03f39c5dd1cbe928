/* SPDX-License-Identifier: MIT */
/* Select, partition and unique: their ports, their production algorithms and how they are planned.
 */
#include "select.h"

#include "algorithms.h"
#include "tiles.h"

#define VALUES VKSCAN_SELECT_VALUES
#define INDICES VKSCAN_SELECT_INDICES
#define NUMBER VKSCAN_SELECT_NUMBER
#define ARGUMENTS VKSCAN_SELECT_ARGUMENTS

/* ---- ports ---- */

static bool has_flags(const struct plan *plan)
{
    return plan->op->id <= CRITERION_FLAGS_LAST;
}

static bool has_source(const struct plan *plan)
{
    return plan->select.outputs & VALUES || !has_flags(plan);
}

static bool has_values(const struct plan *plan)
{
    return plan->select.outputs & VALUES;
}

static bool has_indices(const struct plan *plan)
{
    return plan->select.outputs & INDICES;
}

static bool has_number(const struct plan *plan)
{
    return plan->select.outputs & NUMBER;
}

static bool has_arguments(const struct plan *plan)
{
    return plan->select.outputs & ARGUMENTS;
}

/* Whether a stage stores indices, or the number alone. */
static bool has_others(const struct plan *plan)
{
    return has_indices(plan) || !has_values(plan);
}

static const struct port select_ports[PORTS_MAX] = {
    [PORT_SOURCE] = {"source", offsetof(vkscan_binding_params, source), EXTENT_CAPACITY,
                     .exists = has_source},
    [PORT_DESTINATION] = {"destination", offsetof(vkscan_binding_params, destination),
                          EXTENT_CAPACITY, ELEMENT_OF_DESTINATION, .written = true,
                          .exists = has_values},
    [PORT_SCRATCH] = {"scratch", offsetof(vkscan_binding_params, scratch), EXTENT_SCRATCH,
                      .written = true},
    [PORT_COUNT] = {"count", offsetof(vkscan_binding_params, count), EXTENT_COUNT,
                    .operand = OPERAND_COUNT, .flag = VKSCAN_PLAN_COUNT_IN_BUFFER},
    [PORT_SEED] = {"seed", offsetof(vkscan_binding_params, seed), EXTENT_ONE, ELEMENT_SEED,
                   .operand = OPERAND_SEED, .flag = VKSCAN_PLAN_SEED_IN_BUFFER},
    [PORT_TOTAL] = {"number", offsetof(vkscan_binding_params, number), EXTENT_ONE, ELEMENT_WORD,
                    .written = true, .operand = OPERAND_TOTAL, .exists = has_number},
    [PORT_SECOND_SOURCE] = {"flags", offsetof(vkscan_binding_params, flags), EXTENT_CAPACITY,
                            ELEMENT_SECOND, .exists = has_flags},
    [PORT_SECOND_DESTINATION] = {"indices", offsetof(vkscan_binding_params, indices),
                                 EXTENT_CAPACITY, ELEMENT_WORD, .written = true,
                                 .exists = has_indices},
    [PORT_ARGUMENTS] = {"arguments", offsetof(vkscan_binding_params, arguments), EXTENT_ONE,
                        ELEMENT_ARGUMENTS, .written = true, .operand = OPERAND_ARGUMENTS,
                        .exists = has_arguments},
};

/* ---- parameters ---- */

/* In place of operators; elements are keys, of which a NaN is the highest. */
#define CRITERION(ID, name)                                                                        \
    [CRITERION_##ID] = {name, CRITERION_##ID, DOMAIN_ORDER, IDENTITY_LOWEST, true, NULL}

static const struct op criteria[] = {
    CRITERION(FLAG_BYTES, "flag-bytes"),       CRITERION(FLAG_BITS, "flag-bits"),
    CRITERION(FLAG_WORDS, "flag-words"),       CRITERION(LESS, "less"),
    CRITERION(LESS_EQUAL, "less-equal"),       CRITERION(GREATER, "greater"),
    CRITERION(GREATER_EQUAL, "greater-equal"), CRITERION(EQUAL, "equal"),
    CRITERION(NOT_EQUAL, "not-equal"),         CRITERION(PREDICATE, "predicate"),
    CRITERION(UNIQUE, "unlike neighbours"),
};

_Static_assert(VKSCAN_CRITERION_FLAG_WORDS == CRITERION_FLAGS_LAST &&
                   VKSCAN_CRITERION_FLAG_BITS == CRITERION_FLAG_BITS &&
                   VKSCAN_CRITERION_LESS == CRITERION_LESS &&
                   VKSCAN_CRITERION_NOT_EQUAL == CRITERION_NOT_EQUAL &&
                   VKSCAN_CRITERION_PREDICATE == CRITERION_PREDICATE,
               "interface.h and select.h differ");

const char *vkscan_criterion_name(vkscan_criterion criterion)
{
    return (size_t)criterion <= VKSCAN_CRITERION_PREDICATE ? criteria[criterion].name : NULL;
}

bool vks_select_is(vkscan_primitive primitive)
{
    return (uint32_t)primitive < 32 && PRIMITIVES_SELECT & 1u << primitive;
}

static vkscan_select_params params_of(const vkscan_plan_params *params)
{
    vkscan_select_params select = {0};

    if (params->select)
        select = *params->select;
    if (!select.outputs)
        select.outputs = VALUES | NUMBER;
    if (!select.divisor)
        select.divisor = 1;
    return select;
}

/* Of an unknown criterion any. */
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

/* Predicates have a seed or none. */
static bool compares(const struct op *op, uint32_t seed_size)
{
    return is_comparison(op) || (op->id == CRITERION_PREDICATE && seed_size > 0);
}

bool vks_select_compares(const struct plan *plan)
{
    return vks_select_is(plan->primitive) && compares(plan->op, plan->computation.seed_size);
}

const char *vks_select_criterion(const struct plan *plan)
{
    return criteria[plan->op->id].name;
}

static VkResult check_outputs(const vkscan_plan_params *params, const struct report *errors)
{
    const vkscan_select_params select = params_of(params);

    if (select.outputs & ~(uint32_t)(VALUES | INDICES | NUMBER | ARGUMENTS))
        return vks_report(errors, RESULT_INVALID, "unknown select->outputs 0x%x", select.outputs);
    if (select.divisor > 1 && !(select.outputs & ARGUMENTS))
        return vks_report(errors, RESULT_INVALID,
                          "select->divisor is %u, and select->outputs 0x%x has no arguments",
                          select.divisor, select.outputs);
    return VK_SUCCESS;
}

/* A predicate and its criterion go together. */
static VkResult check_predicate(const vkscan_plan_params *params, const struct report *errors)
{
    const vkscan_operator *user = params->user_operator;
    const vkscan_criterion criterion = params_of(params).criterion;

    if (user && criterion != VKSCAN_CRITERION_PREDICATE)
        return vks_report(errors, RESULT_INVALID,
                          "user_operator is %s, and select->criterion is %s: a predicate goes with "
                          "VKSCAN_CRITERION_PREDICATE",
                          user->name, vkscan_criterion_name(criterion));
    if (!user && criterion == VKSCAN_CRITERION_PREDICATE)
        return vks_report(errors, RESULT_INVALID,
                          "select->criterion is predicate, and user_operator, which has one, is "
                          "NULL");
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
        return vks_report(errors, RESULT_INVALID, "unknown select->criterion %d", (int)criterion);
    if (params->primitive == VKSCAN_PRIMITIVE_UNIQUE && criterion)
        return vks_report(errors, RESULT_INVALID,
                          "select->criterion is %s: unique takes none, so it has to be 0",
                          vkscan_criterion_name(criterion));
    if (params->flags & VKSCAN_PLAN_SEED_IN_BUFFER && !compares(op, user ? user->seed_size : 0))
        return vks_report(errors, RESULT_INVALID,
                          "%s by %s takes no VKSCAN_PLAN_SEED_IN_BUFFER: it compares with no seed",
                          vkscan_primitive_name(params->primitive), op->name);
    if (type->components > 1 && orders)
        return vks_report(errors, RESULT_INVALID,
                          "type %s has no criterion %s: vectors are equal or not", type->name,
                          op->name);
    return check_predicate(params, errors);
}

static VkResult check_select(const vkscan_plan_params *params, const struct element_type *type,
                             const struct report *errors)
{
    const char *name = vkscan_primitive_name(params->primitive);
    const uint32_t never = VKSCAN_PLAN_REVERSE | VKSCAN_PLAN_TOTAL_IN_BUFFER;

    if (params->flags & never)
        return vks_report(errors, RESULT_INVALID, "%s takes no %s", name,
                          params->flags & VKSCAN_PLAN_REVERSE
                              ? "VKSCAN_PLAN_REVERSE"
                              : "VKSCAN_PLAN_TOTAL_IN_BUFFER: its number is VKSCAN_SELECT_NUMBER");
    const VkResult result = check_outputs(params, errors);
    return result == VK_SUCCESS ? check_criterion(params, type, errors) : result;
}

static void resolve_select(const vkscan_plan_params *params, struct plan *plan)
{
    static const uint32_t bits[] = {
        [CRITERION_FLAG_BYTES] = 8, [CRITERION_FLAG_BITS] = 1, [CRITERION_FLAG_WORDS] = 32};

    plan->select = params_of(params);
    plan->second_bits = has_flags(plan) ? bits[plan->op->id] : 8;
    plan->computation.seed = (struct value){{0}}; /* of sums */
}

static const char *class_of(const struct element_type *type)
{
    return vks_element_class(type, type, &criteria[0]);
}

#define PRIMITIVE(primitive, takes_predicates)                                                     \
    {                                                                                              \
        .name = primitive, .ports = select_ports, .op = op_of, .check = check_select,              \
        .resolve = resolve_select, .class = class_of, .predicates = takes_predicates               \
    }

const struct primitive vks_select = PRIMITIVE("select", true);
const struct primitive vks_partition = PRIMITIVE("partition", true);
const struct primitive vks_unique = PRIMITIVE("unique", false);

/* ---- stages ---- */

static void add_tile(const struct plan *plan, uint32_t operands, struct constants *list)
{
    vks_constants_add(list, SPEC_WORKGROUP_SIZE, plan->shape.workgroup_size);
    vks_constants_add(list, SPEC_ITEMS, plan->items);
    vks_constants_add(list, SPEC_OPERANDS, plan->operands & operands);
}

/* Of narrow elements that are moved or compared by bits. Plans share pipelines so. */
static uint32_t bits_format(const struct plan *plan)
{
    return plan->type->size == 1 ? FORMAT_U8 : FORMAT_U16;
}

/* Of the elements and what is kept of them; kernels of predicates know. */
static void add_criterion(const struct plan *plan, struct constants *list)
{
    const struct computation *c = &plan->computation;
    const bool ordered = is_comparison(plan->op); /* else bits are all there is */

    if (plan->op->id == CRITERION_PREDICATE)
        return;
    vks_constants_add(list, SPEC_CRITERION, plan->op->id);
    vks_constants_add(list, SPEC_KEYS, ordered ? c->keys : KEYS_NONE);
    vks_constants_add(list, SPEC_DESTINATION_FORMAT, ordered ? c->output_format : FORMAT_T);
    if (plan->type->size < sizeof(uint32_t))
        vks_constants_add(list, SPEC_INPUT_FORMAT, ordered ? c->input_format : bits_format(plan));
    if (c->words == 2)
        vks_constants_add(list, SPEC_ARITHMETIC, ordered ? c->arithmetic : ARITHMETIC_UNSIGNED);
}

static void mark_constants(const struct caps *caps, const struct plan *plan,
                           const struct stage *stage, struct constants *list)
{
    (void)caps;
    (void)stage;
    add_tile(plan, OPERAND_COUNT | OPERAND_SEED, list);
    add_criterion(plan, list);
}

static void subgroup_mark_constants(const struct caps *caps, const struct plan *plan,
                                    const struct stage *stage, struct constants *list)
{
    mark_constants(caps, plan, stage, list);
    vks_constants_add(list, SPEC_SUBGROUP_SIZE, plan->subgroup_size);
}

/* Sums of u32, whatever the plan's elements. */
static void sum_constants(const struct plan *plan, struct constants *list)
{
    vks_constants_add(list, SPEC_WORKGROUP_SIZE, plan->shape.workgroup_size);
    vks_constants_add(list, SPEC_ITEMS, SHAPE_COUNTS_ITEMS);
    vks_constants_add(list, SPEC_OPERANDS, plan->operands & OPERAND_COUNT);
    vks_constants_add(list, SPEC_KEYS, KEYS_NONE);
    vks_constants_add(list, SPEC_IDENTITY, 0);
    vks_constants_add(list, SPEC_OP, VKSCAN_OP_ADD);
    vks_constants_add(list, SPEC_INPUT_FORMAT, FORMAT_T);
    vks_constants_add(list, SPEC_OUTPUT_FORMAT, FORMAT_T);
    vks_constants_add(list, SPEC_DESTINATION_FORMAT, FORMAT_T);
    vks_constants_add(list, SPEC_REVERSE, 0);
}

static void subgroup_reduce_constants(const struct caps *caps, const struct plan *plan,
                                      const struct stage *stage, struct constants *list)
{
    (void)caps;
    (void)stage;
    sum_constants(plan, list);
    vks_constants_add(list, SPEC_SUBGROUP_SIZE, plan->subgroup_size);
}

static void subgroup_scan_constants(const struct caps *caps, const struct plan *plan,
                                    const struct stage *stage, struct constants *list)
{
    subgroup_reduce_constants(caps, plan, stage, list);
    vks_constants_add(list, SPEC_EXCLUSIVE, 1);
}

static void tree_reduce_constants(const struct caps *caps, const struct plan *plan,
                                  const struct stage *stage, struct constants *list)
{
    (void)caps;
    (void)stage;
    sum_constants(plan, list);
    vks_constants_add(list, SPEC_BANKS, plan->banks);
    vks_constants_add(list, SPEC_COMMUTATIVE, 1);
}

static void tree_scan_constants(const struct caps *caps, const struct plan *plan,
                                const struct stage *stage, struct constants *list)
{
    (void)caps;
    (void)stage;
    sum_constants(plan, list);
    vks_constants_add(list, SPEC_BANKS, plan->banks);
    vks_constants_add(list, SPEC_EXCLUSIVE, 1);
}

static void store_constants(const struct caps *caps, const struct plan *plan,
                            const struct stage *stage, struct constants *list)
{
    const uint32_t rest = plan->primitive == VKSCAN_PRIMITIVE_PARTITION ? STORES_REST : 0;
    const uint32_t stores = !stage->class       ? STORES_VALUES | rest
                            : has_indices(plan) ? STORES_INDICES | rest
                                                : 0;

    (void)caps;
    add_tile(plan, OPERAND_COUNT, list);
    vks_constants_add(list, SPEC_STORES, stores);
    vks_constants_add(list, SPEC_DIVISOR, plan->select.divisor);
    if (!stage->class && plan->type->size < sizeof(uint32_t))
        vks_constants_add(list, SPEC_INPUT_FORMAT, bits_format(plan));
}

static void select_lookahead_constants(const struct caps *caps, const struct plan *plan,
                                       const struct stage *stage, struct constants *list)
{
    const struct shape shape = {plan->shape.workgroup_size, plan->items, 0};
    const uint32_t size = sizeof(uint32_t) * plan->computation.words;

    (void)stage;
    add_tile(plan, OPERAND_COUNT | OPERAND_SEED, list);
    add_criterion(plan, list);
    vks_constants_add(list, SPEC_STORES,
                      (has_values(plan) ? STORES_VALUES : 0) |
                          (has_indices(plan) ? STORES_INDICES : 0));
    vks_constants_add(list, SPEC_DIVISOR, plan->select.divisor);
    vks_constants_add(list, SPEC_EXCHANGE, vks_shape_exchange(caps, &shape, size));
    vks_constants_add(list, SPEC_SUBGROUP_SIZE, plan->subgroup_size);
    vks_constants_add(list, SPEC_SPIN_LIMIT, vks_tuning_spin_limit(caps));
}

static void select_lookback_constants(const struct caps *caps, const struct plan *plan,
                                      const struct stage *stage, struct constants *list)
{
    select_lookahead_constants(caps, plan, stage, list);
    vks_constants_add(list, SPEC_BY_INDEX, vks_goes_by_index(caps, plan));
}

/* ---- passes ---- */

enum { STAGE_MARK, STAGE_SUM, STAGE_STORE = STAGE_SUM + 2, STAGE_INDICES };

static struct span span_of_flags(const struct problem *problem)
{
    return (struct span){PORT_SECOND_SOURCE,
                         problem->second_size > 0 ? problem->second_size : sizeof(uint32_t), 0};
}

static struct span span_of_words(uint32_t port)
{
    return (struct span){port, sizeof(uint32_t), 0};
}

/* The numbers of the tiles and one more, and the marks behind them. */
static struct span take_marks(const struct problem *problem, struct pass_list *list, uint64_t tiles)
{
    const struct problem words = {.element_size = sizeof(uint32_t)};

    return vks_pass_scratch(&words, list, SELECT_MARKS(tiles) + tiles * (problem->tile_size / 32));
}

static void add_sums(const struct problem *problem, struct pass_list *list, struct span numbers,
                     uint64_t tiles)
{
    const struct problem sums = {
        .count = tiles + 1,
        .tile_size = problem->workgroup_size * SHAPE_COUNTS_ITEMS * 4,
        .element_size = sizeof(uint32_t),
    };

    vks_passes_scan_aggregates(&sums, list, numbers, problem->tile_size, problem->tile_size,
                               STAGE_SUM);
}

/* The values, the indices, or the number alone. The first one stores the number. */
static void add_stores(const struct problem *problem, struct pass_list *list, struct span numbers,
                       uint64_t tiles)
{
    struct pass pass = {
        .stage = STAGE_STORE,
        .input = vks_pass_source(problem),
        .output = vks_pass_destination(problem),
        .auxiliary = numbers,
        .count = problem->count,
        .divisor = 1,
        .groups = tiles,
        .seeded = true,
    };

    if (problem->outputs & VALUES)
        vks_pass_add(list, pass);
    pass.stage = STAGE_INDICES;
    pass.input = vks_pass_unused(problem);
    pass.output = span_of_words(PORT_SECOND_DESTINATION);
    pass.seeded = !(problem->outputs & VALUES);
    if (problem->outputs & INDICES) {
        vks_pass_add(list, pass);
    } else if (!(problem->outputs & VALUES)) {
        pass.output = vks_pass_unused(problem);
        pass.groups = 1;
        vks_pass_add(list, pass);
    }
}

/* Marks what is kept, scans the numbers of the tiles, stores. */
static void plan_marks(const struct problem *problem, struct pass_list *list)
{
    const uint64_t tiles = vks_divide_up(problem->count, problem->tile_size);
    const uint64_t groups = tiles > 0 ? tiles : 1;

    if (problem->count == 0 && !(problem->outputs & (NUMBER | ARGUMENTS)))
        return;
    const struct span numbers = take_marks(problem, list, tiles);
    vks_pass_add(list, (struct pass){.stage = STAGE_MARK,
                                     .input = problem->has_flags ? span_of_flags(problem)
                                                                 : vks_pass_source(problem),
                                     .output = numbers,
                                     .auxiliary = span_of_words(PORT_SCRATCH),
                                     .count = problem->count,
                                     .divisor = 1,
                                     .groups = groups,
                                     .seeded = true});
    add_sums(problem, list, numbers, tiles);
    add_stores(problem, list, numbers, groups);
}

/* Everything in one dispatch of persistent workgroups. */
static void plan_counted_tiles(const struct problem *problem, struct pass_list *list)
{
    const uint64_t needed = vks_divide_up(problem->count, problem->tile_size);
    const uint64_t tiles = needed > 0 ? needed : 1; /* one stores a number of 0 */
    const bool values = problem->outputs & VALUES;

    if (problem->count == 0 && !(problem->outputs & (NUMBER | ARGUMENTS)))
        return;
    vks_pass_add(list,
                 (struct pass){
                     .stage = 0,
                     .input = values || !problem->has_flags ? vks_pass_source(problem)
                                                            : vks_pass_unused(problem),
                     .output = values ? vks_pass_destination(problem) : vks_pass_unused(problem),
                     .auxiliary = vks_pass_state(list, TILE_STATE_WORDS(tiles, 1)),
                     .second_input = problem->has_flags ? span_of_flags(problem) : (struct span){0},
                     .second_output = problem->outputs & INDICES
                                          ? span_of_words(PORT_SECOND_DESTINATION)
                                          : (struct span){0},
                     .count = problem->count,
                     .divisor = 1,
                     .groups = vks_persistent_groups(tiles, problem->workgroups),
                     .seeded = true,
                 });
}

/* ---- algorithms ---- */

static const struct arrangement marked_tile = {1, 16, .subgroups = true, .places = true};

static const struct arrangement exchanged_tile = {
    1, 8, .persistent = true, .vectors = true, .subgroups = true, .exchanges = true};

static const struct policy select_lookback_policies[] = {
    {.devices = 0x10de,
     .shape = {512, 1, 4},
     .from = (1 << 13) + 1,
     .to = 1 << 17,
     .measured_on = 132},
    {.devices = 0x10de, .shape = {512, 2, 4}, .from = 1 << 17, .to = 1 << 19, .measured_on = 132},
    {.devices = 0x10de, .shape = {512, 4, 4}, .from = 1 << 19, .to = 1 << 21, .measured_on = 132},
    {.devices = 0x10de, .shape = {256, 8, 4}, .from = 1 << 21, .to = 1 << 23, .measured_on = 132},
    {.devices = POLICY_GPU, .shape = {256, 4, 4}, .from = 1 << 16, .to = POLICY_NO_END},
    {.shape = {256, 4, 2}}, /* never by AUTO */
    {0},
};

static const struct policy select_lookahead_policies[] = {
    {.devices = 0x10de,
     .shape = {256, 8, 2},
     .from = 1 << 23,
     .to = POLICY_NO_END,
     .measured_on = 132},
    {.shape = {256, 4, 2}}, /* never by AUTO */
    {0},
};

/* The rejected of a partition lie behind the number of all, which a single pass does not know
 * before its end. */
#define PRIMITIVES_SINGLE_PASS (1u << VKSCAN_PRIMITIVE_SELECT | 1u << VKSCAN_PRIMITIVE_UNIQUE)

/* Values of the plan's class; indices, or the number alone, of words. */
#define STORE_STAGES                                                                               \
    {"select_store", .constants = store_constants, .exists = has_values},                          \
    {                                                                                              \
        "select_store", .constants = store_constants, .class = "uint32", .exists = has_others      \
    }

const struct algorithm vks_select_algorithms[] = {
    {
        .id = VKSCAN_ALGORITHM_BLELLOCH,
        .name = "blelloch",
        .summary = "marks and counts what is kept, scans the counts by trees, stores",
        .primitives = PRIMITIVES_SELECT,
        .automatic = true,
        .operands = true,
        .whole = true,
        .arrangement = &marked_tile,
        .policies = vks_blelloch_policies,
        .stages = {{"blelloch_mark", .constants = mark_constants},
                   {"blelloch_reduce", .constants = tree_reduce_constants, .class = "uint32"},
                   {"blelloch_scan", .constants = tree_scan_constants, .class = "uint32"},
                   STORE_STAGES},
        .passes = plan_marks,
    },
    {
        .id = VKSCAN_ALGORITHM_SUBGROUP,
        .name = "subgroup",
        .summary = "marks and counts what is kept, scans the counts, stores",
        .primitives = PRIMITIVES_SELECT,
        .needs = VKSCAN_CAPABILITY_SUBGROUPS,
        .automatic = true,
        .operands = true,
        .whole = true,
        .arrangement = &marked_tile,
        .policies = vks_subgroup_policies,
        .stages = {{"subgroup_mark", .constants = subgroup_mark_constants},
                   {"subgroup_reduce", .constants = subgroup_reduce_constants, .class = "uint32"},
                   {"subgroup_scan", .constants = subgroup_scan_constants, .class = "uint32"},
                   STORE_STAGES},
        .passes = plan_marks,
    },
    {
        .id = VKSCAN_ALGORITHM_LOOKBACK,
        .name = "lookback",
        .summary = "one dispatch, decoupled look-back over the numbers kept",
        .primitives = PRIMITIVES_SINGLE_PASS,
        .needs = VKSCAN_CAPABILITY_SUBGROUPS,
        .automatic = true,
        .operands = true,
        .whole = true,
        .second = true,
        .arrangement = &exchanged_tile,
        .policies = select_lookback_policies,
        .stages = {{"lookback_select", .constants = select_lookback_constants, .variant = "64",
                    .variant_needs = VKSCAN_CAPABILITY_INT64_ATOMICS}},
        .passes = plan_counted_tiles,
    },
    {
        .id = VKSCAN_ALGORITHM_LOOKAHEAD,
        .name = "lookahead",
        .summary = "lookback, with the next tile counted before",
        .primitives = PRIMITIVES_SINGLE_PASS,
        .needs = VKSCAN_CAPABILITY_SUBGROUPS,
        .automatic = true,
        .operands = true,
        .whole = true,
        .second = true,
        .arrangement = &exchanged_tile,
        .policies = select_lookahead_policies,
        .stages = {{"lookahead_select", .constants = select_lookahead_constants, .variant = "64",
                    .variant_needs = VKSCAN_CAPABILITY_INT64_ATOMICS}},
        .passes = plan_counted_tiles,
    },
    {0},
};
