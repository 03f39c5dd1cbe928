/* SPDX-License-Identifier: MIT */
/* Radix sort: its ports, its parameters and its algorithms. */
#include "sort.h"

#include <inttypes.h>
#include <string.h>

#include "sort.def"

/* ---- state ---- */

struct sorting vks_sorting(const struct plan *plan)
{
    struct sorting own;

    _Static_assert(sizeof(own) <= sizeof(plan->own), "plan.own is too small");
    memcpy(&own, plan->own, sizeof(own));
    return own;
}

static bool has_no_segments(const struct plan *plan)
{
    return !vks_segments_by_offsets(plan);
}

/* ---- ports ---- */

static bool has_value_source(const struct plan *plan)
{
    return vks_plan_has_second_elements(plan) &&
           !(vks_sorting(plan).flags & VKSCAN_SORT_INDICES_BIT);
}

#define SORT_PORTS(source_is_written, key_place, value_place)                                      \
    {                                                                                              \
        [PORT_SOURCE] = {PORT(SOURCE), vks_plan_source_bits, .written = source_is_written},        \
        [PORT_DESTINATION] = {PORT(DESTINATION), vks_plan_destination_bits, .written = true,       \
                              .coincides = key_place},                                             \
        [PORT_SECOND_SOURCE] = {PORT(SECOND_SOURCE), vks_plan_second_bits,                         \
                                .written = source_is_written, .second = true,                      \
                                .exists = has_value_source},                                       \
        [PORT_SECOND_DESTINATION] = {PORT(SECOND_DESTINATION),                                     \
                                     vks_plan_second_bits,                                         \
                                     .written = true,                                              \
                                     .second = true,                                               \
                                     .exists = vks_plan_has_second_elements,                       \
                                     .coincides = value_place},                                    \
        PORTS_OF_OFFSETS, COMMON_PORTS,                                                            \
    }

static const struct port sort_ports[PORTS_MAX] = SORT_PORTS(false, 0, 0);
static const struct port ports_in_place[PORTS_MAX] =
    SORT_PORTS(false, 1u << PORT_SOURCE, 1u << PORT_SECOND_SOURCE);
static const struct port ports_overwritten[PORTS_MAX] = SORT_PORTS(true, 0, 0);

/* ---- parameters ---- */

#define ALL_SORT_FLAGS                                                                             \
    (uint32_t)(VKSCAN_SORT_DESCENDING_BIT | VKSCAN_SORT_INDICES_BIT | VKSCAN_SORT_IN_PLACE_BIT |   \
               VKSCAN_SORT_OVERWRITE_SOURCE_BIT)

static vkscan_sort_params sort_params_of(const vkscan_plan_params *params)
{
    static const vkscan_sort_params none = {0};

    return params->details ? *(const vkscan_sort_params *)params->details : none;
}

static VkResult check_values(const vkscan_sort_params *sort, const struct report *errors)
{
    const uint32_t size = sort->value_size;

    if (sort->flags & VKSCAN_SORT_INDICES_BIT && size != 0 && size != sizeof(uint32_t))
        return vks_report(
            errors, RESULT_INVALID,
            "details.value_size %u is not 4: with VKSCAN_SORT_INDICES_BIT values are u32", size);
    if (size != 0 && size != 4 && size != 8 && size != 16)
        return vks_report(errors, RESULT_INVALID,
                          "details.value_size %u is none of 0, 4, 8 and 16 bytes", size);
    return VK_SUCCESS;
}

static VkResult check_sort(const vkscan_sort_params *sort, const struct element_type *type,
                           const struct report *errors)
{
    const uint32_t bits = 8 * type->size,
                   both = VKSCAN_SORT_IN_PLACE_BIT | VKSCAN_SORT_OVERWRITE_SOURCE_BIT;
    const bool all = sort->first_bit == 0 && sort->end_bit == 0;

    if (type->components > 1)
        return vks_report(errors, RESULT_INVALID, "keys of type %s, a vector, have no order",
                          type->name);
    if (sort->flags & ~(ALL_SORT_FLAGS | SORT_SEGMENTS_FLAGS))
        return vks_report(errors, RESULT_INVALID, "unknown details.flags 0x%x", sort->flags);
    if ((sort->flags & both) == both)
        return vks_report(
            errors, RESULT_INVALID,
            "VKSCAN_SORT_IN_PLACE_BIT and VKSCAN_SORT_OVERWRITE_SOURCE_BIT exclude each "
            "other: in place the source is the destination");
    if (!all && (sort->first_bit >= sort->end_bit || sort->end_bit > bits))
        return vks_report(errors, RESULT_INVALID,
                          "details.first_bit %u and end_bit %u are no range of the %u bits of %s",
                          sort->first_bit, sort->end_bit, bits, type->name);
    return check_values(sort, errors);
}

