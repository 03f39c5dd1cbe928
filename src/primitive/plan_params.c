/* SPDX-License-Identifier: MIT */
#include "plan_params.h"

#include <assert.h>
#include <string.h>

#include "resolve.h"

VkResult vks_plan_params_read(const vkscan_plan_params *given, struct plan_params *params,
                              const struct report *errors)
{
    static const struct sized size = SIZED(vkscan_plan_params, histogram);
    const void *to_own = &params->own, *of_caller;

    const VkResult result = vks_sized_read(&size, given, &params->plan, errors);
    if (result != VK_SUCCESS)
        return result;
    const struct primitive *primitive = vks_catalogue_primitive(params->plan.primitive);
    if (!primitive || !primitive->params)
        return VK_SUCCESS;
    char *member = (char *)&params->plan + primitive->params_member;
    memcpy(&of_caller, member, sizeof(of_caller));
    if (!of_caller)
        return VK_SUCCESS;
    assert(primitive->params_size.size <= sizeof(params->own));
    memcpy(member, &to_own, sizeof(to_own));
    return vks_sized_read(&primitive->params_size, of_caller, &params->own, errors);
}

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

const struct element_type *vks_plan_params_type(const vkscan_plan_params *params,
                                                const struct op *op)
{
    return op->user ? vks_operator_type(op->user->input_size) : vks_element_type(params->type);
}

const struct element_type *vks_plan_params_out(const vkscan_plan_params *params,
                                               const struct op *op)
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
    const struct element_type *type = vks_plan_params_type(params, op),
                              *out = vks_plan_params_out(params, op);

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

VkResult vks_plan_params_check(const vkscan_plan_params *params, const struct op *op,
                               const struct report *errors)
{
    const struct primitive *primitive = vks_catalogue_primitive(params->primitive);
    VkResult result = check_enumerators(params, op, errors);

    if (result == VK_SUCCESS)
        result = check_types(params, op, errors);
    return result == VK_SUCCESS && primitive->check
               ? primitive->check(params, vks_plan_params_type(params, op), errors)
               : result;
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

VkResult vks_plan_params_check_user(const vkscan_plan_params *params, const struct report *errors)
{
    const struct primitive *primitive = vks_catalogue_primitive(params->primitive);

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
    return VK_SUCCESS;
}
