/* SPDX-License-Identifier: MIT */
/* The dispatches of select, partition and unique. */
#include "select.h"
#include "tiles.h"

#define VALUES VKSCAN_SELECT_VALUES
#define INDICES VKSCAN_SELECT_INDICES
#define NUMBER VKSCAN_SELECT_NUMBER
#define ARGUMENTS VKSCAN_SELECT_ARGUMENTS

/* By marks; at once. */
enum { STAGE_MARK, STAGE_SUM, STAGE_STORE = STAGE_SUM + 2, STAGE_INDICES, STAGE_COPY };
enum { STAGE_SELECT, STAGE_COPY_AFTER };

static struct span span_of_flags(const struct problem *problem)
{
    return (struct span){.port = PORT_SECOND_SOURCE,
                         .unit =
                             problem->second_size > 0 ? problem->second_size : sizeof(uint32_t)};
}

static struct span span_of_words(uint32_t port)
{
    return (struct span){.port = port, .unit = sizeof(uint32_t)};
}

/* The numbers of each group's tiles and one more, and the marks behind them. */
static struct span take_marks(const struct problem *problem, struct pass_list *list, uint64_t tiles)
{
    const struct problem words = {.element_size = sizeof(uint32_t)};

    const uint64_t numbers = problem->groups * tiles;

    return vks_pass_scratch(&words, list,
                            SELECT_MARKS(numbers) + numbers * (problem->tile_size / 32));
}

/* Where elements are stored. In place that is scratch, as workgroups load elements in any order,
 * and one that is late even after its tile was replaced: where others would have stored theirs. */
static struct span take_values(const struct problem *problem, struct pass_list *list)
{
    const struct span destination = vks_pass_destination(problem);

    if (!(problem->outputs & VALUES))
        return vks_pass_unused(problem);
    return problem->in_place
               ? vks_pass_scratch_like(list, destination, problem->count * problem->source_size)
               : destination;
}

/* By words, or narrow elements: the number of elements is in scratch. */
static void add_copy(const struct problem *problem, struct pass_list *list, uint32_t stage,
                     struct span values, struct span number)
{
    const uint64_t vectors = vks_divide_up(problem->count * problem->source_size, VECTOR_BYTES) + 1;
    struct pass pass = {
        .stage = stage,
        .input = values,
        .output = vks_pass_destination(problem),
        .auxiliary = number,
        .count = problem->count,
        .divisor = 1,
        .groups = vks_divide_up(vectors, problem->workgroup_size * COPY_VECTORS),
    };

    if (!problem->in_place)
        return;
    if (problem->source_size > sizeof(uint32_t))
        pass.input.unit = pass.output.unit = sizeof(uint32_t);
    vks_pass_add(list, pass);
}

static void add_sums(const struct problem *problem, struct pass_list *list, struct span numbers,
                     uint64_t tiles)
{
    const struct problem sums = {
        .count = problem->groups * tiles + 1,
        .tile_size = problem->workgroup_size * SELECT_SCAN_ITEMS * 4,
        .element_size = sizeof(uint32_t),
    };

    vks_passes_scan_aggregates(&sums, list, numbers, STAGE_SUM);
}

/* The values, the indices, or the number alone. The first one stores the number. */
static void add_stores(const struct problem *problem, struct pass_list *list, struct span values,
                       struct span numbers, uint64_t tiles)
{
    struct pass pass = {
        .stage = STAGE_STORE,
        .input = vks_pass_source(problem),
        .output = values,
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

void vks_passes_select_by_marks(const struct problem *problem, struct pass_list *list)
{
    const uint64_t tiles = vks_divide_up(problem->count, problem->tile_size);
    const uint64_t groups = tiles > 0 ? tiles : 1;

    if (problem->count == 0 && !(problem->outputs & (NUMBER | ARGUMENTS)))
        return;
    const struct span values = take_values(problem, list);
    const struct span numbers = take_marks(problem, list, tiles);
    struct span number = numbers;
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
    add_stores(problem, list, values, numbers, groups);
    number.offset += problem->groups * tiles * sizeof(uint32_t);
    add_copy(problem, list, STAGE_COPY, values, number);
}

void vks_passes_select_at_once(const struct problem *problem, struct pass_list *list)
{
    const uint64_t needed = vks_divide_up(problem->count, problem->tile_size);
    const uint64_t tiles = needed > 0 ? needed : 1; /* one stores a number of 0 */
    const uint64_t most = vks_divide_up(problem->capacity, problem->tile_size);

    if (problem->count == 0 && !(problem->outputs & (NUMBER | ARGUMENTS)))
        return;
    /* Of the capacity's tiles: what lies behind must not lie on the states of other runs. */
    const struct span state = vks_pass_state(list, TILE_STATE_WORDS(most > 0 ? most : 1, 1));
    const struct span values = take_values(problem, list);
    struct span number = state;
    vks_pass_add(
        list,
        (struct pass){
            .stage = STAGE_SELECT,
            .input = problem->outputs & VALUES || !problem->has_flags ? vks_pass_source(problem)
                                                                      : vks_pass_unused(problem),
            .output = values,
            .auxiliary = state,
            .second_input = problem->has_flags ? span_of_flags(problem) : (struct span){0},
            .second_output = problem->outputs & INDICES ? span_of_words(PORT_SECOND_DESTINATION)
                                                        : (struct span){0},
            .count = problem->count,
            .divisor = 1,
            .groups = vks_persistent_groups(tiles, problem->workgroups),
            .seeded = true,
        });
    number.offset += STATE_TOTAL * sizeof(uint32_t);
    add_copy(problem, list, STAGE_COPY_AFTER, values, number);
}