/* Returns the digits of SORT_DIGIT_BITS bits at most. */
static uint32_t digits_of(const struct sorting *sorting)
{
    return (sorting->end_bit - sorting->first_bit + SORT_DIGIT_BITS - 1) / SORT_DIGIT_BITS;
}

/* Returns the number of passes. Passes store to the destination and the second buffer in turn, the
 * last one to the destination. So that the first pass does not store where it loads, their number
 * is odd if the source is the second buffer, and even if the source is the destination. */
static uint32_t passes_of(const struct sorting *sorting)
{
    const uint32_t digits = digits_of(sorting);

    if (sorting->flags & VKSCAN_SORT_IN_PLACE_BIT)
        return digits + digits % 2;
    if (sorting->flags & VKSCAN_SORT_OVERWRITE_SOURCE_BIT)
        return digits + (digits + 1) % 2;
    return digits;
}

static const struct port *ports_of(const struct sorting *sorting)
{
    if (sorting->flags & VKSCAN_SORT_IN_PLACE_BIT)
        return ports_in_place;
    return sorting->flags & VKSCAN_SORT_OVERWRITE_SOURCE_BIT ? ports_overwritten : sort_ports;
}

static VkResult check_sort_params(const vkscan_plan_params *params, const struct element_type *type,
                                  const struct report *errors)
{
    const vkscan_sort_params sort = sort_params_of(params);
    VkResult result = vks_plan_check_flags(params, errors);

    if (result == VK_SUCCESS)
        result = check_sort(&sort, type, errors);
    return result == VK_SUCCESS ? vks_sort_check_segments(&sort, errors) : result;
}

/* Returns the computation of a sort. It has elements of one word: threads exchange words in shared
 * memory, whatever the keys are. */
static struct computation computation_of(const struct element_type *type, uint32_t value_size)
{
    static const uint32_t keys[] = {
        [KIND_UNSIGNED] = KEYS_NONE, [KIND_SIGNED] = KEYS_SIGNED, [KIND_FLOAT] = KEYS_NAN_HIGHEST};

    return (struct computation){
        .class = type->size > sizeof(uint32_t) ? "words2" : "uint32",
        .words = 1,
        .vector = vks_element_vector(1),
        .source_size = type->size,
        .destination_size = type->size,
        .second_size = value_size,
        .keys = keys[type->kind],
    };
}

/* Sets the plan's own parameters, ports and computation. */
static void resolve_sort(const struct caps *caps, const vkscan_plan_params *params,
                         struct plan *plan)
{
    const vkscan_sort_params sort = sort_params_of(params);
    struct sorting sorting = {
        .segments = {.heads = sort.segments > 0 ? VKSCAN_HEADS_OFFSETS : VKSCAN_HEADS_NONE,
                     .segments = sort.segments,
                     .flags = sort.flags & SORT_SEGMENTS_FLAGS,
                     .offset_size = sort.offset_size},
        .flags = sort.flags,
        .first_bit = sort.first_bit,
        .end_bit = sort.end_bit,
    };

    (void)caps;
    if (sorting.end_bit == 0)
        sorting.end_bit = 8 * plan->type->size;
    sorting.digits = passes_of(&sorting);
    memcpy(plan->own, &sorting, sizeof(sorting));
    plan->ports = ports_of(&sorting);
    plan->row = sort.length < plan->capacity ? sort.length : 0;
    plan->computation = computation_of(
        plan->type, sorting.flags & VKSCAN_SORT_INDICES_BIT ? sizeof(uint32_t) : sort.value_size);
}

struct plan vks_sort_within(const struct plan *plan, const struct element_type *type,
                            struct sorting sorting, uint64_t row)
{
    struct plan sort = *plan;

