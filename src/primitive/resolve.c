/* SPDX-License-Identifier: MIT */
#include "resolve.h"

#include <inttypes.h>

#include "access.h"
#include "modules.h"
#include "operator.h"
#include "select.h"
#include "tiles.h"

#define OPERANDS_IN_BUFFERS                                                                        \
    (uint32_t)(VKSCAN_PLAN_COUNT_IN_BUFFER | VKSCAN_PLAN_SEED_IN_BUFFER |                          \
               VKSCAN_PLAN_TOTAL_IN_BUFFER)
#define ALL_FLAGS                                                                                  \
    ((uint32_t)(VKSCAN_PLAN_COMPILE_NOTHING | VKSCAN_PLAN_REVERSE) | OPERANDS_IN_BUFFERS)

static VkResult check_enumerators(const vkscan_plan_params *params, const struct op *op,
                                  const struct report *errors)
{
    if (!op)
        return vks_report(errors, RESULT_INVALID, "unknown operator %d", (int)params->op);
    if (!vkscan_algorithm_name(params->algorithm))
        return vks_report(errors, RESULT_INVALID, "unknown algorithm %d", (int)params->algorithm);
    if (params->flags & ~ALL_FLAGS)
        return vks_report(errors, RESULT_INVALID, "unknown flags 0x%x", params->flags);
    if (params->flags & VKSCAN_PLAN_TOTAL_IN_BUFFER && params->primitive == VKSCAN_PRIMITIVE_REDUCE)
        return vks_report(errors, RESULT_INVALID,
                          "a reduction takes no VKSCAN_PLAN_TOTAL_IN_BUFFER: its destination is "
                          "the total");
    if (!vkscan_determinism_name(params->determinism))
        return vks_report(errors, RESULT_INVALID, "unknown determinism %d",
                          (int)params->determinism);
    if (params->select && !vks_select_is(params->primitive))
        return vks_report(errors, RESULT_INVALID,
                          "select is not NULL, and %s is none of select, partition and unique",
                          vkscan_primitive_name(params->primitive));
    if (params->sort && params->primitive != VKSCAN_PRIMITIVE_SORT)
        return vks_report(errors, RESULT_INVALID, "sort is not NULL, and the primitive is %s",
                          vkscan_primitive_name(params->primitive));
    if (!vks_access(params->access))
        return vks_report(errors, RESULT_INVALID, "unknown access %d", (int)params->access);
    return VK_SUCCESS;
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

/* Primitives that have none are resolved as if it were add. */
static bool has_no_operator(const vkscan_plan_params *params)
{
    return vks_catalogue_primitive(params->primitive)->resolve != NULL;
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
        return has_no_operator(params)
                   ? vks_catalogue_primitive(params->primitive)->check(params, type, errors)
                   : VK_SUCCESS;
    if (has_no_operator(params) && (params->op || params->out_type))
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
    return has_no_operator(params)
               ? vks_catalogue_primitive(params->primitive)->check(params, type, errors)
               : VK_SUCCESS;
}

static const char *params_class(const vkscan_plan_params *params, const struct op *op)
{
    const struct element_type *type = type_of(params, op);

    return has_no_operator(params) ? vks_catalogue_primitive(params->primitive)->class(type)
                                   : vks_element_class(type, out_type(params, op), op);
}

static VkResult choose_algorithm(const struct caps *caps, const vkscan_plan_params *params,
                                 const struct op *op, struct shape *shape,
                                 const struct algorithm **algorithm, const struct report *errors)
{
    const struct element_type *out = out_type(params, op);

    *algorithm = vks_catalogue_choose(caps, params->primitive, params_class(params, op), op,
                                      params->capacity, shape);
    return *algorithm
               ? VK_SUCCESS
               : vks_report(errors, RESULT_UNSUPPORTED,
                            "no algorithm that this build of vkscan has and this device can run "
                            "computes %s by %s of type %s",
                            vkscan_primitive_name(params->primitive), op->name, out->name);
}

static struct computation computation_of(const vkscan_plan_params *params, const struct op *op)
{
    return op->user ? vks_operator_computation(op->user)
                    : vks_element_computation(type_of(params, op), out_type(params, op), op);
}

/* Whether results have to be combined in the one tree. Those of other operators are the same bits
 * in any. */
static bool needs_fixed_tree(const vkscan_plan_params *params, const struct op *op)
{
    return params->determinism == VKSCAN_DETERMINISM_EVERYWHERE &&
           vks_catalogue_everywhere(params->primitive) && computation_of(params, op).rounds;
}

static VkResult check_determinism(const vkscan_plan_params *params, const struct op *op,
                                  const struct report *errors)
{
    const struct algorithm *named = vks_catalogue_find(params->algorithm, params->primitive);

    if (params->determinism && named && !named->operands)
        return vks_report(errors, RESULT_INVALID,
                          "algorithm %s, one of the textbook's, has no determinism but "
                          "VKSCAN_DETERMINISM_RUN_TO_RUN, and not \"%s\"",
                          named->name, vkscan_determinism_name(params->determinism));
    if (named && named->id != VKSCAN_ALGORITHM_BLELLOCH && needs_fixed_tree(params, op))
        return vks_report(errors, RESULT_INVALID,
                          "algorithm %s groups %s of %s as the device has it: with "
                          "VKSCAN_DETERMINISM_EVERYWHERE the algorithm is blelloch, or auto",
                          named->name, op->name, out_type(params, op)->name);
    return VK_SUCCESS;
}

/* The algorithm and the shape of its policy. */
static VkResult resolve_algorithm(const struct caps *caps, const vkscan_plan_params *params,
                                  const struct op *op, struct shape *shape,
                                  const struct algorithm **algorithm, const struct report *errors)
{
    const VkResult result = check_determinism(params, op, errors);

    if (result != VK_SUCCESS)
        return result;
    if (needs_fixed_tree(params, op)) {
        *algorithm = vks_catalogue_everywhere(params->primitive);
        *shape = vks_everywhere_shape(computation_of(params, op).words);
        return VK_SUCCESS;
    }
    if (params->algorithm == VKSCAN_ALGORITHM_AUTO)
        return choose_algorithm(caps, params, op, shape, algorithm, errors);
    *algorithm = vks_catalogue_find(params->algorithm, params->primitive);
    if (!*algorithm)
        return vks_report(errors, RESULT_INVALID, "algorithm %s does not compute %s",
                          vkscan_algorithm_name(params->algorithm),
                          vkscan_primitive_name(params->primitive));
    *shape = vks_tuning_shape(caps, *algorithm);
    return VK_SUCCESS;
}

/* What kernels without vectors, the textbook's, do not know. */
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
                      plan->algorithm->automatic ? "" : ", one of the textbook's");
}

