/* SPDX-License-Identifier: MIT */
/* The algorithms of select, partition and unique, and their kernels' constants. */
#include "select.h"

#include "select.def"

#define VALUES VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT
#define IN_SCRATCH (VKSCAN_SELECT_OUTPUT_LENGTHS_BIT | SELECT_STARTS)
#define INDEX_OUTPUTS (VKSCAN_SELECT_OUTPUT_INDICES_BIT | IN_SCRATCH)

/* ---- constants ---- */

static void add_tile(const struct plan *plan, uint32_t items, uint32_t operands,
                     struct constants *list)
{
    vks_constants_add(list, SPEC_WORKGROUP_SIZE, plan->shape.workgroup_size);
    vks_constants_add(list, SPEC_ITEMS, items);
    vks_constants_add(list, SPEC_OPERANDS, plan->operands & operands);
}

/* Returns the format of narrow elements that are moved or compared by bits: unsigned for all types,
 * so that plans share pipelines. */
static uint32_t bits_format(const struct plan *plan)
{
    return plan->type->size == 1 ? FORMAT_U8 : FORMAT_U16;
}

/* Adds the constants of the criterion, which kernels of predicates do not have. */
static void add_criterion(const struct plan *plan, struct constants *list)
{
    const bool keeps_last = vks_select_keeps_last(plan); /* by keys, for unique too */
    const uint32_t key_size = vks_select_key_size(plan);

    if (plan->op->id == CRITERION_PREDICATE)
        return;
    vks_constants_add(list, SPEC_CRITERION, keeps_last ? CRITERION_KEYS : plan->op->id);
    vks_constants_add(list, SPEC_KEY_BYTES, key_size > 0 ? key_size : sizeof(uint32_t));
    vks_constants_add(list, SPEC_KEEPS_LAST, keeps_last);
    vks_constants_add(list, SPEC_KEYS,
                      vks_select_compares(plan) ? plan->computation.keys : KEYS_NONE);
}

static void add_keeps_first(const struct plan *plan, struct constants *list)
{
    if (plan->op->id != CRITERION_PREDICATE)
        vks_constants_add(list, SPEC_KEEPS_FIRST, vks_select_keeps_first(plan));
}

/* Adds the constants of elements that kernels take as the plan's class has them. Those that do not
 * compare with a seed are compared by bits, if at all. */
static void add_elements(const struct plan *plan, struct constants *list)
{
    const struct computation *c = &plan->computation;
    const bool ordered = vks_select_compares(plan);

    if (plan->op->id == CRITERION_PREDICATE)
        return;
    vks_constants_add(list, SPEC_DESTINATION_FORMAT, ordered ? c->output_format : FORMAT_T);
    if (plan->type->size < sizeof(uint32_t))
        vks_constants_add(list, SPEC_INPUT_FORMAT, ordered ? c->input_format : bits_format(plan));
    if (c->words == 2)
        vks_constants_add(list, SPEC_ARITHMETIC, ordered ? c->arithmetic : ARITHMETIC_UNSIGNED);
}

/* Adds the constants of kernels that tell the group of an element, of which a thread has `items`.
 */
static void add_groups(const struct plan *plan, uint32_t items, struct constants *list)
{
    const bool ordered = vks_select_compares(plan);
    const bool is_predicate = plan->op->id == CRITERION_PREDICATE;
    const bool has_elements = ordered || is_predicate; /* else flags or keys decide */

    add_tile(plan, items, OPERAND_COUNT | OPERAND_SEED, list);
    add_criterion(plan, list);
    vks_constants_add(list, SPEC_ELEMENT_BYTES, has_elements ? plan->type->size : sizeof(uint32_t));
    vks_constants_add(list, SPEC_GROUPS, (uint32_t)vks_select_groups(plan));
    if (is_predicate)
        return;
    vks_constants_add(list, SPEC_SECOND_CRITERION, vks_select_params(plan).second_criterion);
    vks_constants_add(list, SPEC_ARITHMETIC,
                      ordered ? plan->computation.arithmetic : ARITHMETIC_UNSIGNED);
}

void vks_constants_mark(const struct caps *caps, const struct plan *plan, const struct stage *stage,
                        struct constants *list)
{
    (void)caps;
    (void)stage;
    add_groups(plan, plan->items, list);
    add_keeps_first(plan, list);
}

static void subgroup_mark_constants(const struct caps *caps, const struct plan *plan,
                                    const struct stage *stage, struct constants *list)
{
    vks_constants_mark(caps, plan, stage, list);
    vks_constants_add(list, SPEC_SUBGROUP_SIZE, plan->subgroup_size);
}

/* Adds the constants of the stage that reduces the tiles' numbers: u32, whatever the plan's
 * elements are. */
