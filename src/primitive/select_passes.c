/* SPDX-License-Identifier: MIT */
/* The dispatches of select, partition and unique. */
#include "select.h"

#define VALUES VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT
#define INDICES VKSCAN_SELECT_OUTPUT_INDICES_BIT
#define NUMBER VKSCAN_SELECT_OUTPUT_NUMBER_BIT
#define ARGUMENTS VKSCAN_SELECT_OUTPUT_ARGUMENTS_BIT
#define LENGTHS VKSCAN_SELECT_OUTPUT_LENGTHS_BIT

/* Tells whether flags or keys beside the elements decide what is kept. */
static bool has_flag_port(const struct plan *plan)
{
    return vks_plan_has_port(plan, &plan->ports[PORT_SECOND_SOURCE]);
}

/* Tells whether flags or keys decide what is kept, those of unique included. */
static bool reads_flags(const struct plan *plan)
{
    return has_flag_port(plan) || vks_select_key_size(plan) > 0;
}

/* Returns the span of the flags or keys, which unique has in the source. */
static struct span span_of_flags(const struct plan *plan)
{
    const uint32_t port = has_flag_port(plan) ? PORT_SECOND_SOURCE : PORT_SOURCE;
    const uint32_t size = vks_plan_element_size(plan, &plan->ports[port]);
    const bool is_narrow = size > 0 && size < sizeof(uint32_t);

    return (struct span){.port = port, .unit = is_narrow ? size : sizeof(uint32_t)};
}

/* Returns the span of what decides what is kept: flags, keys or elements. */
static struct span span_of_criterion(const struct plan *plan)
{
    return reads_flags(plan) ? span_of_flags(plan) : vks_pass_source(plan);
}

static struct span span_of_words(uint32_t port)
{
    return (struct span){.port = port, .unit = sizeof(uint32_t)};
}

/* Takes scratch for the numbers of each group's tiles and one more, and then for the marks. */
static struct span take_marks(const struct plan *plan, struct pass_list *list, uint64_t tiles)
{
    const uint64_t numbers = vks_select_groups(plan) * tiles;

    return vks_pass_elements(list, sizeof(uint32_t),
                             SELECT_MARKS(numbers) + numbers * (plan->tile_size / 32));
}

/* Returns the span where elements are stored. In place it is scratch: workgroups load elements in
 * any order, a late one even after the fallback has computed its tile, and by then others would
 * have stored theirs there. */
static struct span take_values(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    const struct span destination = vks_pass_destination(plan);

    if (!vks_select_has(plan, VALUES))
        return vks_pass_unused(plan);
    return vks_select_in_place(plan)
               ? vks_pass_scratch_like(list, destination, count * plan->computation.source_size)
               : destination;
}

/* Returns the span where indices are stored: scratch, if others are made from them alone. */
static struct span take_indices(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    return vks_select_has(plan, LENGTHS | SELECT_STARTS) && !vks_select_has(plan, INDICES)
               ? vks_pass_elements(list, sizeof(uint32_t), count)
               : span_of_words(PORT_SECOND_DESTINATION);
}

/* Adds the dispatch that stores the lengths of runs, of which the indices are the borders. The
 * number of runs is in scratch. */
static void add_lengths(const struct plan *plan, uint64_t count, struct pass_list *list,
                        uint32_t stage, struct span indices, struct span number)
{
    const uint64_t threads = vks_divide_up(count, COPY_VECTORS);

    if (vks_select_has_lengths(plan) && count > 0)
        vks_pass_add(list, (struct pass){
                               .stage = stage,
                               .input = indices,
                               .output = span_of_words(PORT_LENGTHS),
                               .auxiliary = number,
                               .count = count,
                               .divisor = 1,
                               .groups = vks_divide_up(threads, plan->shape.workgroup_size),
                           });
}

/* Adds the dispatch that copies the elements kept from scratch, in place only. Its units are words,
 * or narrow elements; the number of elements is in scratch. */
static void add_copy(const struct plan *plan, uint64_t count, struct pass_list *list,
                     uint32_t stage, struct span values, struct span number)
{
    const uint64_t vectors = vks_divide_up(count * plan->computation.source_size, VECTOR_BYTES) + 1;
    struct pass pass = {
        .stage = stage,
        .input = values,
        .output = vks_pass_destination(plan),
        .auxiliary = number,
        .count = count,
        .divisor = 1,
        .groups = vks_divide_up(vectors, plan->shape.workgroup_size * COPY_VECTORS),
    };

    if (!vks_select_in_place(plan))
        return;
    if (plan->computation.source_size > sizeof(uint32_t))
        pass.input.unit = pass.output.unit = sizeof(uint32_t);
    vks_pass_add(list, pass);
}

