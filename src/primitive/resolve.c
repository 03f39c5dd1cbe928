/* SPDX-License-Identifier: MIT */
/* Makes a plan of its parameters: types, algorithm, shape, scratch, stages. */
#include "primitive.h"

#include <inttypes.h>
#include <string.h>

/* Returns the plan that the parameters describe, which has no algorithm yet. */
static struct plan plan_of_params(const struct caps *caps, const vkscan_plan_params *params,
                                  const struct op *op)
{
    const struct primitive *primitive = vks_catalogue_primitive(params->primitive);
    const struct element_type *type = vks_plan_params_type(params, op),
                              *out = vks_plan_params_out(params, op);
    struct plan plan = {
        .label = params->label,
        .primitive = params->primitive,
        .ports = primitive->ports,
        .type = type,
        .out = out,
        .op = op,
        .capacity = params->capacity,
        .access = params->access,
        .flags = params->flags,
    };

    if (vks_takes_operators(params->primitive) && op->user)
        plan.computation = vks_operator_computation(op->user);
    else if (vks_combines(params->primitive))
        plan.computation = vks_element_computation(type, out, op);
    if (primitive->resolve)
        primitive->resolve(caps, params, &plan);
    return plan;
}

/* Checks that the device has what the plan's elements need. Primitives that do not combine need the
 * type's capabilities only if they compute in its class: they move elements, or compute with keys.
 */
static VkResult check_elements(const struct caps *caps, const struct plan *plan,
                               const struct report *errors)
{
    const bool combines = vks_combines(plan->primitive);
    const struct element_type *type = combines ? plan->out : plan->type;
    const bool computes = combines || strcmp(plan->computation.class, type->class) == 0;

    return vks_plan_check_capabilities(caps, computes ? type->needs : 0, "type", type->name,
                                       errors);
}

/* ---- the algorithm ---- */

/* The algorithm of a plan, and its shape. If result is not VK_SUCCESS, it has been reported. */
struct choice {
    VkResult result;
    const struct algorithm *algorithm;
    struct shape shape;
    /* The shape is part of the result; else it is a policy's, cut to the device's limits. */
    bool is_fixed;
};

/* Tells whether results have to be combined in the one tree of all devices. Operators that do not
 * round give the same bits in any tree. */
static bool needs_fixed_tree(const vkscan_plan_params *params, const struct plan *plan)
{
    return vks_combines(plan->primitive) && params->determinism == VKSCAN_DETERMINISM_EVERYWHERE &&
           plan->computation.rounds && vks_catalogue_primitive(plan->primitive)->everywhere;
}

static VkResult check_unsupported(const struct algorithm *algorithm, const struct plan *plan,
                                  const struct report *errors)
{
    if (!algorithm->unsupported.has || !algorithm->unsupported.has(plan))
        return VK_SUCCESS;
    return vks_report(errors, RESULT_INVALID, "algorithm %s does not compute %s with %s",
                      algorithm->name, vkscan_primitive_name(plan->primitive),
                      algorithm->unsupported.what);
}

/* Tells whether AUTO can take an entry of the fixed tree. Goes by the library's policies alone,
 * because the caller's are for shapes that these kernels do not have. */
static bool suits_auto(const struct caps *caps, const struct algorithm *entry,
                       const struct plan *plan)
{
    struct caps untuned = *caps;
    struct shape shape;

    untuned.tuning.policy_count = 0;
    return vks_catalogue_can(caps, entry, plan) &&
           !(entry->no_pieces && plan->capacity > entry->piece(plan)) &&
           (!entry->policies || vks_tuning_shape_for_auto(&untuned, entry, plan->primitive,
                                                          vks_plan_policy_size(caps, plan, entry),
                                                          plan->capacity, &shape));
}

/* Returns the shape of the algorithms whose combine tree is the same on every device, for elements
 * of `words` words. 128 threads and 16 KiB of shared memory, which every device has, are enough. */
static struct shape everywhere_shape(uint32_t words)
{
    return (struct shape){SHAPE_LEAST_WORKGROUP, words < 4 ? 8 : 4, 0};
}

