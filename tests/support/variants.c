/* SPDX-License-Identifier: MIT */
#include "variants.h"

#define INT64_ATOMICS VKSCAN_CAPABILITY_INT64_ATOMICS_BIT

/* Tells whether some kernel of the algorithm has a module of its own for 64-bit atomics. */
static bool uses_int64_atomics(const struct algorithm *algorithm)
{
    for (uint32_t i = 0; i < algorithm->stage_count; i++)
        for (const struct kernel_variant *v = algorithm->stages[i].variants; v && v->kernel; v++)
            if (v->needs & INT64_ATOMICS)
                return true;
    return false;
}

static void add(struct variant variants[VARIANTS_MAX], size_t *count, struct variant variant)
{
    assert_true(*count < VARIANTS_MAX);
    variants[(*count)++] = variant;
}

size_t variant_list(const struct harness *h, struct variant variants[VARIANTS_MAX])
{
    const uint32_t has = h->context->caps.capabilities;
    const struct algorithm *algorithm;
    size_t count = 0;

    for (uint32_t i = 0; (algorithm = vks_catalogue_entry(i)); i++) {
        const bool has_twin = has & INT64_ATOMICS && uses_int64_atomics(algorithm);
        if (algorithm->needs & ~has ||
            !(algorithm->primitives & (PRIMITIVES_REDUCE | PRIMITIVES_SCAN)))
            continue;
        if (has_twin)
            add(variants, &count, (struct variant){algorithm, INT64_ATOMICS, true});
        add(variants, &count, (struct variant){algorithm, 0, has_twin});
    }
    return count;
}

bool variant_computes(const struct variant *variant, vkscan_primitive primitive)
{
    return variant->algorithm->primitives & 1u << primitive;
}

/* Elements of less than 32 bits, and of another type, need formats, which only kernels of vectors
 * know. */
bool variant_has(const struct harness *h, const struct variant *variant, struct conversion types,
                 const struct op *op)
{
    const struct element_type *from = vks_element_type(types.from),
                              *to = vks_element_type(types.to);

    if (!from || !to || !op || !vks_element_has_op(to, op))
        return false;
    if (!variant_has_vectors(variant) && (from != to || from->size < sizeof(uint32_t)))
        return false;
    return !(to->needs & ~h->context->caps.capabilities) &&
           vks_catalogue_has_modules(variant->algorithm, vks_element_class(from, to, op), op);
}

vkscan_primitive variant_primitive(const struct variant *variant, size_t other)
{
    if (variant_computes(variant, VKSCAN_PRIMITIVE_REDUCE))
        return VKSCAN_PRIMITIVE_REDUCE;
    return other % 2 ? VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN : VKSCAN_PRIMITIVE_INCLUSIVE_SCAN;
}

bool variant_has_turn(const struct harness *h, const struct variant *variant, size_t index,
                      size_t value, size_t turns)
{
    return !variant->has_twin || (index + value + h->turn) % turns == 0;
}

bool variant_is_textbook(const struct variant *variant)
{
    return !variant->algorithm->production;
}

size_t variant_items(const struct variant *variant, uint32_t items[VARIANT_ITEMS])
{
    const struct arrangement *a = variant->algorithm->arrangement;
    const uint32_t candidates[VARIANT_ITEMS] = {a->least_items, 3, 4, 8};
    size_t count = 1;

    items[0] = candidates[0];
    for (size_t i = 1; i < VARIANT_ITEMS; i++) {
        const bool power = !(candidates[i] & (candidates[i] - 1));
        if (candidates[i] > items[count - 1] && candidates[i] <= a->most_items &&
            (a->vectors ? i < (a->persistent ? 2 : 3) : power || !a->shared[0].padded))
            items[count++] = candidates[i];
    }
    return count;
}

struct shape variant_small_shape(const struct variant *variant)
{
    return (struct shape){64, variant->algorithm->arrangement->least_items, 0};
}

struct shape variant_stripes_shape(const struct variant *variant)
{
    struct shape shape = variant_small_shape(variant);

    if (variant_has_vectors(variant))
        shape.items = 2;
    return shape;
}

struct shape variant_cut(const struct harness *h, const struct variant *variant, struct shape shape)
{
    return vks_shape_cut(&h->context->caps, &shape, variant->algorithm->arrangement,
                         sizeof(uint32_t));
}

bool variant_table_shape(const struct variant *variant, size_t index, struct shape *shape)
{
    *shape = variant->algorithm->policies[index].shape;
    return shape->workgroup_size > 0;
}

uint32_t variant_tile_size(const struct variant *variant, struct shape shape)
{
    return vks_shape_tile_size(&shape, variant->algorithm->arrangement, sizeof(uint32_t));
}

bool variant_is_persistent(const struct variant *variant)
{
    return variant->algorithm->arrangement->persistent;
}

uint64_t variant_count(const struct variant *variant, uint64_t count)
{
    return variant->algorithm->largest ? count / 8 : count;
}

bool variant_has_vectors(const struct variant *variant)
{
    return variant->algorithm->arrangement->vectors;
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
