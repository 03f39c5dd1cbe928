/* SPDX-License-Identifier: MIT */
#include "tiles.h"

/* A tree keeps the total of each vector in shared memory. */
const struct arrangement vks_tree_tile = {1, 16, .vectors = true,
                                          .shared = {{.per_item = 1, .padded = true}}};
const struct arrangement vks_subgroup_tile = {1, 16, .vectors = true, .subgroups = true,
                                              .shared_per_thread = 1};

/* Adds the constants of kernels that combine vectors: operator, formats, items per thread. */
static void add_vectors(const struct plan *plan, const struct stage *stage, struct constants *list)
{
    const struct computation *c = &plan->computation;

    vks_constants_combine(plan->shape.workgroup_size, plan->op, c, list);
    vks_constants_add(list, SPEC_INPUT_FORMAT, stage->reads_source ? c->input_format : FORMAT_T);
    if (c->has_output_formats) {
        vks_constants_add(list, SPEC_OUTPUT_FORMAT,
                          stage->writes_destination ? c->output_format : FORMAT_T);
        vks_constants_add(list, SPEC_DESTINATION_FORMAT, c->output_format);
    }
    vks_constants_add(list, SPEC_REVERSE,
                      stage->reads_source && plan->flags & VKSCAN_PLAN_REVERSE_BIT);
    vks_constants_add(list, SPEC_ITEMS, plan->items);
    vks_constants_add(list, SPEC_OPERANDS, plan->operands);
}

void vks_constants_tile(const struct caps *caps, const struct plan *plan, const struct stage *stage,
                        struct constants *list)
{
    (void)caps;
    add_vectors(plan, stage, list);
    vks_constants_add(list, SPEC_SUBGROUP_SIZE, plan->subgroup_size);
}

void vks_constants_tile_scan(const struct caps *caps, const struct plan *plan,
                             const struct stage *stage, struct constants *list)
{
    vks_constants_tile(caps, plan, stage, list);
    vks_constants_add(list, SPEC_EXCLUSIVE, vks_plan_exclusive(plan, stage));
}

static void add_tree(const struct plan *plan, const struct stage *stage, struct constants *list)
{
    add_vectors(plan, stage, list);
    vks_constants_add(list, SPEC_BANKS, plan->banks);
}

void vks_constants_tree_reduce(const struct caps *caps, const struct plan *plan,
                               const struct stage *stage, struct constants *list)
{
    (void)caps;
    add_tree(plan, stage, list);
    vks_constants_add(list, SPEC_COMMUTATIVE, plan->op->commutative);
}

void vks_constants_tree_ordered(const struct caps *caps, const struct plan *plan,
                                const struct stage *stage, struct constants *list)
{
    (void)caps;
    add_tree(plan, stage, list);
    vks_constants_add(list, SPEC_COMMUTATIVE, false);
}

void vks_constants_tree_scan(const struct caps *caps, const struct plan *plan,
                             const struct stage *stage, struct constants *list)
{
    (void)caps;
    add_tree(plan, stage, list);
    vks_constants_add(list, SPEC_EXCLUSIVE, vks_plan_exclusive(plan, stage));
}

struct plan vks_plan_of_sums(const struct plan *plan, uint32_t items, uint32_t operands)
{
    const struct element_type *type = vks_element_type(VKSCAN_TYPE_U32);
    struct plan sums = *plan;

    sums.op = vks_element_op(VKSCAN_OP_ADD);
    sums.computation = vks_element_computation(type, type, sums.op);
    sums.items = items;
    sums.operands = operands;
    sums.flags = 0;
    return sums;
}

/* In reverse tiles begin at the count's end, and so in the middle of any part: a piece then has no
 * more elements than every device reaches. */
uint64_t vks_everywhere_piece(const struct plan *plan)
{
    return plan->flags & VKSCAN_PLAN_REVERSE_BIT ? vks_plan_elements_within(plan, 1 << 26)
                                                 : 1 << 30;
}

struct shape vks_everywhere_shape(uint32_t words)
{
    return (struct shape){SHAPE_LEAST_WORKGROUP, words < 4 ? 8 : 4, 0};
}

uint64_t vks_persistent_groups(uint64_t tiles, uint64_t workgroups)
{
    const uint64_t times = vks_divide_up(vks_divide_up(tiles, WORKGROUP_TILES_MAX), workgroups);

    return vks_least(tiles, workgroups * times);
}

bool vks_goes_by_index(const struct caps *caps, const struct plan *plan)
{
    const uint64_t in_reach = (uint64_t)INDEX_WINDOWS * caps->subgroup_size;
    const uint64_t tiles = vks_least(plan->workgroups, in_reach);

    return vks_plan_largest_count(plan) <= tiles * plan->tile_size;
}