static VkResult check_modules(const struct plan *plan, const struct report *errors)
{
    if (!plan->op->user && !vks_catalogue_is_built(plan->algorithm))
        return vks_report(errors, RESULT_UNSUPPORTED,
                          "this build of vkscan leaves out algorithm %s%s", plan->algorithm->name,
                          plan->algorithm->automatic ? "" : ", one of the textbook's");
    if (!vks_catalogue_has_modules(plan->algorithm, plan->computation.class, plan->op))
        return plan->op->user ? refuse_user_operator(plan, errors) : refuse_type(plan, errors);
    if (!plan->algorithm->operands && has_format(plan))
        return refuse_type(plan, errors);
    return VK_SUCCESS;
}

/* What has the name needs these. */
static VkResult check_capabilities(const struct caps *caps, uint32_t needs, const char *what,
                                   const char *name, const struct report *errors)
{
    static const struct {
        uint32_t capability;
        const char *name;
    } rows[] = {
        {VKSCAN_CAPABILITY_SUBGROUPS, "SUBGROUPS"},
        {VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL, "SUBGROUP_SIZE_CONTROL"},
        {VKSCAN_CAPABILITY_INT64_ATOMICS, "INT64_ATOMICS"},
        {VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS, "BUFFER_DEVICE_ADDRESS"},
        {VKSCAN_CAPABILITY_PUSH_DESCRIPTORS, "PUSH_DESCRIPTORS"},
        {VKSCAN_CAPABILITY_FLOAT64, "FLOAT64"},
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (needs & ~caps->capabilities & rows[i].capability)
            return vks_report(errors, RESULT_UNSUPPORTED,
                              "%s %s needs VKSCAN_CAPABILITY_%s, which the device lacks or "
                              "the context ignores",
                              what, name, rows[i].name);
    return VK_SUCCESS;
}

/* What scans' workgroups take by tickets is bounded: see WORKGROUP_TILES_MAX. */
static bool has_too_many_tiles(const struct plan *plan)
{
    const uint64_t count =
        plan->capacity + 2 * vks_element_vector(plan->computation.words); /* with head */

    return plan->algorithm->arrangement->persistent && plan->primitive != VKSCAN_PRIMITIVE_REDUCE &&
           vks_divide_up(count, plan->tile_size) >
               (uint64_t)WORKGROUPS_GUARANTEED * WORKGROUP_TILES_MAX;
}

/* By pieces kernels reach all that can be counted. */
static VkResult check_bytes(const struct plan *plan, const struct report *errors)
{
    const struct element_type *second = vks_operator_type(plan->second_bits / 8);
    const struct element_type *larger = plan->type->size > plan->out->size ? plan->type : plan->out;

    larger = second && second->size > larger->size ? second : larger;
    const uint64_t largest = INT64_MAX / larger->size;
    if (plan->capacity > largest)
        return vks_report(errors, RESULT_UNSUPPORTED,
                          "capacity %" PRIu64 " is beyond the %" PRIu64
                          " elements of %s that 2^63 bytes hold",
                          plan->capacity, largest, larger->name);
    return VK_SUCCESS;
}

static VkResult check_whole(const struct caps *caps, const struct plan *plan,
                            const struct report *errors)
{
    const uint64_t largest = vks_plan_piece_limit(caps, plan);

    if (plan->capacity > largest)
        return vks_report(errors, RESULT_UNSUPPORTED,
                          "capacity %" PRIu64 " is beyond the %" PRIu64
                          " elements that a dispatch of this device reaches: algorithm %s takes no "
                          "pieces",
                          plan->capacity, largest, plan->algorithm->name);
    return VK_SUCCESS;
}

static VkResult check_capacity(const struct caps *caps, const struct plan *plan,
                               const struct report *errors)
{
    const struct algorithm *algorithm = plan->algorithm;

    if (algorithm->commutative && !plan->op->commutative)
        return vks_report(errors, RESULT_INVALID,
                          "algorithm %s needs a commutative operator, and %s is not one",
                          algorithm->name, plan->op->name);
    if (plan->flags & OPERANDS_IN_BUFFERS && !algorithm->operands)
        return vks_report(errors, RESULT_INVALID,
                          "algorithm %s takes no count, seed or total in a buffer (flags 0x%x)%s",
                          algorithm->name, plan->flags,
                          algorithm->automatic ? "" : ": it is one of the textbook's");
    if (algorithm->largest && plan->capacity > algorithm->largest)
        return vks_report(errors, RESULT_INVALID,
                          "capacity %" PRIu64 " is too much work for algorithm %s, which takes at "
                          "most %" PRIu64 " elements",
                          plan->capacity, algorithm->name, algorithm->largest);
    if (algorithm->whole)
        return check_whole(caps, plan, errors);
    if (algorithm->operands)
        return check_bytes(plan, errors);
    if (has_too_many_tiles(plan))
        return vks_report(errors, RESULT_UNSUPPORTED,
                          "capacity %" PRIu64 " is too much for algorithm %s in tiles of %u "
                          "elements, of which a run takes %u times %u at most",
                          plan->capacity, algorithm->name, plan->tile_size, WORKGROUPS_GUARANTEED,
                          WORKGROUP_TILES_MAX);
    const struct computation *c = &plan->computation;
    const uint64_t largest =
        vks_plan_port_limit(caps, plan) /
        (c->source_size > c->destination_size || plan->primitive == VKSCAN_PRIMITIVE_REDUCE
             ? c->source_size
             : c->destination_size);
    if (plan->capacity <= largest)
        return VK_SUCCESS;
    if (plan->access == VKSCAN_ACCESS_ADDRESSES)
        return vks_report(errors, RESULT_UNSUPPORTED,
                          "capacity %" PRIu64 " is beyond the %" PRIu64
                          " elements that kernels reach by address",
                          plan->capacity, largest);
    return vks_report(errors, RESULT_UNSUPPORTED,
                      "capacity %" PRIu64 " is beyond the %" PRIu64
                      " elements of %s that one buffer of "
                      "this device can hold (maxStorageBufferRange %u)",
                      plan->capacity, largest, plan->out->name, caps->max_range);
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

/* How far a dispatch reaches, and what its kernels read and write besides the elements. */
static void resolve_operands(const struct caps *caps, struct plan *plan)
{
    const uint64_t limit = vks_plan_piece_limit(caps, plan);
    const bool has_pieces =
        plan->algorithm->operands && !plan->algorithm->whole && plan->capacity > limit;

    plan->piece = has_pieces ? limit : plan->capacity;
    plan->part = vks_plan_part_of(caps, plan, plan->piece);
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

/* A build may have the kernels for descriptors, and not those by address. */
static VkResult check_stages(const struct plan *plan, const struct report *errors)
{
    for (uint32_t i = 0; i < ALGORITHM_MAX_STAGES; i++)
        if (plan->stages[i].module[0] &&
            !vks_module_computes(plan->stages[i].module, plan->stages[i].class, plan->op))
            return vks_report(errors, RESULT_UNSUPPORTED,
                              "%s has algorithm %s for descriptors alone, not for addresses",
                              plan->op->user ? plan->op->name : "this build of vkscan",
                              plan->algorithm->name);
    return VK_SUCCESS;
}

/* What Vulkan guarantees is four storage buffers a stage. */
static VkResult check_bindings(const struct caps *caps, const struct plan *plan,
                               const struct report *errors)
{
    if (!plan->has_second || plan->access == VKSCAN_ACCESS_ADDRESSES ||
        caps->max_storage_buffers >= BINDING_COUNT)
        return VK_SUCCESS;
    return vks_report(errors, RESULT_UNSUPPORTED,
                      "the plan needs %u storage buffers in a stage, and the device has "
                      "maxPerStageDescriptorStorageBuffers %u; access by addresses needs none",
                      BINDING_COUNT, caps->max_storage_buffers);
}

static VkResult check_plan(const struct caps *caps, const struct plan *plan,
                           const struct report *errors)
{
    VkResult result = check_modules(plan, errors);

    if (result == VK_SUCCESS)
        result = check_capabilities(caps, plan->algorithm->needs, "algorithm",
                                    plan->algorithm->name, errors);
    if (result == VK_SUCCESS)
        result = check_capacity(caps, plan, errors);
    if (result == VK_SUCCESS)
        result = check_capabilities(caps, vks_access(plan->access)->needs, "access by",
                                    vks_access(plan->access)->name, errors);
    if (result == VK_SUCCESS)
        result = check_bindings(caps, plan, errors);
    return result == VK_SUCCESS ? check_shape(caps, plan, errors) : result;
}

/* The shape that is there already, or else the policy's, cut. */
static void set_shape(const struct caps *caps, const struct shape *policy, struct plan *plan)
{
    const struct computation *c = &plan->computation;
    const struct arrangement *arrangement = plan->algorithm->arrangement;
    const uint32_t vector = vks_element_vector(c->words);
    const bool widens =
        c->destination_size > c->source_size && plan->primitive != VKSCAN_PRIMITIVE_REDUCE;
    /* In the one tree of all devices tiles are a power of two whatever the source's elements, and a
     * reduction has a scan's, and so its total. */
    const bool by_destination = widens || plan->algorithm->piece;

    plan->items = vks_shape_items(&plan->shape, arrangement,
                                  vector * (by_destination ? c->destination_size : c->source_size));
    if (policy) {
        const struct shape wanted = {policy->workgroup_size, plan->items, 0};
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
    struct shape policy_shape;
    VkResult result;

    if (!vkscan_primitive_name(params->primitive))
        return vks_report(errors, RESULT_INVALID, "unknown primitive %d", (int)params->primitive);
    if (vks_catalogue_primitive(params->primitive)->op && !(op && op->user))
        op = vks_catalogue_primitive(params->primitive)->op(params);
    result = check_enumerators(params, op, errors);
    if (result != VK_SUCCESS)
        return result;
    result = check_types(params, op, errors);
    if (result != VK_SUCCESS)
        return result;
    const struct element_type *type = type_of(params, op), *out_of = out_type(params, op);
    result = check_capabilities(caps, has_no_operator(params) ? 0 : out_of->needs, "type",
                                out_of->name, errors);
    if (result != VK_SUCCESS)
        return result;
    const struct algorithm *algorithm;
    result = resolve_algorithm(caps, params, op, &policy_shape, &algorithm, errors);
    if (result != VK_SUCCESS)
        return result;
    *out = (struct plan){
        .primitive = params->primitive,
        .ports = vks_catalogue_primitive(params->primitive)->ports,
        .algorithm = algorithm,
        .type = type,
        .out = out_of,
        .computation = computation_of(params, op),
        .op = op,
        .modules = op->user,
        .second_bits = op->user ? 8 * op->user->second_size : 0,
        .capacity = params->capacity,
        .access = params->access,
        .flags = params->flags,
        .shape = shape ? *shape : policy_shape,
        .banks = algorithm->unpadded ? SHAPE_NO_PADDING : SHAPE_BANKS,
    };
    if (has_no_operator(params))
        vks_catalogue_primitive(params->primitive)->resolve(params, out);
    /* What rounds has head padding where the grouping may depend on the offset. */
    out->pads = algorithm->arrangement->vectors && !algorithm->arrangement->exchanges &&
                (!out->computation.rounds ||
                 (params->determinism == VKSCAN_DETERMINISM_FASTEST && !op->user));
    set_shape(caps, shape || needs_fixed_tree(params, op) ? NULL : &policy_shape, out);
    out->workgroups = vks_tuning_workgroups(caps, &out->shape);
    out->subgroup_size = vks_shape_subgroup_size(caps, &out->shape);
    out->has_second = vks_plan_has_second_port(out);
    resolve_operands(caps, out);
    result = check_plan(caps, out, errors);
    if (result == VK_SUCCESS)
        result = size_scratch(caps, errors, out);
    if (result != VK_SUCCESS)
        return result;
    vks_plan_stages(caps, out);
    return check_stages(out, errors);
}

/* An operator where one is taken, a predicate where that is. */
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
    if (!params->user_operator)
        return vks_plan_resolve_with(caps, params, vks_element_op(params->op), NULL, errors, out);
    if (vkscan_primitive_name(params->primitive) && has_no_operator(params) &&
        !vks_catalogue_primitive(params->primitive)->predicates)
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