/* Chooses the named algorithm's entry for the fixed tree, or for AUTO the last that suits. */
static struct choice choose_fixed_tree(const struct caps *caps, const struct algorithm *named,
                                       const struct plan *plan, const struct report *errors)
{
    const struct algorithm *list = vks_catalogue_primitive(plan->primitive)->everywhere;
    const struct algorithm *found = NULL;

    for (const struct algorithm *entry = list; entry->name; entry++)
        if (named ? entry->id == named->id : suits_auto(caps, entry, plan))
            found = entry;
    if (found)
        return (struct choice){.result = check_unsupported(found, plan, errors),
                               .algorithm = found,
                               .shape = everywhere_shape(plan->computation.words),
                               .is_fixed = true};
    return (struct choice){
        .result =
            vks_report(errors, RESULT_INVALID,
                       "algorithm %s groups %s of %s as the device has it: with "
                       "VKSCAN_DETERMINISM_EVERYWHERE the algorithm is %s%s%s, or auto",
                       named->name, plan->op->name, plan->out->name,
                       list[1].name ? list[1].name : "", list[1].name ? ", " : "", list->name)};
}

/* Chooses for AUTO. If the device can run no algorithm, the choice is the one that computes such
 * plans on others: its checks tell what is missing. */
static struct choice choose_auto(const struct caps *caps, const struct plan *plan,
                                 const struct report *errors)
{
    struct choice choice = {.result = VK_SUCCESS};

    choice.algorithm = vks_catalogue_choose(caps, plan, &choice.shape);
    if (!choice.algorithm) {
        choice.algorithm = vks_catalogue_elsewhere(plan);
        choice.shape = (struct shape){SHAPE_LEAST_WORKGROUP, 1, 1};
    }
    if (!choice.algorithm)
        choice.result =
            vks_report(errors, RESULT_UNSUPPORTED,
                       "no algorithm that this build of vkscan has computes %s by %s of type %s",
                       vkscan_primitive_name(plan->primitive), plan->op->name, plan->out->name);
    return choice;
}

static VkResult check_named(const vkscan_plan_params *params, const struct algorithm *named,
                            const struct report *errors)
{
    if (params->determinism && named && vks_is_of_textbook(named))
        return vks_report(errors, RESULT_INVALID,
                          "algorithm %s, one of the textbook's, has no determinism but "
                          "VKSCAN_DETERMINISM_RUN_TO_RUN, and not \"%s\"",
                          named->name, vkscan_determinism_name(params->determinism));
    if (vks_catalogue_leaves_out(params->algorithm, params->primitive))
        return vks_report(errors, RESULT_UNSUPPORTED,
                          "this build of vkscan leaves out algorithm %s",
                          vkscan_algorithm_name(params->algorithm));
    if (!named && params->algorithm != VKSCAN_ALGORITHM_AUTO)
        return vks_report(errors, RESULT_INVALID, "algorithm %s does not compute %s",
                          vkscan_algorithm_name(params->algorithm),
                          vkscan_primitive_name(params->primitive));
    return VK_SUCCESS;
}

/* Chooses the algorithm that params name, or that suits the plan, and its shape. */
static struct choice choose_algorithm(const struct caps *caps, const vkscan_plan_params *params,
                                      const struct plan *plan, const struct report *errors)
{
    const struct algorithm *named = vks_catalogue_find(params->algorithm, params->primitive);
    const VkResult result = check_named(params, named, errors);

    if (result != VK_SUCCESS)
        return (struct choice){.result = result};
    if (needs_fixed_tree(params, plan))
        return choose_fixed_tree(caps, named, plan, errors);
    if (!named)
        return choose_auto(caps, plan, errors);
    return (struct choice){
        .result = check_unsupported(named, plan, errors),
        .algorithm = named,
        .shape = vks_tuning_shape_by_name(
            caps, named, plan->primitive, vks_plan_policy_size(caps, plan, named),
            plan->computation.rounds ? POLICY_FIRST : vks_plan_policy_capacity(plan))};
}

/* ---- what follows from the algorithm ---- */

