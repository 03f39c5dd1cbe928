/* SPDX-License-Identifier: MIT */
/* What a caller asks for: its parameters, and what can be wrong with them, on every device and on
 * this one. */
#include "primitive.h"

#include <inttypes.h>
#include <string.h>

/* ---- parameters ---- */

/* Reads a primitive's own parameters, which name the primitive behind their size. */
static VkResult read_details(vkscan_primitive primitive, const void *given, void *own,
                             const struct report *errors)
{
    uint32_t begin[2]; /* struct_size and primitive */

    memcpy(begin, given, sizeof(begin[0]));
    if (begin[0] >= sizeof(begin)) {
        memcpy(begin, given, sizeof(begin));
        const char *named = vkscan_primitive_name((vkscan_primitive)begin[1]);
        if (begin[1] != (uint32_t)primitive)
            return vks_report(errors, RESULT_INVALID, "details.primitive is %s: the plan's is %s",
                              named ? named : "unknown", vkscan_primitive_name(primitive));
    }
    return vks_sized_read(&vks_catalogue_primitive(primitive)->details, given, own, errors);
}

VkResult vks_plan_params_read(const vkscan_plan_params *given, struct plan_params *params,
                              const struct report *errors)
{
    static const struct sized size = SIZED_RESERVED(vkscan_plan_params, label);
    const VkResult result = vks_sized_read(&size, given, &params->plan, errors);
    if (result != VK_SUCCESS)
        return result;
    const struct primitive *primitive = vks_catalogue_primitive(params->plan.primitive);
    if (!params->plan.details || !primitive || !primitive->details.size)
        return VK_SUCCESS;
    params->plan.details = &params->own;
    struct report named = *errors;
    named.label = params->plan.label;
    return read_details(params->plan.primitive, given->details, &params->own, &named);
}

/* Flags that say when pipelines are compiled, not what is computed. */
#define COMPILE_FLAGS (VKSCAN_PLAN_COMPILE_NOTHING_BIT | VKSCAN_PLAN_DEFER_PIPELINES_BIT)
#define ALL_FLAGS ((uint32_t)(COMPILE_FLAGS | VKSCAN_PLAN_REVERSE_BIT) | OPERANDS_IN_BUFFERS)

static VkResult check_enumerators(const vkscan_plan_params *params, const struct op *op,
                                  const struct report *errors)
{
    if (!op)
        return vks_report(errors, RESULT_INVALID, "unknown operator %d", (int)params->op);
    if (!vkscan_algorithm_name(params->algorithm))
        return vks_report(errors, RESULT_INVALID, "unknown algorithm %d", (int)params->algorithm);
    if (params->flags & ~ALL_FLAGS)
        return vks_report(errors, RESULT_INVALID,
                          "unknown flags 0x%x: a primitive's own are in details", params->flags);
    if (!vkscan_determinism_name(params->determinism))
        return vks_report(errors, RESULT_INVALID, "unknown determinism %d",
                          (int)params->determinism);
    if (!vks_access(params->access))
        return vks_report(errors, RESULT_INVALID, "unknown access %d", (int)params->access);
    if (params->details && !vks_catalogue_primitive(params->primitive)->details.size)
        return vks_report(errors, RESULT_INVALID,
                          "details is not NULL: %s has no parameters of its own",
                          vkscan_primitive_name(params->primitive));
    return VK_SUCCESS;
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
    return vks_element_type(params->out_type == VKSCAN_TYPE_NONE ? params->type : params->out_type);
}

VkResult vks_plan_refuse_operator(const vkscan_plan_params *params, const struct report *errors)
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
    if (!vks_combines(params->primitive) && (params->op || params->out_type))
        return vks_plan_refuse_operator(params, errors);
    if (params->type == VKSCAN_TYPE_NONE)
        return vks_report(errors, RESULT_INVALID, "type is 0: name one, such as VKSCAN_TYPE_U32");
    if (!type || !out)
        return vks_report(errors, RESULT_INVALID, "unknown element type %d",
                          (int)(type ? params->out_type : params->type));
    if (!vks_combines(params->primitive))
        return VK_SUCCESS;
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

    if (predicate == vks_takes_predicates(params->primitive))
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

/* ---- plans ---- */