void vks_constants_reduce_numbers(const struct caps *caps, const struct plan *plan,
                                  const struct stage *stage, struct constants *list)
{
    const struct plan sums = vks_plan_of_sums(plan, SELECT_SCAN_ITEMS, 0);

    if (plan->algorithm->needs & VKSCAN_CAPABILITY_SUBGROUPS_BIT)
        vks_constants_tile(caps, &sums, stage, list);
    else
        vks_constants_tree_reduce(caps, &sums, stage, list);
}

void vks_constants_scan_numbers(const struct caps *caps, const struct plan *plan,
                                const struct stage *stage, struct constants *list)
{
    const struct plan sums = vks_plan_of_sums(plan, SELECT_SCAN_ITEMS, 0);

    if (plan->algorithm->needs & VKSCAN_CAPABILITY_SUBGROUPS_BIT)
        vks_constants_tile(caps, &sums, stage, list);
    else
        vks_constants_tree(caps, &sums, stage, list);
}

static void add_store(const struct plan *plan, uint32_t stores, uint32_t element_size,
                      struct constants *list)
{
    const uint32_t rest = stores && vks_select_has_rest(plan) ? STORES_REST : 0;

    add_tile(plan, plan->items, OPERAND_COUNT, list);
    vks_constants_add(list, SPEC_GROUPS, (uint32_t)vks_select_groups(plan));
    vks_constants_add(list, SPEC_STORES, stores | rest);
    vks_constants_add(list, SPEC_DIVISOR, vks_select_params(plan).divisor);
    vks_constants_add(list, SPEC_ELEMENT_BYTES, element_size);
}

void vks_constants_store_values(const struct caps *caps, const struct plan *plan,
                                const struct stage *stage, struct constants *list)
{
    (void)caps;
    (void)stage;
    add_store(plan, STORES_VALUES, plan->type->size, list);
}

void vks_constants_store_others(const struct caps *caps, const struct plan *plan,
                                const struct stage *stage, struct constants *list)
{
    (void)caps;
    (void)stage;
    add_store(plan, vks_select_has(plan, INDEX_OUTPUTS) ? STORES_INDICES : 0, sizeof(uint32_t),
              list);
}

static void kept_constants(const struct caps *caps, const struct plan *plan,
                           const struct stage *stage, struct constants *list)
{
    (void)caps;
    (void)stage;
    add_groups(plan, plan->items * plan->computation.vector, list);
}

static uint32_t single_pass_stores(const struct plan *plan)
{
    return (vks_select_has(plan, VALUES) ? STORES_VALUES : 0) |
           (vks_select_has(plan, INDEX_OUTPUTS) ? STORES_INDICES : 0) |
           (vks_select_has_rest(plan) ? STORES_REST : 0) |
           (vks_select_in_place(plan) || vks_select_has(plan, IN_SCRATCH) ? STORES_TOTAL : 0);
}

static void select_lookahead_constants(const struct caps *caps, const struct plan *plan,
                                       const struct stage *stage, struct constants *list)
{
    (void)stage;
    add_tile(plan, plan->items, OPERAND_COUNT | OPERAND_SEED, list);
    add_criterion(plan, list);
    add_keeps_first(plan, list);
    add_elements(plan, list);
    vks_constants_add(list, SPEC_STORES, single_pass_stores(plan));
    vks_constants_add(list, SPEC_DIVISOR, vks_select_params(plan).divisor);
    vks_constants_add(list, SPEC_SUBGROUP_SIZE, plan->subgroup_size);
    vks_constants_add(list, SPEC_SPIN_LIMIT, vks_tuning_spin_limit(caps));
}

void vks_constants_select_lookback(const struct caps *caps, const struct plan *plan,
                                   const struct stage *stage, struct constants *list)
{
    select_lookahead_constants(caps, plan, stage, list);
    vks_constants_add(list, SPEC_BY_INDEX, vks_goes_by_index(caps, plan));
}

static void copy_constants(const struct caps *caps, const struct plan *plan,
                           const struct stage *stage, struct constants *list)
{
    const bool all = vks_select_has_rest(plan);

    (void)caps;
    (void)stage;
    vks_constants_add(list, SPEC_WORKGROUP_SIZE, plan->shape.workgroup_size);
    vks_constants_add(list, SPEC_OPERANDS, all ? plan->operands & OPERAND_COUNT : 0);
    vks_constants_add(list, SPEC_STORES, STORES_VALUES | (all ? STORES_REST : 0));
    vks_constants_add(list, SPEC_KEEPS_LAST, false);
    vks_constants_add(list, SPEC_ELEMENT_BYTES, plan->type->size);
}

