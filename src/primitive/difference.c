/* SPDX-License-Identifier: MIT */
/* Adjacent difference: its ports, parameters, algorithm and dispatch. */
#include <string.h>

#include "primitive.h"

#include "difference.def"

static const struct port difference_ports[PORTS_MAX] = {
    [PORT_SOURCE] = {PORT(SOURCE), vks_plan_source_bits},
    [PORT_DESTINATION] = {PORT(DESTINATION), vks_plan_destination_bits, .written = true},
    [PORT_SEED] = {PORT(SEED), vks_plan_seed_bits, vks_plan_one, .operand = OPERAND_SEED,
                   .flag = VKSCAN_PLAN_SEED_IN_BUFFER_BIT},
    COMMON_PORTS,
};

static VkResult check_difference(const vkscan_plan_params *params, const struct element_type *type,
                                 const struct report *errors)
{
    (void)type;
    if (params->flags & VKSCAN_PLAN_TOTAL_IN_BUFFER_BIT)
        return vks_report(errors, RESULT_INVALID,
                          "flags 0x%x have VKSCAN_PLAN_TOTAL_IN_BUFFER_BIT: a difference has no "
                          "total",
                          params->flags);
    return VK_SUCCESS;
}

/* Vectors are of 16 bytes, or of 48 where elements have 12. */
static void resolve_difference(const struct caps *caps, const vkscan_plan_params *params,
                               struct plan *plan)
{
    const uint32_t size = plan->type->size;

    (void)caps;
    (void)params;
    plan->computation = (struct computation){
        .class = strcmp(plan->type->class, "float64") == 0 ? "float64" : "uint32",
        .words = size < sizeof(uint32_t) ? 1 : size / (uint32_t)sizeof(uint32_t),
        .vector = size == 12 ? 4 : VECTOR_BYTES / size,
        .source_size = size,
        .destination_size = size,
        .seed_size = size,
    };
}

/* The kernel's offsets count words, or elements that are narrower. */
static struct span in_units(struct span span)
{
    span.unit = span.unit < sizeof(uint32_t) ? span.unit : (uint32_t)sizeof(uint32_t);
    return span;
}

static void passes_adjacent(const struct plan *plan, uint64_t count, struct pass_list *list)
{
    if (count == 0)
        return;
    vks_pass_add(list, (struct pass){.stage = STAGE_ALL,
                                     .input = in_units(vks_pass_source(plan)),
                                     .output = in_units(vks_pass_destination(plan)),
                                     .auxiliary = vks_pass_unused(plan),
                                     .count = count,
                                     .divisor = 1,
                                     .groups = vks_divide_up(count, plan->tile_size),
                                     .seeded = true});
}

static void adjacent_constants(const struct caps *caps, const struct plan *plan,
                               const struct stage *stage, struct constants *list)
{
    const struct computation *c = &plan->computation;
    const struct element_type *type = plan->type;

    (void)caps;
    (void)stage;
    vks_constants_add(list, SPEC_WORKGROUP_SIZE, plan->shape.workgroup_size);
    vks_constants_add(list, SPEC_ITEMS, plan->items * c->vector * c->source_size / VECTOR_BYTES);
    vks_constants_add(list, SPEC_OPERANDS, plan->operands);
    vks_constants_add(list, SPEC_REVERSE, (plan->flags & VKSCAN_PLAN_REVERSE_BIT) != 0);
    vks_constants_add(list, SPEC_ELEMENT_BYTES, type->size);
    if (strcmp(c->class, "uint32") != 0)
        return;
    vks_constants_add(list, SPEC_KEY_BITS, 8 * type->size / type->components);
    vks_constants_add(list, SPEC_ARITHMETIC,
                      type->kind == KIND_FLOAT ? ARITHMETIC_FLOAT : ARITHMETIC_UNSIGNED);
}

static const struct arrangement difference_tile = {1, 8, .vectors = true, .no_head = true};

static const struct algorithm difference_algorithms[] = {
    {
        .id = VKSCAN_ALGORITHM_ADJACENT,
        .name = "adjacent",
        .summary = "one dispatch, each element and its neighbour",
        .primitives = 1u << VKSCAN_PRIMITIVE_DIFFERENCE,
        .production = true,
        .arrangement = &difference_tile,
        .policies = adjacent_policies,
        STAGES([STAGE_ALL] = {"difference", .constants = adjacent_constants}),
        .passes = passes_adjacent,
    },
    {0},
};

const struct primitive vks_difference = {.name = "difference",
                                         .ports = difference_ports,
                                         .algorithms = difference_algorithms,
                                         .check = check_difference,
                                         .resolve = resolve_difference};
