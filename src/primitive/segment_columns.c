/* SPDX-License-Identifier: MIT */
/* Scans and reductions of columns: segments by rows whose elements are a stride apart, or that do
 * not lie one behind another. */
#include "segments.h"

#include "segment_columns.def"

bool vks_segments_are_columns(const struct plan *plan)
{
    const vkscan_segments_params segments = vks_segments_params(plan);

    return segments.stride > 1 || (segments.pitch > 0 && segments.pitch != segments.length);
}

/* ---- matrices ---- */

/* Matrices, of which the last one may lack elements: how many there are, the lines and columns of
 * each, and the elements from one line, and from one matrix, to the next. */
struct matrices {
    uint64_t number, lines, columns, stride, pitch;
};

/* Returns the matrices of some elements, one or more, without lines that they do not reach. */
static struct matrices matrices_of(const struct plan *plan, uint64_t count)
{
    const vkscan_segments_params segments = vks_segments_params(plan);
    const uint64_t stride = segments.stride > 0 ? segments.stride : 1,
                   columns = segments.columns > 0 ? segments.columns : stride,
                   lines = vks_least(segments.length, vks_divide_up(count, stride)),
                   pitch =
                       segments.pitch > 0 ? vks_least(segments.pitch, INT32_MAX) : lines * stride;

    return (struct matrices){vks_divide_up(count, pitch), lines, columns, stride, pitch};
}

uint64_t vks_segments_columns(const struct plan *plan, uint64_t count)
{
    if (count == 0)
        return 0;
    const struct matrices matrices = matrices_of(plan, count);
    return matrices.number * matrices.columns;
}

/* ---- the algorithm ---- */

/* An item is LINES_AT_ONCE lines. Larger workgroups have too few registers for elements of 8 bytes
 * and more: NVIDIA's driver 580 then computes something else. */
const struct arrangement vks_columns_tile = {1, 32, .no_head = true, .most_threads = 512};

/* Returns the lines of a part. */
static uint64_t part_lines(const struct plan *plan)
{
    return (uint64_t)plan->items * LINES_AT_ONCE;
}

void vks_constants_columns(const struct caps *caps, const struct plan *plan,
                           const struct stage *stage, struct constants *list)
{
    static const uint32_t steps[] = {
        [STAGE_REDUCE_LINES] = STEP_REDUCE_SOURCE, [STAGE_REDUCE_PARTS] = STEP_REDUCE_LEVEL,
        [STAGE_FINISH_LINES] = STEP_REDUCE_SOURCE, [STAGE_FINISH_PARTS] = STEP_REDUCE_LEVEL,
        [STAGE_SCAN_LINES] = STEP_SCAN_SOURCE,     [STAGE_SCAN_PARTS] = STEP_SCAN_LEVEL};
    struct plan scanned = *plan;

    scanned.operands = vks_segments_operands(plan, plan->operands & (OPERAND_COUNT | OPERAND_SEED));
    vks_constants_vectors(caps, &scanned, stage, list);
    vks_constants_add(list, SPEC_EXCLUSIVE, vks_plan_exclusive(plan, stage));
    vks_constants_add(list, SPEC_SEGMENT_STEP, steps[stage - plan->algorithm->stages]);
}

/* The source, or the totals of parts of the level before: matrices, and where they lie. */
struct level {
    struct matrices matrices;
    struct span place;
};

/* A level has at most an eighth of the lines of the one before. */
#define LEVELS_MAX 22

/* Returns the parts of a level's columns, each the work of a thread. */
static uint64_t parts_of(const struct plan *plan, const struct level *level)
{
    return level->matrices.number * vks_divide_up(level->matrices.lines, part_lines(plan)) *
           level->matrices.columns;
}

/* Returns a pass over a level, whose count is that of matrices, unless it is the source. */
static struct pass pass_over(const struct plan *plan, uint64_t count, const struct level *level,
                             struct span output)
{
    const struct matrices *matrices = &level->matrices;
    const bool is_source = level->place.port == PORT_SOURCE;

    return (struct pass){
        .input = level->place,
        .output = output,
        .auxiliary = vks_pass_unused(plan),
        .count = is_source ? count : matrices->number,
        .divisor = is_source ? 1 : matrices_of(plan, count).pitch,
        .parameter = matrices->columns,
        .second_parameter = matrices->lines,
        .strides = {matrices->stride, matrices->pitch},
        .groups = vks_divide_up(parts_of(plan, level), plan->shape.workgroup_size),
        .seeded = matrices->lines <= part_lines(plan),
    };
}

/* Returns the totals of a level's parts: matrices of as many columns, one behind another. */
static struct matrices level_above(const struct plan *plan, const struct matrices *level)
{
    const uint64_t lines = vks_divide_up(level->lines, part_lines(plan));

    return (struct matrices){level->number, lines, level->columns, level->columns,
                             lines * level->columns};
}

/* Adds reductions of levels until a column is one part. Returns the index of this last level. */
static uint32_t add_levels(const struct plan *plan, uint64_t count, struct level levels[],
                           struct pass_list *list)
{
    uint32_t last = 0;

    levels[0] = (struct level){matrices_of(plan, count), vks_pass_source(plan)};
    for (; levels[last].matrices.lines > part_lines(plan); last++) {
        struct level *next = &levels[last + 1];
        next->matrices = level_above(plan, &levels[last].matrices);
        next->place = vks_pass_scratch(plan, list, parts_of(plan, &levels[last]));
        struct pass pass = pass_over(plan, count, &levels[last], next->place);
        pass.stage = last > 0 ? STAGE_REDUCE_PARTS : STAGE_REDUCE_LINES;
        vks_pass_add(list, pass);
    }
    return last;
}

/* Adds the scans of levels, from the last one back to the source. */
static void add_scans(const struct plan *plan, uint64_t count, const struct level levels[],
                      uint32_t last, struct pass_list *list)
{
    for (uint32_t k = last + 1; k-- > 0;) {
        struct pass pass = pass_over(plan, count, &levels[k],
                                     k > 0 ? levels[k].place : vks_pass_destination(plan));
        pass.stage = k > 0 ? STAGE_SCAN_PARTS : STAGE_SCAN_LINES;
        pass.prefixed = k < last;
        if (pass.prefixed)
            pass.auxiliary = levels[k + 1].place;
        vks_pass_add(list, pass);
    }
}

void vks_passes_columns(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    struct level levels[LEVELS_MAX + 1];

    if (count == 0)
        return;
    const uint32_t last = add_levels(plan, count, levels, list);
    if (plan->primitive == VKSCAN_PRIMITIVE_SEGMENTED_REDUCE) {
        struct pass pass = pass_over(plan, count, &levels[last], vks_pass_destination(plan));
        pass.stage = last > 0 ? STAGE_FINISH_PARTS : STAGE_FINISH_LINES;
        vks_pass_add(list, pass);
    } else {
        add_scans(plan, count, levels, last, list);
    }
}

bool vks_segments_have_seeds_or_columns(const struct plan *plan)
{
    return vks_segments_have_seeds(plan) || vks_segments_are_columns(plan);
}

bool vks_segments_are_no_columns(const struct plan *plan)
{
    return !vks_segments_are_columns(plan);
}

bool vks_segments_are_reduced_columns(const struct plan *plan)
{
    return plan->primitive == VKSCAN_PRIMITIVE_SEGMENTED_REDUCE;
}

bool vks_segments_are_scanned_columns(const struct plan *plan)
{
    return plan->primitive != VKSCAN_PRIMITIVE_SEGMENTED_REDUCE;
}