static void length_constants(const struct caps *caps, const struct plan *plan,
                             const struct stage *stage, struct constants *list)
{
    (void)caps;
    (void)stage;
    vks_constants_add(list, SPEC_WORKGROUP_SIZE, plan->shape.workgroup_size);
    vks_constants_add(list, SPEC_OPERANDS, plan->operands & OPERAND_COUNT);
    vks_constants_add(list, SPEC_STORES, STORES_LENGTHS);
    vks_constants_add(list, SPEC_KEEPS_LAST, vks_select_keeps_last(plan));
    vks_constants_add(list, SPEC_ELEMENT_BYTES, sizeof(uint32_t));
}

/* ---- algorithms ---- */

/* Shared memory has a place for each element, and marks; or the sums of the threads that scan the
 * counts. */
static const struct arrangement marked_tile = {
    1,
    16,
    .pairs = true,
    .subgroups = true,
    .shared = {{.per_item = 1, .per_8_items = 1},
               {.per_thread = SELECT_SCAN_ITEMS, .padded = true}},
    .shares_words = true};

/* Shared memory has three scans, over as many subgroups as threads at worst. */
static const struct arrangement counted_tile = {1,
                                                8,
                                                .persistent = true,
                                                .vectors = true,
                                                .subgroups = true,
                                                .no_head = true,
                                                .shared_per_thread = 3,
                                                .shared_per_workgroup = 16,
                                                .shares_words = true};

void vks_select_arrange(struct plan *plan)
{
    const struct computation *c = &plan->computation;
    const bool at_once = plan->algorithm->needs & VKSCAN_CAPABILITY_SUBGROUPS_BIT;
    const struct shape shape = {plan->shape.workgroup_size,
                                at_once ? plan->shape.items : plan->items, 0};

    plan->items =
        vks_shape_items(&shape, at_once ? &counted_tile : &marked_tile, c->vector * c->source_size);
    plan->tile_size = shape.workgroup_size * plan->items * (at_once ? c->vector : 1);
}

/* The variant whose tile states an atomic of 64 bits stores at once. */
const struct kernel_variant vks_select_variants[] = {
    {"lookback_select_64", .needs = VKSCAN_CAPABILITY_INT64_ATOMICS_BIT},
    {0},
};

#define PRIMITIVES_SELECT                                                                          \
    (1u << VKSCAN_PRIMITIVE_SELECT | 1u << VKSCAN_PRIMITIVE_PARTITION |                            \
     1u << VKSCAN_PRIMITIVE_UNIQUE)
#define PRIMITIVES_SINGLE_PASS (1u << VKSCAN_PRIMITIVE_SELECT | 1u << VKSCAN_PRIMITIVE_UNIQUE)

/* Tells whether a stage stores indices, or the number alone. */
static bool stores_others(const struct plan *plan)
{
    return vks_select_has(plan, INDEX_OUTPUTS) || !vks_select_has_values(plan);
}

static bool has_three_ways(const struct plan *plan)
{
    return vks_select_groups(plan) > 1;
}

/* Stages that store: values; and indices, or the number alone. */
#define STORE_STAGES                                                                               \
    [STAGE_STORE_VALUES] = {"select_store", .constants = vks_constants_store_values,               \
                            .class = "uint32", .exists = vks_select_has_values},                   \
    [STAGE_STORE_OTHERS] = {"select_store", .constants = vks_constants_store_others,               \
                            .class = "uint32", .exists = stores_others}

/* The stage that copies elements from scratch to the destination. */
#define COPY_STAGE                                                                                 \
    {                                                                                              \
        "select_copy", .constants = copy_constants, .class = "uint32",                             \
                       .exists = vks_select_in_place                                               \
    }

/* The stage that stores the lengths of runs. */
#define LENGTHS_STAGE                                                                              \
    {                                                                                              \
        "select_copy", .constants = length_constants, .class = "uint32",                           \
                       .exists = vks_select_has_lengths                                            \
    }

/* The stage that counts the elements kept. A partition's rest lies behind all of them, whose number
 * a single pass does not know before its end. */
#define COUNT_STAGE                                                                                \
    {                                                                                              \
        "select_count", .constants = kept_constants, .by_words = true                              \
    }

/* Members that the entries of hierarchies share, and those that entries of a single pass share. */
#define BY_MARKS                                                                                   \
    .production = true, .arrangement = &marked_tile, .passes = vks_passes_select_by_marks
#define AT_ONCE                                                                                    \
    .production = true, .binds_second_ports = true, .arrangement = &counted_tile,                  \
    .passes = vks_passes_select_at_once