/* What a workgroup takes at a time. */
struct tile {
    uint32_t workgroup_size, items, size;
};

/* Returns the fewest items with which a workgroup takes all of a capacity, `items` at most. */
static uint32_t fewest_items(uint64_t capacity, uint32_t workgroup_size, uint32_t items)
{
    const uint64_t needed = vks_divide_up(capacity, workgroup_size);

    return needed == 0 ? 1 : needed < items ? (uint32_t)needed : items;
}

/* Returns the elements that a workgroup of `most` elements at most takes at a time: the capacity,
 * or as many rows as it can, one at least. */
static uint64_t whole_part(const struct plan *plan, uint64_t most)
{
    if (!plan->row)
        return plan->capacity;
    const uint64_t rows = vks_least(most / plan->row, plan->algorithm->arrangement->most_rows);
    return vks_least(rows > 0 ? rows * plan->row : plan->row, plan->capacity);
}

/* Returns the tile of a shape, which is cut to the device's limits if `cuts`. */
static struct tile tile_of(const struct caps *caps, const struct plan *plan,
                           const struct shape *shape, bool cuts)
{
    const struct computation *c = &plan->computation;
    const struct arrangement *arrangement = plan->algorithm->arrangement;
    const bool widens = c->destination_size > c->source_size && vks_plan_has_results(plan);
    /* In the one tree of all devices tiles are a power of two, whatever the size of the source's
     * elements, and a reduction has a scan's tiles, and so the scan's total. */
    const bool by_destination = widens || plan->algorithm->piece;
    const uint32_t size = by_destination ? c->destination_size : c->source_size;
    const struct shape counted = {shape->workgroup_size,
                                  vks_shape_items(shape, arrangement, c->vector * size), 0};
    const struct shape most =
        cuts ? vks_plan_shape(caps, plan, plan->algorithm, &counted) : counted;
    const uint64_t part = whole_part(plan, most.workgroup_size * most.items);
    const bool fits = cuts && arrangement->whole && part <= most.workgroup_size * most.items;
    const uint32_t items = fits ? fewest_items(part, most.workgroup_size, most.items) : most.items;

    return (struct tile){most.workgroup_size, items,
                         most.workgroup_size * items * (arrangement->vectors ? c->vector : 1)};
}

/* Tells whether runs may have head padding. Results that round have it only if their grouping may
 * depend on the offset. */
static bool has_head_padding(const vkscan_plan_params *params, const struct plan *plan)
{
    const struct arrangement *arrangement = plan->algorithm->arrangement;
    const bool any_grouping = params->determinism == VKSCAN_DETERMINISM_FASTEST && !plan->op->user;

    return arrangement->vectors && !arrangement->no_head &&
           (!plan->computation.rounds || any_grouping);
}

/* Tells whether runs over the capacity go by several pieces. */
static bool has_pieces(const struct caps *caps, const struct plan *plan)
{
    return vks_combines(plan->primitive) && plan->algorithm->production &&
           plan->capacity > vks_plan_piece_limit(caps, plan);
}

/* Returns the plan with the algorithm and all that follows from it but scratch and stages. The
 * shape is the given one; if it is NULL, the choice's. */
static struct plan plan_of_choice(const struct caps *caps, const vkscan_plan_params *params,
                                  struct plan plan, const struct choice *choice,
                                  const struct shape *given)
{
    plan.algorithm = choice->algorithm;
    if (vks_plan_packs(caps, &plan, plan.algorithm))
        plan.computation = vks_element_packed(&plan.computation);
    plan.banks = plan.algorithm->unpadded ? SHAPE_NO_PADDING : SHAPE_BANKS;
    plan.pads = has_head_padding(params, &plan);

    plan.shape = given ? *given : choice->shape;
    const struct tile tile = tile_of(caps, &plan, &plan.shape, !given && !choice->is_fixed);
    plan.shape.workgroup_size = tile.workgroup_size;
    plan.items = tile.items;
    plan.tile_size = tile.size;
    plan.workgroups = vks_tuning_workgroups(caps, &plan.shape);
    plan.subgroup_size = vks_shape_subgroup_size(caps, &plan.shape);

    const bool by_pieces = has_pieces(caps, &plan);
    plan.piece = by_pieces ? vks_plan_piece_limit(caps, &plan) : plan.capacity;
    plan.part = vks_plan_part_size(caps, &plan, plan.piece);
    plan.bindings = vks_plan_bindings(&plan);
    plan.operands = vks_plan_port_operands(&plan);
    if (by_pieces)
        plan.operands |= OPERAND_CARRY_IN | OPERAND_CARRY_OUT;
    return plan;
}

