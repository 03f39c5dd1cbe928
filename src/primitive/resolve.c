/* SPDX-License-Identifier: MIT */
#include "resolve.h"

#include <inttypes.h>
#include <string.h>

#include "access.h"
#include "operator.h"
#include "plan_check.h"
#include "tiles.h"

#define ALL_FLAGS                                                                                  \
    ((uint32_t)(VKSCAN_PLAN_COMPILE_NOTHING_BIT | VKSCAN_PLAN_REVERSE_BIT) | OPERANDS_IN_BUFFERS)

/* Checks that params have no parameters of another primitive. */
static VkResult check_members(const vkscan_plan_params *params, const struct report *errors)
{
    const struct primitive *own = vks_catalogue_primitive(params->primitive), *other;

    for (uint32_t i = 0; (other = vks_catalogue_primitive((vkscan_primitive)i)); i++) {
        const void *given = NULL;
        if (other->params && other->params_member != own->params_member)
            memcpy(&given, (const char *)params + other->params_member, sizeof(given));
        if (given)
            return vks_report(errors, RESULT_INVALID, "%s is not NULL, and the primitive is %s",
                              other->params, own->name);
    }
    return VK_SUCCESS;
}

static VkResult check_enumerators(const vkscan_plan_params *params, const struct op *op,
                                  const struct report *errors)
{
    if (!op)
        return vks_report(errors, RESULT_INVALID, "unknown operator %d", (int)params->op);
    if (!vkscan_algorithm_name(params->algorithm))
        return vks_report(errors, RESULT_INVALID, "unknown algorithm %d", (int)params->algorithm);
    if (params->flags & ~ALL_FLAGS)
        return vks_report(errors, RESULT_INVALID, "unknown flags 0x%x", params->flags);
    if (!vkscan_determinism_name(params->determinism))
        return vks_report(errors, RESULT_INVALID, "unknown determinism %d",
                          (int)params->determinism);
    if (!vks_access(params->access))
        return vks_report(errors, RESULT_INVALID, "unknown access %d", (int)params->access);
    return check_members(params, errors);
}

static const struct element_type *type_of(const vkscan_plan_params *params, const struct op *op)
{
    return op->user ? vks_operator_type(op->user->input_size) : vks_element_type(params->type);
}

static const struct element_type *out_type(const vkscan_plan_params *params, const struct op *op)
{
    if (op->user)
        return vks_operator_type(op->user->element_size);
    return vks_element_type(params->out_type == VKSCAN_TYPE_DEFAULT ? params->type
                                                                    : params->out_type);
}

static VkResult refuse_operator(const vkscan_plan_params *params, const struct report *errors)
{
    return vks_report(errors, RESULT_INVALID,
                      "op, out_type and user_operator have to be 0: a %s has no operator",
                      vkscan_primitive_name(params->primitive));
}

static VkResult check_types(const vkscan_plan_params *params, const struct op *op,
                            const struct report *errors)
{
    const struct element_type *type = type_of(params, op), *out = out_type(params, op);

    if (op->user)
        return VK_SUCCESS;
    if (!vks_catalogue_primitive(params->primitive)->combines && (params->op || params->out_type))
        return refuse_operator(params, errors);
    if (!type || !out)
        return vks_report(errors, RESULT_INVALID, "unknown element type %d",
                          (int)(type ? params->out_type : params->type));
    if (!vks_element_converts(type, out))
        return vks_report(errors, RESULT_INVALID, "elements of %s cannot be computed in %s",
                          type->name, out->name);
    if (!vks_element_has_op(out, op))
        return vks_report(errors, RESULT_INVALID, "type %s has no operator %s", out->name,
                          op->name);
    return VK_SUCCESS;
}

/* Tells whether results have to be combined in the one tree of all devices. Operators that do not
 * round give the same bits in any tree. */
static bool needs_fixed_tree(const vkscan_plan_params *params, const struct plan *plan)
{
    return params->determinism == VKSCAN_DETERMINISM_EVERYWHERE && plan->computation.rounds &&
           vks_catalogue_primitive(plan->primitive)->everywhere;
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
           (!entry->policies ||
            vks_tuning_shape_at(&untuned, entry, plan->primitive,
                                vks_plan_policy_size(caps, plan, entry), plan->capacity, &shape));
}

/* Takes the named algorithm's entry for the fixed tree, or for AUTO the first entry that suits. */
static VkResult take_fixed_tree(const struct caps *caps, const struct algorithm *named,
                                const struct report *errors, struct plan *plan)
{
    const struct algorithm *first = vks_catalogue_primitive(plan->primitive)->everywhere;
    const struct algorithm *entry = first;

    while (entry->name && (named ? entry->id != named->id : !suits_auto(caps, entry, plan)))
        entry++;
    plan->algorithm = entry;
    plan->shape = vks_everywhere_shape(plan->computation.words);
    if (entry->name)
        return check_unsupported(entry, plan, errors);
    return vks_report(errors, RESULT_INVALID,
                      "algorithm %s groups %s of %s as the device has it: with "
                      "VKSCAN_DETERMINISM_EVERYWHERE the algorithm is %s%s%s, or auto",
                      named->name, plan->op->name, plan->out->name, first->name,
                      first[1].name ? ", " : "", first[1].name ? first[1].name : "");
}

