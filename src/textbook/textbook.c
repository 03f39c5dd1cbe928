/* SPDX-License-Identifier: MIT */
/* What the textbook's reductions and scans share. */
#include "textbook.h"

#include "textbook.def"

const struct arrangement vks_textbook_step = {.least_items = 1, .most_items = 1};

/* Longer strides than SHAPE_BANKS fold onto the same banks again: padding stops helping. */
const struct arrangement vks_textbook_pairs = {2, 2, .shared = {{.per_item = 1, .padded = true}},
                                               .most_threads = SHAPE_BANKS * SHAPE_BANKS / 2};

void vks_textbook_combine(const struct caps *caps, const struct plan *plan,
                          const struct stage *stage, struct constants *list)
{
    (void)caps;
    (void)stage;
    vks_constants_combine(plan->shape.workgroup_size, plan->op, &plan->computation, list);
}

void vks_textbook_items(const struct caps *caps, const struct plan *plan, const struct stage *stage,
                        struct constants *list)
{
    vks_textbook_combine(caps, plan, stage, list);
    vks_constants_add(list, SPEC_ITEMS, plan->shape.items);
}

void vks_textbook_shared_tile(const struct caps *caps, const struct plan *plan,
                              const struct stage *stage, struct constants *list)
{
    vks_textbook_items(caps, plan, stage, list);
    vks_constants_add(list, SPEC_BANKS, plan->banks);
}

void vks_textbook_shared_tile_scan(const struct caps *caps, const struct plan *plan,
                                   const struct stage *stage, struct constants *list)
{
    vks_textbook_shared_tile(caps, plan, stage, list);
    vks_constants_add(list, SPEC_EXCLUSIVE, vks_plan_exclusive(plan, stage));
}

uint64_t vks_textbook_last_stride(uint64_t count)
{
    uint64_t stride = 1;

    while (2 * stride < count)
        stride *= 2;
    return stride;
}