VkResult vks_plan_check_flags(const vkscan_plan_params *params, const struct report *errors)
{
    const uint32_t flags =
        params->flags & ~(uint32_t)(COMPILE_FLAGS | VKSCAN_PLAN_COUNT_IN_BUFFER_BIT);

    if (!flags)
        return VK_SUCCESS;
    return vks_report(errors, RESULT_INVALID,
                      "flags 0x%x are not for a %s, which takes those on pipelines and "
                      "VKSCAN_PLAN_COUNT_IN_BUFFER_BIT",
                      flags, vkscan_primitive_name(params->primitive));
}

VkResult vks_plan_check_key_size(uint32_t size, bool has_keys, const char *what,
                                 const struct report *errors)
{
    if (!has_keys && size > 0)
        return vks_report(errors, RESULT_INVALID, "details.key_size is %u: it is for %s alone",
                          size, what);
    if (has_keys && size != 1 && size != 2 && (size % 4 != 0 || size == 0 || size > 16))
        return vks_report(errors, RESULT_INVALID,
                          "details.key_size is %u: a key has 1, 2, 4, 8, 12 or 16 bytes", size);
    return VK_SUCCESS;
}

/* Tells whether elements are converted when they are loaded or stored, which the textbook's
 * kernels, without vectors, cannot do. */
static bool has_format(const struct plan *plan)
{
    return plan->type != plan->out || plan->type->size < sizeof(uint32_t);
}

static VkResult refuse_type(const struct plan *plan, const struct report *errors)
{
    return vks_report(errors, RESULT_UNSUPPORTED,
                      "this build of vkscan has no algorithm %s for %s of type %s",
                      plan->algorithm->name, plan->op->name, plan->out->name);
}

static VkResult refuse_user_operator(const struct plan *plan, const struct report *errors)
{
    return vks_report(errors, RESULT_INVALID, "user operator %s has no kernels of algorithm %s%s",
                      plan->op->name, plan->algorithm->name,
                      vks_is_of_textbook(plan->algorithm)
                          ? ", one of the textbook's"
                          : ": compile it with the vkscan-operator of this version");
}

static VkResult check_modules(const struct plan *plan, const struct report *errors)
{
    const bool has_user = vks_takes_operators(plan->primitive) && plan->op->user;

    if (!has_user && !vks_catalogue_is_built(plan->algorithm))
        return vks_report(errors, RESULT_UNSUPPORTED,
                          "this build of vkscan leaves out algorithm %s%s", plan->algorithm->name,
                          vks_is_of_textbook(plan->algorithm) ? ", one of the textbook's" : "");
    if (!plan->computation.is_packed && /* else vks_plan_packs has checked */
        !vks_catalogue_has_modules(plan->algorithm, plan->computation.class, plan->op))
        return has_user ? refuse_user_operator(plan, errors) : refuse_type(plan, errors);
    if (vks_is_of_textbook(plan->algorithm) && has_format(plan))
        return refuse_type(plan, errors);
    return VK_SUCCESS;
}