static VkResult choose_algorithm(const struct caps *caps, const struct report *errors,
                                 struct plan *plan)
{
    plan->algorithm = vks_catalogue_choose(caps, plan, &plan->shape);
    return plan->algorithm
               ? VK_SUCCESS
               : vks_report(errors, RESULT_UNSUPPORTED,
                            "no algorithm that this build of vkscan has and this device can run "
                            "computes %s by %s of type %s",
                            vkscan_primitive_name(plan->primitive), plan->op->name,
                            plan->out->name);
}

/* Sets the plan's algorithm, and the shape of its policy. */
static VkResult resolve_algorithm(const struct caps *caps, const vkscan_plan_params *params,
                                  const struct report *errors, struct plan *plan)
{
    const struct algorithm *named = vks_catalogue_find(params->algorithm, params->primitive);

    if (params->determinism && named && !named->production)
        return vks_report(errors, RESULT_INVALID,
                          "algorithm %s, one of the textbook's, has no determinism but "
                          "VKSCAN_DETERMINISM_RUN_TO_RUN, and not \"%s\"",
                          named->name, vkscan_determinism_name(params->determinism));
    if (!named && params->algorithm != VKSCAN_ALGORITHM_AUTO)
        return vks_report(errors, RESULT_INVALID, "algorithm %s does not compute %s",
                          vkscan_algorithm_name(params->algorithm),
                          vkscan_primitive_name(params->primitive));
    if (needs_fixed_tree(params, plan))
        return take_fixed_tree(caps, named, errors, plan);
    if (!named)
        return choose_algorithm(caps, errors, plan);
    plan->algorithm = named;
    plan->shape =
        vks_tuning_shape(caps, named, plan->primitive, vks_plan_policy_size(caps, plan, named),
                         plan->computation.rounds ? POLICY_FIRST : plan->capacity);
    return check_unsupported(named, plan, errors);
}

/* Sets the sizes of pieces and parts, and the operands that kernels read and write. */
static void resolve_operands(const struct caps *caps, struct plan *plan)
{
    const uint64_t limit = vks_plan_piece_limit(caps, plan);
    const bool has_pieces = plan->algorithm->production && plan->capacity > limit &&
                            vks_catalogue_primitive(plan->primitive)->pieces;

    plan->piece = has_pieces ? limit : plan->capacity;
    plan->part = vks_plan_part_size(caps, plan, plan->piece);
    plan->operands = vks_plan_port_operands(plan);
    if (has_pieces)
        plan->operands |= OPERAND_CARRY_IN | OPERAND_CARRY_OUT;
}

static VkResult size_scratch(const struct caps *caps, const struct report *errors,
                             struct plan *plan)
{
    struct pass_list list;

    vks_plan_passes(plan, vks_plan_largest_count(plan), &list);
    plan->scratch_size = list.scratch > VECTOR_BYTES ? list.scratch : VECTOR_BYTES;
    plan->zeroed_size = list.zeroed;
    const uint64_t largest = vks_plan_port_limit(caps, plan);
    if (plan->scratch_size > largest)
        return vks_report(errors, RESULT_UNSUPPORTED,
                          "capacity %" PRIu64 " needs %" PRIu64 " bytes of scratch with algorithm "
                          "%s, more than the %" PRIu64 " that a buffer of this device can have%s",
                          plan->capacity, plan->scratch_size, plan->algorithm->name, largest,
                          plan->access == VKSCAN_ACCESS_ADDRESSES ? ""
                                                                  : " (maxStorageBufferRange)");
    return VK_SUCCESS;
}

/* Sets items and tile size by the shape, a policy's once it is cut to the device's limits. */
static void set_shape(const struct caps *caps, bool is_policy, struct plan *plan)
{
    const struct computation *c = &plan->computation;
    const struct arrangement *arrangement = plan->algorithm->arrangement;
    const uint32_t vector = c->vector;
    const bool widens = c->destination_size > c->source_size && vks_plan_has_results(plan);
    /* In the one tree of all devices tiles are a power of two, whatever the size of the source's
     * elements, and a reduction has a scan's tiles, and so the scan's total. */
    const bool by_destination = widens || plan->algorithm->piece;

    plan->items = vks_shape_items(&plan->shape, arrangement,
                                  vector * (by_destination ? c->destination_size : c->source_size));
    if (is_policy) {
        const struct shape wanted = {plan->shape.workgroup_size, plan->items, 0};
        plan->shape.workgroup_size =
            vks_shape_cut(caps, &wanted, arrangement, sizeof(uint32_t) * c->words).workgroup_size;
    }
    plan->tile_size =
        plan->shape.workgroup_size * plan->items * (arrangement->vectors ? vector : 1);
}