    sorting.digits = passes_of(&sorting);
    memcpy(sort.own, &sorting, sizeof(sorting));
    sort.type = sort.out = type;
    sort.row = row;
    sort.operands &= OPERAND_COUNT;
    sort.computation =
        computation_of(type, sorting.flags & VKSCAN_SORT_INDICES_BIT ? sizeof(uint32_t) : 0);
    return sort;
}

/* ---- constants ---- */

static bool has_rows(const struct plan *plan)
{
    return plan->row > 0;
}

static void add_keys(const struct plan *plan, struct constants *list)
{
    vks_constants_add(list, SPEC_WORKGROUP_SIZE, plan->shape.workgroup_size);
    vks_constants_add(list, SPEC_ITEMS, plan->items);
    vks_constants_add(list, SPEC_OPERANDS, plan->operands);
    vks_constants_add(list, SPEC_KEYS, plan->computation.keys);
    vks_constants_add(list, SPEC_DESCENDING,
                      (vks_sorting(plan).flags & VKSCAN_SORT_DESCENDING_BIT) != 0);
    if (plan->type->size <= sizeof(uint32_t))
        vks_constants_add(list, SPEC_KEY_BITS, 8 * plan->type->size);
}

void vks_constants_radix_histogram(const struct caps *caps, const struct plan *plan,
                                   const struct stage *stage, struct constants *list)
{
    (void)caps;
    (void)stage;
    add_keys(plan, list);
    vks_constants_add(list, SPEC_HAS_ROWS, has_rows(plan));
    vks_constants_add(list, SPEC_HAS_SEGMENTS, vks_segments_by_offsets(plan));
}

static void digits_constants(const struct caps *caps, const struct plan *plan,
                             const struct stage *stage, struct constants *list)
{
    (void)caps;
    (void)stage;
    add_keys(plan, list);
    vks_constants_add(list, SPEC_DIGITS, vks_sorting(plan).digits);
}

/* Returns the largest workgroup size that the device allows: a few workgroups sum the counts of
 * many. */
static uint32_t bins_workgroup(const struct caps *caps, const struct plan *plan)
{
    const uint64_t most = vks_least(caps->max_workgroup_size, SHAPE_LARGEST_WORKGROUP);
    uint32_t size = plan->shape.workgroup_size;

    while (2 * size <= most &&
           (!plan->subgroup_size || 2 * size <= caps->max_subgroups * plan->subgroup_size))
        size *= 2;
    return size;
}

static void bins_constants(const struct caps *caps, const struct plan *plan,
                           const struct stage *stage, struct constants *list)
{
    (void)stage;
    vks_constants_add(list, SPEC_WORKGROUP_SIZE, bins_workgroup(caps, plan));
    vks_constants_add(list, SPEC_OPERANDS, plan->operands);
    vks_constants_add(list, SPEC_DIGITS, vks_sorting(plan).digits);
}

bool vks_sort_is_in_workgroups(const struct plan *plan)
{
    return plan->row || plan->capacity <= plan->tile_size;
}

static bool has_tiles(const struct plan *plan)
{
    return !vks_sort_is_in_workgroups(plan);
}

static void add_payload(const struct plan *plan, struct constants *list)
{
    if (vks_plan_has_second_elements(plan))
        vks_constants_add(list, SPEC_PAYLOAD_WORDS,
                          plan->computation.second_size / sizeof(uint32_t));
}

const struct kernel_variant vks_radix_variants[] = {
    {"radix_scatter_values_subgroups", .needs = VKSCAN_CAPABILITY_SUBGROUPS_BIT,
     .fits = vks_plan_has_second_elements},
    {"radix_scatter_subgroups", .needs = VKSCAN_CAPABILITY_SUBGROUPS_BIT},
    {"radix_scatter_values", .fits = vks_plan_has_second_elements},
    {0},
};