static VkResult check_scratch(const struct caps *caps, const struct plan *plan,
                              const struct report *errors)
{
    const uint64_t largest = vks_plan_port_limit(caps, plan);

    if (plan->scratch_size <= largest)
        return VK_SUCCESS;
    return vks_report(errors, RESULT_TOO_LARGE,
                      "capacity %" PRIu64 " needs %" PRIu64 " bytes of scratch with algorithm "
                      "%s, more than the %" PRIu64 " that a buffer of this device can have%s",
                      plan->capacity, plan->scratch_size, plan->algorithm->name, largest,
                      plan->access == VKSCAN_ACCESS_ADDRESSES ? "" : " (maxStorageBufferRange)");
}

static VkResult check_primitive(const vkscan_plan_params *params, const struct report *errors)
{
    const char *name = vkscan_primitive_name(params->primitive);

    if (!name)
        return vks_report(errors, RESULT_INVALID, "unknown primitive %d", (int)params->primitive);
    if (!vks_catalogue_primitive(params->primitive))
        return vks_report(errors, RESULT_UNSUPPORTED,
                          "this build of vkscan leaves out the primitive %s", name);
    return VK_SUCCESS;
}

VkResult vks_plan_resolve_with(const struct caps *caps, const vkscan_plan_params *params,
                               const struct op *op, const struct shape *shape,
                               const struct report *errors, struct plan *out)
{
    VkResult result = check_primitive(params, errors);
    if (result != VK_SUCCESS)
        return result;
    const struct primitive *primitive = vks_catalogue_primitive(params->primitive);
    if (primitive->op && !(op && op->user))
        op = primitive->op(params);
    result = vks_plan_params_check(params, op, errors);
    if (result != VK_SUCCESS)
        return result;

    struct plan plan = plan_of_params(caps, params, op);
    result = check_elements(caps, &plan, errors);
    if (result != VK_SUCCESS)
        return result;

    const struct choice choice = choose_algorithm(caps, params, &plan, errors);
    if (choice.result != VK_SUCCESS)
        return choice.result;
    plan = plan_of_choice(caps, params, plan, &choice, shape);
    result = vks_plan_check(caps, &plan, errors);
    if (result != VK_SUCCESS)
        return result;

    struct pass_list passes;
    vks_plan_most_passes(&plan, &passes);
    plan.scratch_size = passes.scratch > VECTOR_BYTES ? passes.scratch : VECTOR_BYTES;
    plan.zeroed_size = passes.zeroed;
    result = check_scratch(caps, &plan, errors);
    if (result != VK_SUCCESS)
        return result;

    vks_plan_stages(caps, &plan);
    *out = plan;
    return vks_plan_check_stages(out, errors);
}

VkResult vks_plan_resolve(const struct caps *caps, const vkscan_plan_params *params,
                          const struct report *errors, struct plan *out)
{
    if (!params->user_operator)
        return vks_plan_resolve_with(caps, params, vks_element_op(params->op), NULL, errors, out);
    VkResult result = check_primitive(params, errors);
    if (result == VK_SUCCESS && !vks_takes_operators(params->primitive))
        return vks_plan_refuse_operator(params, errors);
    if (result == VK_SUCCESS)
        result = vks_plan_params_check_user(params, errors);
    if (result != VK_SUCCESS)
        return result;
    const struct op op = vks_operator_op(params->user_operator);
    result = vks_plan_resolve_with(caps, params, &op, NULL, errors, out);
    if (result == VK_SUCCESS) {
        out->user_op = op;
        out->op = &out->user_op;
    }
    return result;
}