VkResult vks_plan_check_capabilities(const struct caps *caps, uint32_t needs, const char *what,
                                     const char *name, const struct report *errors)
{
    static const struct {
        uint32_t capability;
        const char *name, *missing; /* why an able device does not have it */
    } rows[] = {
        {VKSCAN_CAPABILITY_SUBGROUPS_BIT, "SUBGROUPS",
         "enabled_features rules out (vulkanMemoryModel without vulkanMemoryModelDeviceScope)"},
        {VKSCAN_CAPABILITY_INT64_ATOMICS_BIT, "INT64_ATOMICS",
         "enabled_features leaves out (shaderInt64 and shaderBufferInt64Atomics)"},
        {VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS_BIT, "BUFFER_DEVICE_ADDRESS",
         "enabled_features leaves out (bufferDeviceAddress)"},
        {VKSCAN_CAPABILITY_PUSH_DESCRIPTORS_BIT, "PUSH_DESCRIPTORS",
         "enabled_extensions leaves out (VK_KHR_push_descriptor; or pushDescriptor, of Vulkan 1.4, "
         "in enabled_features)"},
        {VKSCAN_CAPABILITY_FLOAT64_BIT, "FLOAT64", "enabled_features leaves out (shaderFloat64)"},
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (needs & ~caps->capabilities & rows[i].capability)
            return vks_report(errors, RESULT_UNSUPPORTED,
                              "%s %s needs VKSCAN_CAPABILITY_%s_BIT, which the device lacks, the "
                              "context ignores or %s",
                              what, name, rows[i].name, rows[i].missing);
    return VK_SUCCESS;
}

/* Checks the capacity of a plan by pieces, which only an array's 2^63 bytes limit. */
static VkResult check_bytes(const struct plan *plan, const struct report *errors)
{
    const struct element_type *second = vks_operator_type(plan->computation.second_size);
    const struct element_type *larger = plan->type->size > plan->out->size ? plan->type : plan->out;

    larger = second && second->size > larger->size ? second : larger;
    const uint64_t largest = INT64_MAX / larger->size;
    if (plan->capacity > largest)
        return vks_report(errors, RESULT_TOO_LARGE,
                          "capacity %" PRIu64 " is beyond the %" PRIu64
                          " elements of %s that 2^63 bytes hold",
                          plan->capacity, largest, larger->name);
    return VK_SUCCESS;
}

/* Checks the capacity of a plan that takes no pieces. */
static VkResult check_whole(const struct caps *caps, const struct plan *plan,
                            const struct report *errors)
{
    const uint64_t largest =
        vks_least(vks_plan_piece_limit(caps, plan), vks_plan_reach(caps, plan));
    const bool is_range =
        plan->access != VKSCAN_ACCESS_ADDRESSES &&
        largest == vks_plan_elements_within(plan, caps->max_range - caps->range_alignment);

    if (plan->capacity > largest)
        return vks_report(errors, RESULT_TOO_LARGE,
                          "capacity %" PRIu64 " is beyond the %" PRIu64
                          " elements that a dispatch of this device reaches%s: algorithm %s takes "
                          "no pieces",
                          plan->capacity, largest, is_range ? " (maxStorageBufferRange)" : "",
                          plan->algorithm->name);
    return VK_SUCCESS;
}

static VkResult check_capacity(const struct caps *caps, const struct plan *plan,
                               const struct report *errors)
{
    const struct algorithm *algorithm = plan->algorithm;

    if (vks_combines(plan->primitive) && algorithm->commutative && !plan->op->commutative)
        return vks_report(errors, RESULT_INVALID,
                          "algorithm %s needs a commutative operator, and %s is not one",
                          algorithm->name, plan->op->name);
    if (plan->flags & OPERANDS_IN_BUFFERS && vks_is_of_textbook(algorithm))
        return vks_report(errors, RESULT_INVALID,
                          "algorithm %s takes no count, seed or total in a buffer (flags 0x%x): "
                          "it is one of the textbook's",
                          algorithm->name, plan->flags);
    if (plan->flags & VKSCAN_PLAN_REVERSE_BIT && vks_is_of_textbook(algorithm))
        return vks_report(
            errors, RESULT_INVALID,
            "algorithm %s takes no VKSCAN_PLAN_REVERSE_BIT: it is one of the textbook's",
            algorithm->name);
    if (algorithm->largest && plan->capacity > algorithm->largest)
        return vks_report(errors, RESULT_INVALID,
                          "capacity %" PRIu64 " is too much work for algorithm %s, which takes at "
                          "most %" PRIu64 " elements",
                          plan->capacity, algorithm->name, algorithm->largest);
    if (!vks_combines(plan->primitive) || algorithm->no_pieces)
        return check_whole(caps, plan, errors);
    if (!vks_is_of_textbook(algorithm))
        return check_bytes(plan, errors);
    const struct computation *c = &plan->computation;
    const uint64_t largest =
        vks_plan_port_limit(caps, plan) /
        (c->source_size > c->destination_size || !vks_plan_has_results(plan) ? c->source_size
                                                                             : c->destination_size);
    if (plan->capacity <= largest)
        return VK_SUCCESS;
    if (plan->access == VKSCAN_ACCESS_ADDRESSES)
        return vks_report(errors, RESULT_TOO_LARGE,
                          "capacity %" PRIu64 " is beyond the %" PRIu64
                          " elements that kernels reach by address",
                          plan->capacity, largest);
    return vks_report(errors, RESULT_TOO_LARGE,
                      "capacity %" PRIu64 " is beyond the %" PRIu64
                      " elements of %s that one buffer of "
                      "this device can hold (maxStorageBufferRange %u)",
                      plan->capacity, largest, plan->out->name, caps->max_range);
}

/* Checks that a workgroup takes the plan's rows whole, if the algorithm's do. */
static VkResult check_row(const struct caps *caps, const struct plan *plan,
                          const struct report *errors)
{
    const uint32_t most = vks_shape_most_items(caps, plan->algorithm->arrangement,
                                               sizeof(uint32_t) * plan->computation.words);

    if (!plan->algorithm->arrangement->most_rows || plan->row <= plan->tile_size)
        return VK_SUCCESS;
    return vks_report(
        errors, RESULT_TOO_LARGE,
        "details.length %" PRIu64 " is beyond the %u keys of the longest row that a "
        "workgroup sorts on this device; algorithm radix, and so auto, sorts longer ones",
        plan->row, plan->row > most ? most : plan->tile_size);
}

static VkResult check_shape(const struct caps *caps, const struct plan *plan,
                            const struct report *errors)
{
    const struct shape shape = {plan->shape.workgroup_size, plan->items, 0};

    if (shape.workgroup_size > caps->max_workgroup_size ||
        vks_shape_shared_memory(&shape, plan->algorithm->arrangement, plan->banks,
                                sizeof(uint32_t) * plan->computation.words) > caps->shared_memory)
        return vks_report(errors, RESULT_UNSUPPORTED,
                          "a workgroup of %u threads is beyond the device's limits",
                          plan->shape.workgroup_size);
    return VK_SUCCESS;
}

VkResult vks_plan_check_stages(const struct plan *plan, const struct report *errors)
{
    for (uint32_t i = 0; i < ALGORITHM_MAX_STAGES; i++) {
        const struct planned_stage *stage = &plan->stages[i];
        if (!stage->class || vks_module_computes(stage->module, stage->class, plan->op))
            continue;
        if (stage->module && !plan->op->user)
            return vks_report(errors, RESULT_UNSUPPORTED,
                              "this build of vkscan leaves out types whose class is %s, for which "
                              "algorithm %s needs %s",
                              stage->class, plan->algorithm->name, stage->module);
        return vks_report(errors, RESULT_UNSUPPORTED,
                          "%s has algorithm %s for descriptors alone, not for addresses",
                          plan->op->user ? plan->op->name : "this build of vkscan",
                          plan->algorithm->name);
    }
    return VK_SUCCESS;
}

/* Checks the number of storage buffers: Vulkan guarantees four in a stage. */
static VkResult check_bindings(const struct caps *caps, const struct plan *plan,
                               const struct report *errors)
{
    if (plan->bindings == BINDINGS_WITHOUT_SECOND || plan->access == VKSCAN_ACCESS_ADDRESSES ||
        caps->max_storage_buffers >= plan->bindings)
        return VK_SUCCESS;
    return vks_report(errors, RESULT_UNSUPPORTED,
                      "the plan needs %u storage buffers in a stage, and the device has "
                      "maxPerStageDescriptorStorageBuffers %u; access by addresses needs none",
                      plan->bindings, caps->max_storage_buffers);
}

/* Checks the ports whose sizes the capacity does not tell. */
static VkResult check_ports(const struct caps *caps, const struct plan *plan,
                            const struct report *errors)
{
    const uint64_t reach = vks_plan_port_limit(caps, plan);
    const uint64_t largest =
        plan->access == VKSCAN_ACCESS_ADDRESSES ? reach : reach - caps->range_alignment;

    for (uint32_t i = 0; i < PORTS_MAX; i++) {
        const struct port *port = &plan->ports[i];
        if (i != PORT_SCRATCH && port->elements && vks_plan_port_size(plan, port) > largest)
            return vks_report(errors, RESULT_TOO_LARGE,
                              "%s of %" PRIu64 " bytes is beyond the %" PRIu64
                              " that kernels reach on this device",
                              vkscan_port_name(port->id), vks_plan_port_size(plan, port), largest);
    }
    return VK_SUCCESS;
}

VkResult vks_plan_check(const struct caps *caps, const struct plan *plan,
                        const struct report *errors)
{
    const struct primitive *primitive = vks_catalogue_primitive(plan->primitive);
    VkResult result = check_modules(plan, errors);

    if (result == VK_SUCCESS)
        result = vks_plan_check_capabilities(caps, plan->algorithm->needs, "algorithm",
                                             plan->algorithm->name, errors);
    if (result == VK_SUCCESS)
        result = check_capacity(caps, plan, errors);
    if (result == VK_SUCCESS)
        result = vks_plan_check_capabilities(caps, vks_access(plan->access)->needs, "access by",
                                             vks_access(plan->access)->name, errors);
    if (result == VK_SUCCESS)
        result = check_ports(caps, plan, errors);
    if (result == VK_SUCCESS)
        result = check_bindings(caps, plan, errors);
    if (result == VK_SUCCESS)
        result = check_row(caps, plan, errors);
    if (result == VK_SUCCESS)
        result = check_shape(caps, plan, errors);
    return result == VK_SUCCESS && primitive->check_plan ? primitive->check_plan(plan, errors)
                                                         : result;
}
