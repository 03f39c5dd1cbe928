/* SPDX-License-Identifier: MIT */
#include "constants.h"

#include <assert.h>

#include "element.h"

#include "interface.h"

void vks_constants_add(struct constants *list, uint32_t id, uint32_t value)
{
    assert(list->count < CONSTANTS_MAX);
    list->id[list->count] = id;
    list->value[list->count++] = value;
}

/* Adds the identity, a constant for each word of an element. User operators have theirs in GLSL. */
static void add_identity(const struct op *op, const struct computation *c, struct constants *list)
{
    for (uint32_t k = 0; !op->user && k < c->words; k++)
        vks_constants_add(list, SPEC_IDENTITY + k, c->identity.word[k]);
}

void vks_constants_move(uint32_t workgroup_size, const struct op *op, const struct computation *c,
                        struct constants *list)
{
    vks_constants_add(list, SPEC_WORKGROUP_SIZE, workgroup_size);
    if (c->has_keys)
        vks_constants_add(list, SPEC_KEYS, c->keys);
    add_identity(op, c, list);
}

void vks_constants_combine(uint32_t workgroup_size, const struct op *op,
                           const struct computation *c, struct constants *list)
{
    vks_constants_move(workgroup_size, op, c, list);
    if (!op->user)
        vks_constants_add(list, SPEC_OP, op->id);
    if (c->has_arithmetic)
        vks_constants_add(list, SPEC_ARITHMETIC, c->arithmetic);
}