/* In rising order of preference: AUTO takes the last that suits. */
const struct algorithm vks_select_algorithms[] = {
    {
        .id = VKSCAN_ALGORITHM_BLELLOCH,
        .name = "blelloch",
        .summary = "marks and counts what is kept, scans the counts by trees, stores",
        .primitives = PRIMITIVES_SELECT,
        BY_MARKS,
        .policies = vks_blelloch_policies,
        STAGES(
            [STAGE_MARK] = {"blelloch_mark", .constants = vks_constants_mark, .by_words = true},
            [STAGE_REDUCE_NUMBERS] = {"blelloch_reduce", .constants = vks_constants_reduce_numbers,
                                      .class = "uint32"},
            [STAGE_SCAN_NUMBERS] = {"blelloch_scan", .constants = vks_constants_scan_numbers,
                                    .class = "uint32", .exclusive = true},
            STORE_STAGES, [STAGE_COPY_MARKED] = COPY_STAGE, [STAGE_LENGTHS_MARKED] = LENGTHS_STAGE),
    },
    {
        .id = VKSCAN_ALGORITHM_SUBGROUP,
        .name = "subgroup",
        .summary = "marks and counts what is kept, scans the counts, stores",
        .primitives = PRIMITIVES_SELECT,
        .needs = VKSCAN_CAPABILITY_SUBGROUPS_BIT,
        BY_MARKS,
        .policies = vks_subgroup_policies,
        STAGES(
            [STAGE_MARK] = {"subgroup_mark", .constants = subgroup_mark_constants,
                            .by_words = true},
            [STAGE_REDUCE_NUMBERS] = {"subgroup_reduce", .constants = vks_constants_reduce_numbers,
                                      .class = "uint32"},
            [STAGE_SCAN_NUMBERS] = {"subgroup_scan", .constants = vks_constants_scan_numbers,
                                    .class = "uint32", .exclusive = true},
            STORE_STAGES, [STAGE_COPY_MARKED] = COPY_STAGE, [STAGE_LENGTHS_MARKED] = LENGTHS_STAGE),
    },
    {
        .id = VKSCAN_ALGORITHM_LOOKBACK,
        .name = "lookback",
        .summary = "one dispatch, decoupled look-back over the numbers kept",
        .primitives = PRIMITIVES_SINGLE_PASS,
        .needs = VKSCAN_CAPABILITY_SUBGROUPS_BIT,
        AT_ONCE,
        .policies = select_lookback_policies,
        STAGES([STAGE_SELECT] = {"lookback_select", .constants = vks_constants_select_lookback,
                                 .variants = vks_select_variants},
               [STAGE_COPY_SELECTED] = COPY_STAGE, [STAGE_LENGTHS_SELECTED] = LENGTHS_STAGE),
    },
    {
        .id = VKSCAN_ALGORITHM_LOOKBACK,
        .name = "lookback",
        .summary = "what is kept is counted, then a dispatch as of select",
        .primitives = 1u << VKSCAN_PRIMITIVE_PARTITION,
        .needs = VKSCAN_CAPABILITY_SUBGROUPS_BIT,
        .unsupported = {"three ways", has_three_ways},
        AT_ONCE,
        .policies = select_lookback_policies,
        STAGES([STAGE_SELECT] = {"lookback_select", .constants = vks_constants_select_lookback,
                                 .variants = vks_select_variants},
               [STAGE_COPY_SELECTED] = COPY_STAGE, [STAGE_LENGTHS_SELECTED] = LENGTHS_STAGE,
               [STAGE_COUNT_KEPT] = COUNT_STAGE),
    },
    {
        .id = VKSCAN_ALGORITHM_LOOKAHEAD,
        .name = "lookahead",
        .summary = "lookback, with the next tile counted before",
        .primitives = PRIMITIVES_SINGLE_PASS,
        .needs = VKSCAN_CAPABILITY_SUBGROUPS_BIT | VKSCAN_CAPABILITY_INT64_ATOMICS_BIT,
        AT_ONCE,
        .policies = select_lookahead_policies,
        STAGES([STAGE_SELECT] = {"lookahead_select", .constants = select_lookahead_constants},
               [STAGE_COPY_SELECTED] = COPY_STAGE, [STAGE_LENGTHS_SELECTED] = LENGTHS_STAGE),
    },
    {
        .id = VKSCAN_ALGORITHM_LOOKAHEAD,
        .name = "lookahead",
        .summary = "lookback, with the next tile counted before",
        .primitives = 1u << VKSCAN_PRIMITIVE_PARTITION,
        .needs = VKSCAN_CAPABILITY_SUBGROUPS_BIT | VKSCAN_CAPABILITY_INT64_ATOMICS_BIT,
        .unsupported = {"three ways", has_three_ways},
        AT_ONCE,
        .policies = partition_lookahead_policies,
        STAGES([STAGE_SELECT] = {"lookahead_select", .constants = select_lookahead_constants},
               [STAGE_COPY_SELECTED] = COPY_STAGE, [STAGE_LENGTHS_SELECTED] = LENGTHS_STAGE,
               [STAGE_COUNT_KEPT] = COUNT_STAGE),
    },
    {0},
};
