/* SPDX-License-Identifier: MIT */
#include "constants.h"

#include <assert.h>

#include "plan.h"

void vks_constants_add(struct constants *list, uint32_t id, uint32_t value)
{
    assert(list->count < CONSTANTS_MAX);
    list->id[list->count] = id;
    list->value[list->count++] = value;
}

/* A constant for each word of an element. User operators have theirs in GLSL. */
static void add_identity(const struct plan *plan, struct constants *list)
{
    for (uint32_t k = 0; !plan->op->user && k < plan->computation.words; k++)
        vks_constants_add(list, SPEC_IDENTITY + k, plan->computation.identity.word[k]);
}

void vks_constants_move(const struct plan *plan, struct constants *list)
{
    vks_constants_add(list, SPEC_WORKGROUP_SIZE, plan->shape.workgroup_size);
    if (plan->computation.has_keys)
        vks_constants_add(list, SPEC_KEYS, plan->computation.keys);
    add_identity(plan, list);
}

void vks_constants_combine(const struct plan *plan, struct constants *list)
{
    vks_constants_move(plan, list);
    if (!plan->op->user)
        vks_constants_add(list, SPEC_OP, plan->op->id);
    if (plan->computation.has_arithmetic)
        vks_constants_add(list, SPEC_ARITHMETIC, plan->computation.arithmetic);
}

void vks_constants_add_prefixes(const struct caps *caps, const struct plan *plan,
                                const struct stage *stage, struct constants *list)
{
    (void)caps;
    (void)stage;
    vks_constants_combine(plan, list);
    vks_constants_add(list, SPEC_ITEMS, plan->shape.items);
}

void vks_constants_shared_tile(const struct caps *caps, const struct plan *plan,
                               const struct stage *stage, struct constants *list)
{
    vks_constants_add_prefixes(caps, plan, stage, list);
    vks_constants_add(list, SPEC_BANKS, plan->banks);
}

void vks_constants_shared_tile_scan(const struct caps *caps, const struct plan *plan,
                                    const struct stage *stage, struct constants *list)
{
    vks_constants_shared_tile(caps, plan, stage, list);
    vks_constants_add(list, SPEC_EXCLUSIVE, vks_plan_exclusive(plan, stage));
}