VkResult vks_plan_resolve_with(const struct caps *caps, const vkscan_plan_params *params,
                               const struct op *op, const struct shape *shape,
                               const struct report *errors, struct plan *out)
{
    const struct primitive *primitive = vks_catalogue_primitive(params->primitive);

    if (!primitive)
        return vks_report(errors, RESULT_INVALID, "unknown primitive %d", (int)params->primitive);
    if (primitive->op && !(op && op->user))
        op = primitive->op(params);
    VkResult result = check_enumerators(params, op, errors);
    if (result == VK_SUCCESS)
        result = check_types(params, op, errors);
    if (result == VK_SUCCESS && primitive->check)
        result = primitive->check(params, type_of(params, op), errors);
    if (result != VK_SUCCESS)
        return result;
    const struct element_type *type = type_of(params, op), *out_of = out_type(params, op);
    result = vks_plan_check_capabilities(caps, primitive->combines ? out_of->needs : 0, "type",
                                         out_of->name, errors);
    if (result != VK_SUCCESS)
        return result;
    *out = (struct plan){
        .primitive = params->primitive,
        .ports = primitive->ports,
        .type = type,
        .out = out_of,
        .computation = op->user ? vks_operator_computation(op->user)
                                : vks_element_computation(type, out_of, op),
        .op = op,
        .modules = op->user,
        .capacity = params->capacity,
        .access = params->access,
        .flags = params->flags,
    };
    if (primitive->resolve)
        primitive->resolve(caps, params, out);
    /* Primitives that do not combine need the type's capabilities only if they compute in its
     * class: they move elements, or compute with keys. */
    if (!primitive->combines && strcmp(out->computation.class, type->class) == 0)
        result = vks_plan_check_capabilities(caps, type->needs, "type", type->name, errors);
    if (result == VK_SUCCESS)
        result = resolve_algorithm(caps, params, errors, out);
    if (result != VK_SUCCESS)
        return result;
    if (vks_plan_packs(caps, out, out->algorithm))
        out->computation = vks_element_packed(&out->computation);
    if (shape)
        out->shape = *shape;
    out->banks = out->algorithm->unpadded ? SHAPE_NO_PADDING : SHAPE_BANKS;
    /* Plans that round have head padding only if the grouping may depend on the offset. */
    out->pads = out->algorithm->arrangement->vectors && !out->algorithm->arrangement->no_head &&
                (!out->computation.rounds ||
                 (params->determinism == VKSCAN_DETERMINISM_FASTEST && !op->user));
    set_shape(caps, !shape && !needs_fixed_tree(params, out), out);
    out->workgroups = vks_tuning_workgroups(caps, &out->shape);
    out->subgroup_size = vks_shape_subgroup_size(caps, &out->shape);
    out->bindings = vks_plan_bindings(out);
    resolve_operands(caps, out);
    result = vks_plan_check(caps, out, errors);
    if (result == VK_SUCCESS)
        result = size_scratch(caps, errors, out);
    if (result != VK_SUCCESS)
        return result;
    vks_plan_stages(caps, out);
    return vks_plan_check_stages(out, errors);
}

/* Checks that the user operator is a predicate if and only if the primitive takes predicates. */
static VkResult check_kind(const vkscan_plan_params *params, const struct report *errors)
{
    const bool predicate = vks_operator_is_predicate(params->user_operator);
    const char *user = params->user_operator->name;
    const char *primitive = vkscan_primitive_name(params->primitive);

    if (!primitive || predicate == vks_catalogue_primitive(params->primitive)->predicates)
        return VK_SUCCESS;
    if (predicate)
        return vks_report(
            errors, RESULT_INVALID,
            "user operator %s is a predicate, for select and partition: %s takes none", user,
            primitive);
    return vks_report(errors, RESULT_INVALID,
                      "user operator %s is no predicate, and %s takes nothing else", user,
                      primitive);
}

VkResult vks_plan_resolve(const struct caps *caps, const vkscan_plan_params *params,
                          const struct report *errors, struct plan *out)
{
    const struct primitive *primitive = vks_catalogue_primitive(params->primitive);

    if (!params->user_operator)
        return vks_plan_resolve_with(caps, params, vks_element_op(params->op), NULL, errors, out);
    if (primitive && !primitive->combines && !primitive->predicates)
        return refuse_operator(params, errors);
    VkResult result = vks_operator_check(params->user_operator, errors);
    if (result == VK_SUCCESS)
        result = check_kind(params, errors);
    if (result != VK_SUCCESS)
        return result;
    if (params->op || params->type || params->out_type)
        return vks_report(errors, RESULT_INVALID,
                          "op, type and out_type have to be 0: user operator %s is in their place",
                          params->user_operator->name);
    const struct op op = vks_operator_op(params->user_operator);
    result = vks_plan_resolve_with(caps, params, &op, NULL, errors, out);
    if (result == VK_SUCCESS) {
        out->user_op = op;
        out->op = &out->user_op;
    }
    return result;
}