/* Adds the scatter's constants. With subgroup operations radix and onesweep share its kernel. */
void vks_constants_radix_scatter(const struct caps *caps, const struct plan *plan,
                                 const struct stage *stage, struct constants *list)
{
    const bool is_onesweep = plan->algorithm->id == VKSCAN_ALGORITHM_ONESWEEP;

    (void)stage;
    add_keys(plan, list);
    add_payload(plan, list);
    vks_constants_add(list, SPEC_HAS_ROWS, has_rows(plan));
    vks_constants_add(list, SPEC_HAS_SEGMENTS, vks_segments_by_offsets(plan));
    if (!(caps->capabilities & VKSCAN_CAPABILITY_SUBGROUPS_BIT))
        return;
    vks_constants_add(list, SPEC_SUBGROUP_SIZE, plan->subgroup_size);
    vks_constants_add(list, SPEC_DIGITS, vks_sorting(plan).digits);
    vks_constants_add(list, SPEC_SPIN_LIMIT, vks_tuning_spin_limit(caps));
    vks_constants_add(list, SPEC_LOOKS_BACK, is_onesweep);
    /* Masks in shared memory, on GPUs with the subgroup size that they were measured with, and on
     * software drivers for tests. */
    vks_constants_add(list, SPEC_MASKS,
                      plan->items >= SORT_DIGITS / 16 && (plan->subgroup_size == 32 || !caps->gpu));
}

/* Returns the rows that a workgroup sorts at a time; 0: there are none. */
static uint32_t part_rows(const struct plan *plan)
{
    return plan->row ? SORT_PART_ROWS(plan->tile_size, (uint32_t)plan->row) : 0;
}

static bool has_one_tile(const struct plan *plan)
{
    return vks_sort_is_in_workgroups(plan) && !has_rows(plan);
}

static const struct kernel_variant whole_variants[] = {
    {"workgroup_sort_values", .fits = vks_plan_has_second_elements},
    {0},
};

static const struct kernel_variant row_variants[] = {
    {"row_sort_values", .fits = vks_plan_has_second_elements},
    {0},
};

void vks_sort_add_whole(const struct plan *plan, struct constants *list)
{
    const struct sorting s = vks_sorting(plan);

    add_keys(plan, list);
    add_payload(plan, list);
    if (vks_plan_has_second_elements(plan))
        vks_constants_add(list, SPEC_IN_PLACE, (s.flags & VKSCAN_SORT_IN_PLACE_BIT) != 0);
    vks_constants_add(list, SPEC_SUBGROUP_SIZE, plan->subgroup_size);
    vks_constants_add(list, SPEC_DIGITS, digits_of(&s));
}

static void whole_constants(const struct caps *caps, const struct plan *plan,
                            const struct stage *stage, struct constants *list)
{
    (void)caps;
    (void)stage;
    vks_sort_add_whole(plan, list);
    if (has_rows(plan))
        vks_constants_add(list, SPEC_ARRAY_ROWS, part_rows(plan) > 1 ? 2 : 1);
}

void vks_constants_radix_reduce(const struct caps *caps, const struct plan *plan,
                                const struct stage *stage, struct constants *list)
{
    const struct plan sums = vks_plan_of_sums(plan, SORT_SCAN_ITEMS, 0);

    vks_constants_tree_reduce(caps, &sums, stage, list);
}

void vks_constants_radix_scan(const struct caps *caps, const struct plan *plan,
                              const struct stage *stage, struct constants *list)
{
    const struct plan sums = vks_plan_of_sums(plan, SORT_SCAN_ITEMS, 0);

    vks_constants_tree(caps, &sums, stage, list);
}

/* ---- algorithms ---- */

/* Shared memory has a word for each key, SORT_DIGITS words for each 32 threads, a word for each
 * thread and a word for each digit. */
const struct arrangement vks_radix_tile = {1,
                                           16,
                                           .subgroups = true,
                                           .shared = {{.per_item = 1, .padded = true}},
                                           .shared_per_thread = SORT_DIGITS / 32 + 1,
                                           .shared_per_workgroup = SORT_DIGITS,
                                           .shares_words = true};

/* Shared memory has a word for each key, in the place of the counts before: SORT_DIGITS words for
 * each 32 threads, or with masks for each 16 threads, which have SORT_DIGITS / 16 keys each or
 * more. Beside these it has a word and a half for each digit. The sort in one workgroup has five
 * words for each thread and 32 more in place of all these. */
