/* SPDX-License-Identifier: MIT */
/* The entry points of vkscan.h for bindings and runs. */
#include <inttypes.h>
#include <string.h>

#include "context.h"

/* ---- descriptor sets ---- */

/* Allocates the descriptor sets of one part, one for each route. */
static VkResult allocate_sets(const struct vkscan_binding *binding, VkDescriptorSet *sets)
{
    const struct vkscan_context *context = binding->plan->context;
    VkDescriptorSetLayout layouts[ROUTES_MAX];

    for (uint32_t i = 0; i < binding->recording.route_count; i++)
        layouts[i] = vks_context_layout(context, binding->recording.plan)->set;
    const VkDescriptorSetAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorPool = binding->pool,
        .descriptorSetCount = binding->recording.route_count,
        .pSetLayouts = layouts,
    };
    return context->vk.AllocateDescriptorSets(context->device, &info, sets);
}

static VkResult create_sets(struct vkscan_binding *binding)
{
    const struct vkscan_context *context = binding->plan->context;
    struct recording *recording = &binding->recording;
    const uint64_t parts = vks_plan_parts(recording->plan, recording->plan->capacity);

    recording->route_count = vks_plan_routes(recording->plan, recording->routes);
    const uint64_t count = parts * recording->route_count;
    if (count == 0) /* a scan of capacity 0 has no passes */
        return VK_SUCCESS;
    recording->sets = vks_host_allocate(context->allocator, count * sizeof(recording->sets[0]));
    if (!recording->sets)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    const VkDescriptorPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = (uint32_t)count,
        .poolSizeCount = 1,
        .pPoolSizes = &(VkDescriptorPoolSize){VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                              (uint32_t)count * recording->plan->bindings},
    };
    VkResult result = context->vk.CreateDescriptorPool(context->device, &pool, context->allocator,
                                                       &binding->pool);
    if (result != VK_SUCCESS) {
        binding->pool = VK_NULL_HANDLE;
        return result;
    }

    for (uint64_t i = 0; i < parts && result == VK_SUCCESS; i++)
        result = allocate_sets(binding, &recording->sets[i * recording->route_count]);
    return result;
}

/* Names the pool and its sets for debuggers. */
static void name_sets(const struct vkscan_binding *binding)
{
    const struct vkscan_context *context = binding->plan->context;
    const struct recording *recording = &binding->recording;
    const uint64_t parts = vks_plan_parts(recording->plan, recording->plan->capacity);

    if (!binding->pool)
        return;
    vks_vk_name(&context->vk, context->device, VK_OBJECT_TYPE_DESCRIPTOR_POOL,
                (uint64_t)binding->pool, recording->label);
    for (uint64_t i = 0; i < parts * recording->route_count; i++)
        vks_vk_name(&context->vk, context->device, VK_OBJECT_TYPE_DESCRIPTOR_SET,
                    (uint64_t)recording->sets[i], recording->label);
}

static void write_sets(const struct vkscan_binding *binding)
{
    const struct vkscan_context *context = binding->plan->context;
    const struct recording *recording = &binding->recording;
    const uint64_t parts = vks_plan_parts(recording->plan, recording->plan->capacity);
    struct descriptor_writes descriptors;

    for (uint64_t part = 0; part < parts; part++)
        for (uint32_t i = 0; i < recording->route_count; i++) {
            vks_record_descriptors(recording, part, &recording->routes[i],
                                   recording->sets[part * recording->route_count + i],
                                   &descriptors);
            context->vk.UpdateDescriptorSets(context->device, recording->plan->bindings,
                                             descriptors.writes, 0, NULL);
        }
}

/* ---- bindings ---- */

/* Hints at arrays that kernels of vectors load and store by element: those that are misaligned and
 * get no head padding. */
static void hint_at_offsets(const struct vkscan_binding *binding)
{
    const struct vkscan_plan *plan = binding->plan;
    const uint32_t count = vks_plan_has_results(&plan->plan) ? 2 : 1;
    static const uint32_t ports[] = {PORT_SOURCE, PORT_DESTINATION};

    for (uint32_t i = 0; i < count; i++) {
        const uint32_t behind = binding->recording.places[ports[i]].first % VECTOR_BYTES;
        if (behind && plan->plan.algorithm->arrangement->vectors && !plan->plan.pads)
            vks_report(&plan->errors, VK_SUCCESS,
                       "%s begins %u bytes behind a multiple of 16: vectors of 16 bytes are "
                       "accessed by element, which is slower",
                       vkscan_port_name(plan->plan.ports[ports[i]].id), behind);
    }
}

static VkResult init_binding(struct vkscan_binding *binding, const vkscan_port_buffer *buffers,
                             uint32_t buffer_count)
{
    const struct vkscan_plan *plan = binding->plan;
    VkResult result = vks_buffers_check(plan, buffers, buffer_count, &binding->recording);

    if (result != VK_SUCCESS || plan->plan.access != VKSCAN_ACCESS_DESCRIPTOR_SETS)
        return result;
    result = create_sets(binding);
    if (result != VK_SUCCESS)
        return vks_report(&plan->errors, result,
                          "making a pool of descriptor sets gave VkResult %d", (int)result);
    name_sets(binding);
    write_sets(binding);
    return VK_SUCCESS;
}