static void add_sums(const struct plan *plan, struct pass_list *list, struct span numbers,
                     uint64_t tiles)
{
    const uint32_t vector = vks_element_vector(1);

    vks_passes_scan_sums(numbers, vks_select_groups(plan) * tiles + 1,
                         plan->shape.workgroup_size * SELECT_SCAN_ITEMS * vector,
                         STAGE_REDUCE_NUMBERS, STAGE_SCAN_NUMBERS, list);
}

/* Adds the dispatches that store the values, the indices, or the number alone. The first of them
 * stores the number. */
static void add_stores(const struct plan *plan, uint64_t count, struct pass_list *list,
                       struct span values, struct span indices, struct span numbers, uint64_t tiles)
{
    struct pass pass = {
        .stage = STAGE_STORE_VALUES,
        .input = vks_pass_source(plan),
        .output = values,
        .auxiliary = numbers,
        .count = count,
        .divisor = 1,
        .groups = tiles,
        .seeded = true,
    };

    if (vks_select_has(plan, VALUES))
        vks_pass_add(list, pass);
    pass.stage = STAGE_STORE_OTHERS;
    pass.input = vks_pass_unused(plan);
    pass.output = indices;
    pass.seeded = !vks_select_has(plan, VALUES);
    if (vks_select_has(plan, INDICES | LENGTHS | SELECT_STARTS)) {
        vks_pass_add(list, pass);
    } else if (!vks_select_has(plan, VALUES)) {
        pass.output = vks_pass_unused(plan);
        pass.groups = 1;
        vks_pass_add(list, pass);
    }
}

void vks_passes_select_by_marks(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    const uint64_t tiles = vks_divide_up(count, plan->tile_size);
    const uint64_t groups = tiles > 0 ? tiles : 1;

    if (count == 0 && !vks_select_has(plan, NUMBER | ARGUMENTS))
        return;
    const struct span values = take_values(plan, count, list);
    const struct span indices = take_indices(plan, count, list);
    const struct span numbers = take_marks(plan, list, tiles);
    struct span number = numbers;
    vks_pass_add(list, (struct pass){.stage = STAGE_MARK,
                                     .input = span_of_criterion(plan),
                                     .output = numbers,
                                     .auxiliary = span_of_words(PORT_SCRATCH),
                                     .count = count,
                                     .divisor = 1,
                                     .groups = groups,
                                     .seeded = true});
    add_sums(plan, list, numbers, tiles);
    add_stores(plan, count, list, values, indices, numbers, groups);
    number.offset += vks_select_groups(plan) * tiles * sizeof(uint32_t);
    add_copy(plan, count, list, STAGE_COPY_MARKED, values, number);
    add_lengths(plan, count, list, STAGE_LENGTHS_MARKED, indices, number);
}

/* There are states for all tiles of the capacity, so that the scratch behind them never overlaps
 * the states of runs with other counts. */
uint64_t vks_select_state_words(const struct plan *plan)
{
    const uint64_t most = vks_divide_up(plan->capacity, plan->tile_size);

    return TILE_STATE_WORDS(most > 0 ? most : 1, 1);
}

void vks_passes_select_at_once(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    if (count > 0 || vks_select_has(plan, NUMBER | ARGUMENTS))
        vks_passes_select_within(plan, count, vks_pass_state(list, vks_select_state_words(plan)),
                                 list);
}

void vks_passes_select_within(const struct plan *plan, uint64_t count, struct span state,
                              struct pass_list *list)
{
    const uint64_t needed = vks_divide_up(count, plan->tile_size);
    const uint64_t tiles = needed > 0 ? needed : 1; /* for count 0 one tile stores the number 0 */
    const struct span values = take_values(plan, count, list);
    const struct span indices = take_indices(plan, count, list);
    struct span number = state;
    struct pass pass = {
        .stage = STAGE_COUNT_KEPT,
        .input = span_of_criterion(plan),
        .output = vks_pass_unused(plan),
        .auxiliary = state,
        .count = count,
        .divisor = 1,
        .groups = vks_persistent_groups(tiles, plan->workgroups),
        .seeded = true,
    };
    if (vks_select_has_rest(plan) && vks_select_has(plan, VALUES | INDICES))
        vks_pass_add(list, pass);
    pass.stage = STAGE_SELECT;
    pass.input = vks_select_has(plan, VALUES) || !has_flag_port(plan) ? vks_pass_source(plan)
                                                                      : vks_pass_unused(plan);
    pass.second_input = reads_flags(plan) ? span_of_flags(plan) : (struct span){0};
    pass.output = values;
    if (vks_select_has(plan, INDICES | LENGTHS | SELECT_STARTS))
        pass.second_output = indices;
    vks_pass_add(list, pass);
    number.offset += STATE_TOTAL * sizeof(uint32_t);
    add_copy(plan, count, list, STAGE_COPY_SELECTED, values, number);
    add_lengths(plan, count, list, STAGE_LENGTHS_SELECTED, indices, number);
}