static const struct arrangement onesweep_tile = {
    1,
    24,
    .persistent = true,
    .whole = true,
    .subgroups = true,
    .shared = {{.per_item = 1}, {.per_thread = SORT_DIGITS / 32}},
    .shared_per_workgroup = SORT_DIGITS + SORT_DIGITS / 2 + 8,
    .most_rows = SORT_DIGITS};

/* In rising order of preference: AUTO takes the last that suits. */
static const struct algorithm sort_algorithms[] = {
    {
        .id = VKSCAN_ALGORITHM_SUBGROUP,
        .name = "subgroup",
        .summary = "segments by offsets: short ones by workgroups, long ones by radix",
        .primitives = 1u << VKSCAN_PRIMITIVE_SORT,
        .needs = VKSCAN_CAPABILITY_SUBGROUPS_BIT,
        .unsupported = {"no segments", has_no_segments},
        .production = true,
        .arrangement = &vks_segment_sort_tile,
        .policies = segment_sort_policies,
        STAGES(RADIX_STAGES(STAGE_HISTOGRAM, NULL, NULL),
               [STAGE_CLEAR_STARTS] = {"mark_offsets", .class = "uint32",
                                       .constants = vks_constants_mark_starts},
               [STAGE_STORE_STARTS] = {"mark_offsets", .class = "uint32",
                                       .constants = vks_constants_mark_starts},
               [STAGE_REDUCE_STARTS] = {"blelloch_reduce", .class = "uint32",
                                        .constants = vks_constants_reduce_starts},
               [STAGE_SCAN_STARTS] = {"blelloch_scan", .class = "uint32", .exclusive = true,
                                      .constants = vks_constants_scan_starts},
               [STAGE_FIND_TILES] = {"mark_offsets", .class = "uint32",
                                     .constants = vks_constants_mark_starts},
               [STAGE_SORT_SHORT] = {"row_sort", .constants = vks_constants_sort_short,
                                     .variants = row_variants}),
        .passes = vks_passes_sort_segments,
    },
    {
        .id = VKSCAN_ALGORITHM_RADIX,
        .name = "radix",
        .summary = "for each digit a histogram, a scan and a scatter (Merrill and Grimshaw 2011)",
        .primitives = 1u << VKSCAN_PRIMITIVE_SORT,
        .unsupported = {"segments", vks_segments_by_offsets},
        .production = true,
        .arrangement = &vks_radix_tile,
        .policies = vks_radix_policies,
        STAGES(RADIX_STAGES(STAGE_HISTOGRAM, NULL, NULL)),
        .passes = vks_passes_radix,
    },
    {
        .id = VKSCAN_ALGORITHM_ONESWEEP,
        .name = "onesweep",
        .summary = "a histogram of all digits, and one pass for each (Adinets and Merrill 2022)",
        .primitives = 1u << VKSCAN_PRIMITIVE_SORT,
        .needs = VKSCAN_CAPABILITY_SUBGROUPS_BIT,
        .unsupported = {"segments", vks_segments_by_offsets},
        .production = true,
        .largest = ONESWEEP_AGGREGATES - 1,
        .arrangement = &onesweep_tile,
        .policies = onesweep_policies,
        STAGES([STAGE_COUNT] = {"onesweep_histogram", .constants = digits_constants,
                                .exists = has_tiles},
               [STAGE_BINS] = {"onesweep_scan", .class = "uint32", .constants = bins_constants,
                               .exists = has_tiles},
               [STAGE_SWEEP] = {"radix_scatter", .constants = vks_constants_radix_scatter,
                                .exists = has_tiles, .variants = vks_radix_variants},
               [STAGE_WHOLE] = {"workgroup_sort", .constants = whole_constants,
                                .exists = has_one_tile, .variants = whole_variants},
               [STAGE_ROWS] = {"row_sort", .constants = whole_constants, .exists = has_rows,
                               .variants = row_variants}),
        .passes = vks_passes_onesweep,
    },
    {0},
};

const struct primitive vks_sort = {
    .name = "sort",
    .ports = sort_ports,
    .algorithms = sort_algorithms,
    .second_names = {"values", "values_out"},
    .in_place = "VKSCAN_SORT_IN_PLACE_BIT",
    .details = SIZED_RESERVED(vkscan_sort_params, reserved),
    .check = check_sort_params,
    .resolve = resolve_sort,
};