VkResult vkscan_binding_create(const vkscan_plan *plan, const vkscan_port_buffer *buffers,
                               uint32_t buffer_count, vkscan_binding **out)
{
    if (out)
        *out = NULL;
    if (!plan)
        return RESULT_INVALID;
    const struct vkscan_context *context = plan->context;
    if (!buffers || !out)
        return vks_report(&plan->errors, RESULT_INVALID, "%s is NULL", buffers ? "out" : "buffers");

    struct vkscan_binding *binding = vks_host_allocate(context->allocator, sizeof(*binding));
    if (!binding)
        return vks_host_out_of_memory(&plan->errors);
    binding->plan = plan;
    const VkResult result = init_binding(binding, buffers, buffer_count);
    if (result != VK_SUCCESS) {
        vkscan_binding_destroy(binding);
        return result;
    }
    hint_at_offsets(binding);
    *out = binding;
    return VK_SUCCESS;
}

void vkscan_binding_destroy(vkscan_binding *binding)
{
    if (!binding)
        return;
    const struct vkscan_context *context = binding->plan->context;
    if (binding->pool)
        context->vk.DestroyDescriptorPool(context->device, binding->pool, context->allocator);
    vks_host_free(context->allocator, binding->recording.sets);
    vks_host_free(context->allocator, binding);
}

/* ---- runs ---- */

/* Refuses a run before all pipelines are compiled. */
static VkResult check_pipelines(const struct vkscan_plan *plan)
{
    const uint32_t missing = vks_pipelines_missing(&plan->pipelines);
    uint32_t first = 0;

    if (missing == 0)
        return VK_SUCCESS;
    while (!(missing >> first & 1))
        first++;
    return vks_report(&plan->errors, RESULT_INVALID,
                      "pipeline %u of %u is not compiled: call vkscan_plan_compile first", first,
                      plan->pipelines.count);
}

static VkResult check_run(const struct vkscan_plan *plan, const vkscan_run_params *run)
{
    const struct report *errors = &plan->errors;
    const struct primitive *primitive = vks_catalogue_primitive(plan->plan.primitive);

    if (run->count > plan->plan.capacity)
        return vks_report(errors, RESULT_INVALID,
                          "count %" PRIu64 " is beyond the plan's capacity of %" PRIu64, run->count,
                          plan->plan.capacity);
    if (run->seed && !plan->plan.ports[PORT_SEED].declared)
        return vks_report(errors, RESULT_INVALID, "seed is not NULL, and a %s has none",
                          primitive->name);
    if (run->seed && plan->plan.flags & VKSCAN_PLAN_SEED_IN_BUFFER_BIT)
        return vks_report(errors, RESULT_INVALID,
                          "seed is not NULL, and the plan's seed is in a buffer");
    return primitive->check_run ? primitive->check_run(&plan->plan, run->seed, errors) : VK_SUCCESS;
}

static struct run_values make_values(const struct plan *plan, const vkscan_run_params *run)
{
    struct run_values values = {run->count, plan->computation.seed, !run->seed};

    if (run->seed)
        memcpy(values.seed.word, run->seed, plan->computation.seed_size);
    return values;
}

static VkResult read_run(const struct vkscan_plan *plan, VkCommandBuffer command_buffer,
                         const vkscan_run_params *given, struct run_values *values)
{
    static const struct sized size = SIZED_RESERVED(vkscan_run_params, seed);
    const struct report *errors = &plan->errors;
    vkscan_run_params run;

    if (!command_buffer || !given)
        return vks_report(errors, RESULT_INVALID, "%s is NULL",
                          command_buffer ? "run" : "command_buffer");
    VkResult result = vks_sized_read(&size, given, &run, errors);
    if (result == VK_SUCCESS)
        result = check_pipelines(plan);
    if (result == VK_SUCCESS)
        result = check_run(plan, &run);
    if (result == VK_SUCCESS)
        *values = make_values(&plan->plan, &run);
    return result;
}

VkResult vkscan_cmd_run(const vkscan_binding *binding, VkCommandBuffer command_buffer,
                        const vkscan_run_params *run)
{
    struct run_values values;

    if (!binding)
        return RESULT_INVALID;
    const VkResult result = read_run(binding->plan, command_buffer, run, &values);
    if (result == VK_SUCCESS)
        vks_record_run(&binding->recording, command_buffer, &values);
    return result;
}

VkResult vkscan_cmd_run_buffers(const vkscan_plan *plan, VkCommandBuffer command_buffer,
                                const vkscan_port_buffer *buffers, uint32_t buffer_count,
                                const vkscan_run_params *run)
{
    struct recording recording;
    struct run_values values;

    if (!plan)
        return RESULT_INVALID;
    const struct report *errors = &plan->errors;
    if (!buffers)
        return vks_report(errors, RESULT_INVALID, "buffers is NULL");
    if (plan->plan.access == VKSCAN_ACCESS_DESCRIPTOR_SETS)
        return vks_report(errors, RESULT_INVALID,
                          "a plan of descriptor sets runs with a binding: call vkscan_cmd_run");
    VkResult result = read_run(plan, command_buffer, run, &values);
    if (result == VK_SUCCESS)
        result = vks_buffers_check(plan, buffers, buffer_count, &recording);
    if (result == VK_SUCCESS)
        vks_record_run(&recording, command_buffer, &values);
    return result;
}

VkResult vkscan_cmd_zero_scratch(const vkscan_plan *plan, VkCommandBuffer command_buffer,
                                 const vkscan_buffer *scratch)
{
    if (!plan)
        return RESULT_INVALID;
    const struct report *errors = &plan->errors;
    const uint64_t size = plan->plan.zeroed_size;
    if (!command_buffer || !scratch)
        return vks_report(errors, RESULT_INVALID, "%s is NULL",
                          command_buffer ? "scratch" : "command_buffer");
    if (size == 0)
        return VK_SUCCESS;
    const VkResult result = vks_buffers_check_zeroed(plan, scratch);
    if (result != VK_SUCCESS)
        return result;
    vks_record_zero(&plan->context->vk, command_buffer, scratch, size);
    return VK_SUCCESS;
}
