/* SPDX-License-Identifier: MIT */
/* The dispatches of select, partition and unique. */
#include "select.h"
#include "tiles.h"

#define VALUES VKSCAN_SELECT_VALUES
#define INDICES VKSCAN_SELECT_INDICES
#define NUMBER VKSCAN_SELECT_NUMBER
#define ARGUMENTS VKSCAN_SELECT_ARGUMENTS

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

    vks_passes_scan_aggregates(&sums, list, numbers, STAGE_SUM);
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

void vks_passes_select_by_marks(const struct problem *problem, struct pass_list *list)
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

void vks_passes_select_at_once(const struct problem *problem, struct pass_list *list)
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
