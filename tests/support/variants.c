/* SPDX-License-Identifier: MIT */
#include "variants.h"

#define INT64_ATOMICS VKSCAN_CAPABILITY_INT64_ATOMICS

/* A row that does without 64-bit atomics is in use where there are none. */
static bool has_other_row(const struct algorithm *row)
{
    const struct algorithm *other;

    for (uint32_t i = 0; (other = vks_algorithm_row(i)); i++)
        if (other->id == row->id && other->primitives == row->primitives && other != row)
            return true;
    return false;
}

size_t variant_list(const struct harness *h, struct variant variants[VARIANTS_MAX])
{
    const uint32_t has = h->context->caps.capabilities;
    const struct algorithm *row;
    size_t count = 0;

    for (uint32_t i = 0; (row = vks_algorithm_row(i)); i++) {
        const bool has_twin = has & INT64_ATOMICS && has_other_row(row);
        if (row->needs & ~has)
            continue;
        assert_true(count < VARIANTS_MAX);
        variants[count++] = (struct variant){
            row, has_twin && !(row->needs & INT64_ATOMICS) ? INT64_ATOMICS : 0, has_twin};
    }
    return count;
}

bool variant_computes(const struct variant *variant, vkscan_primitive primitive)
{
    return variant->algorithm->primitives & 1u << primitive;
}

vkscan_primitive variant_primitive(const struct variant *variant, size_t other)
{
    if (variant_computes(variant, VKSCAN_PRIMITIVE_REDUCE))
        return VKSCAN_PRIMITIVE_REDUCE;
    return other % 2 ? VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN : VKSCAN_PRIMITIVE_INCLUSIVE_SCAN;
}

bool variant_has_turn(const struct variant *variant, size_t index, size_t value, size_t turns)
{
    return !variant->has_twin || (index + value) % turns == 0;
}

bool variant_is_textbook(const struct variant *variant)
{
    return !variant->algorithm->automatic;
}

const uint32_t *variant_items(const struct variant *variant)
{
    static const uint32_t items[LAYOUT_COUNT][4] = {
        [LAYOUT_TILE] = {1, 3, 4}, [LAYOUT_LOOKBACK] = {1, 3},    [LAYOUT_LOOKAHEAD] = {1, 3},
        [LAYOUT_SINGLE] = {1, 3},  [LAYOUT_STEP] = {1},           [LAYOUT_HALVES] = {2},
        [LAYOUT_DOUBLED] = {1},    [LAYOUT_BLOCK] = {2},          [LAYOUT_COARSE] = {1, 4, 8},
        [LAYOUT_CHAIN] = {2, 8},   [LAYOUT_SEGMENTS] = {1, 3, 8},
    };

    return items[variant->algorithm->layout];
}

uint32_t variant_draw_items(const struct variant *variant, uint32_t word)
{
    const struct layout_facts *facts = vks_tuning_layout(variant->algorithm->layout);
    uint32_t powers = 0;

    if (facts->vectors)
        return facts->least_items + word % (facts->most_items + 1 - facts->least_items);
    while (facts->least_items << powers <= facts->most_items)
        powers++;
    return facts->least_items << word % powers;
}

struct shape variant_small_shape(const struct variant *variant)
{
    return (struct shape){64, variant_items(variant)[0], 0};
}

bool variant_fits(const struct harness *h, const struct variant *variant, struct shape shape)
{
    return shape.workgroup_size <= h->context->caps.max_workgroup_size &&
           vks_tuning_shared_memory(&shape, variant->algorithm->layout, TUNING_BANKS,
                                    sizeof(uint32_t)) <= h->context->caps.shared_memory;
}

struct shape variant_cut(const struct harness *h, const struct variant *variant, struct shape shape)
{
    return vks_tuning_cut(&h->context->caps, &shape, variant->algorithm->layout, sizeof(uint32_t));
}

bool variant_table_shape(const struct variant *variant, size_t index, struct shape *shape)
{
    const struct tuning *row;

    for (uint32_t i = 0; (row = vks_tuning_row(i)); i++)
        for (uint32_t k = 0; k < TUNING_SHAPES; k++) {
            *shape = row->layout[variant->algorithm->layout][k].shape;
            if (shape->workgroup_size > 0 && index-- == 0)
                return true;
        }
    return false;
}

uint32_t variant_tile_size(const struct variant *variant, struct shape shape)
{
    return vks_tuning_tile_size(&shape, variant->algorithm->layout, sizeof(uint32_t));
}

bool variant_is_persistent(const struct variant *variant)
{
    return vks_tuning_layout(variant->algorithm->layout)->persistent;
}

bool variant_has_vectors(const struct variant *variant)
{
    return vks_tuning_layout(variant->algorithm->layout)->vectors;
}

vkscan_plan *variant_plan(struct harness *h, const struct variant *variant,
                          vkscan_plan_params params, const struct op *op, const struct shape *shape)
{
    struct caps *caps = &h->context->caps;
    const uint32_t capabilities = caps->capabilities;

    params.algorithm = variant->algorithm->id;
    caps->capabilities &= ~variant->ignored_capabilities;
    vkscan_plan *plan =
        harness_plan_with(h->context, params, op ? op : vks_element_op(params.op), shape);
    caps->capabilities = capabilities;
    assert_ptr_equal(plan->plan.algorithm, variant->algorithm);
    return plan;
}
