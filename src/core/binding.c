/* SPDX-License-Identifier: MIT */
/* The entry points of vkscan.h for bindings and runs: a plan's buffers, checked and described. */
#include "context.h"

#include <inttypes.h>
#include <string.h>

#include "host.h"

/* What a plan demands of the buffer of one port. */
struct demand {
    const struct port *port; /* NULL: there is no such port */
    const vkscan_buffer *buffer;
    uint64_t size;      /* bytes */
    uint32_t alignment; /* bytes, of the offset */
};

static VkResult check_buffer(const struct vkscan_context *context, const struct demand *demand)
{
    const struct report *errors = &context->errors;
    const vkscan_buffer *buffer = demand->buffer;
    VkMemoryRequirements memory;

    if (demand->size == 0)
        return VK_SUCCESS;
    if (!buffer->buffer)
        return vks_report(errors, RESULT_INVALID, "%s.buffer is NULL", demand->port->name);
    if (buffer->usage && !(buffer->usage & VK_BUFFER_USAGE_STORAGE_BUFFER_BIT))
        return vks_report(errors, RESULT_INVALID,
                          "%s.usage 0x%x lacks VK_BUFFER_USAGE_STORAGE_BUFFER_BIT",
                          demand->port->name, buffer->usage);
    if (buffer->size == VK_WHOLE_SIZE)
        return vks_report(errors, RESULT_INVALID, "%s.size is VK_WHOLE_SIZE: give its bytes",
                          demand->port->name);
    if (buffer->size < demand->size)
        return vks_report(errors, RESULT_INVALID,
                          "%s.size of %" PRIu64 " bytes is too small: the plan needs %" PRIu64,
                          demand->port->name, (uint64_t)buffer->size, demand->size);
    if (buffer->offset % demand->alignment)
        return vks_report(errors, RESULT_INVALID, "%s.offset %" PRIu64 " is not a multiple of %u",
                          demand->port->name, (uint64_t)buffer->offset, demand->alignment);
    /* An upper bound of the buffer's own size, which Vulkan does not tell. */
    context->vk.GetBufferMemoryRequirements(context->device, buffer->buffer, &memory);
    if (buffer->offset > memory.size || buffer->size > memory.size - buffer->offset)
        return vks_report(errors, RESULT_INVALID,
                          "%s.offset %" PRIu64 " and size %" PRIu64
                          " reach beyond the buffer, which has at most %" PRIu64 " bytes",
                          demand->port->name, (uint64_t)buffer->offset, (uint64_t)buffer->size,
                          (uint64_t)memory.size);
    if (buffer->offset % context->caps.range_alignment + demand->size > context->caps.max_range)
        return vks_report(errors, RESULT_UNSUPPORTED,
                          "%s of %" PRIu64 " bytes at offset %" PRIu64
                          " is beyond maxStorageBufferRange %u; an offset that is a multiple of %u "
                          "has room for more",
                          demand->port->name, demand->size, (uint64_t)buffer->offset,
                          context->caps.max_range, context->caps.range_alignment);
    return VK_SUCCESS;
}

static bool overlap(const struct demand *a, const struct demand *b)
{
    return a->size > 0 && b->size > 0 && a->buffer->buffer == b->buffer->buffer &&
           a->buffer->offset < b->buffer->offset + b->size &&
           b->buffer->offset < a->buffer->offset + a->size;
}

static bool is_in_place(const struct demand *source, const struct demand *port)
{
    return port->port->in_place && source->buffer->offset == port->buffer->offset;
}

static VkResult check_pair(const struct vkscan_plan *plan, const struct demand *a,
                           const struct demand *b)
{
    const struct report *errors = &plan->context->errors;

    if (!overlap(a, b))
        return VK_SUCCESS;
    if (b->port->extent == EXTENT_SCRATCH)
        return vks_report(errors, RESULT_INVALID, "%s overlaps the %s", b->port->name,
                          a->port->name);
    if (is_in_place(a, b))
        return VK_SUCCESS;
    return vks_report(errors, RESULT_INVALID, "%s and %s overlap: %s", a->port->name, b->port->name,
                      b->port->in_place ? "in place they are at the same offset"
                                        : "this primitive does not run in place");
}

static VkResult check_overlap(const struct vkscan_plan *plan,
                              const struct demand demands[PORTS_MAX])
{
    VkResult result = VK_SUCCESS;

    for (uint32_t b = 1; b < PORTS_MAX && demands[b].port; b++)
        for (uint32_t a = 0; a < b && result == VK_SUCCESS; a++)
            result = check_pair(plan, &demands[a], &demands[b]);
    return result;
}

static uint32_t port_count(const struct plan *plan)
{
    uint32_t count = 0;

    while (count < PORTS_MAX && plan->ports[count].name)
        count++;
    return count;
}

static VkResult create_sets(struct vkscan_binding *binding)
{
    const struct vkscan_context *context = binding->plan->context;
    const uint32_t count = port_count(&binding->plan->plan);
    const VkDescriptorPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = count,
        .poolSizeCount = 1,
        .pPoolSizes = &(VkDescriptorPoolSize){VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, count},
    };
    const VkResult result = context->vk.CreateDescriptorPool(context->device, &pool,
                                                             context->allocator, &binding->pool);
    if (result != VK_SUCCESS) {
        binding->pool = VK_NULL_HANDLE;
        return result;
    }

    VkDescriptorSetLayout layouts[PORTS_MAX];
    for (uint32_t i = 0; i < count; i++)
        layouts[i] = context->set_layout;
    const VkDescriptorSetAllocateInfo sets = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorPool = binding->pool,
        .descriptorSetCount = count,
        .pSetLayouts = layouts,
    };
    return context->vk.AllocateDescriptorSets(context->device, &sets, binding->recording.sets);
}

/*
 * A descriptor's offset is a multiple of minStorageBufferOffsetAlignment, a port's only of its
 * element: the kernels add the bytes in between. A port without bytes (capacity 0) is bound to the
 * scratch.
 */
static void write_sets(struct vkscan_binding *binding, const struct demand demands[PORTS_MAX])
{
    const struct vkscan_context *context = binding->plan->context;
    const uint32_t count = port_count(&binding->plan->plan);
    VkDescriptorBufferInfo ranges[PORTS_MAX];
    VkWriteDescriptorSet writes[PORTS_MAX];

    for (uint32_t i = 0; i < count; i++) {
        const struct demand *demand = &demands[demands[i].size > 0 ? i : PORT_SCRATCH];
        const VkDeviceSize first = demand->buffer->offset % context->caps.range_alignment;

        ranges[i] = (VkDescriptorBufferInfo){
            .buffer = demand->buffer->buffer,
            .offset = demand->buffer->offset - first,
            .range = first + demand->size,
        };
        writes[i] = (VkWriteDescriptorSet){
            .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
            .dstSet = binding->recording.sets[i],
            .descriptorCount = 1,
            .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
            .pBufferInfo = &ranges[i],
        };
        binding->recording.first[i] = (uint32_t)first;
    }
    context->vk.UpdateDescriptorSets(context->device, count, writes, 0, NULL);
}

static VkResult init_binding(struct vkscan_binding *binding, const struct demand demands[PORTS_MAX])
{
    const struct vkscan_plan *plan = binding->plan;
    const struct vkscan_context *context = plan->context;

    const VkResult result = create_sets(binding);
    if (result != VK_SUCCESS)
        return vks_report(&context->errors, result,
                          "making a pool of descriptor sets gave VkResult %d", (int)result);
    binding->recording.vk = &context->vk;
    binding->recording.plan = &plan->plan;
    binding->recording.pipelines = plan->pipelines;
    binding->recording.layout = context->pipeline_layout;
    binding->recording.max_workgroups = context->caps.max_workgroup_count;
    binding->recording.in_place = overlap(&demands[PORT_SOURCE], &demands[PORT_DESTINATION]);
    binding->recording.in_sector =
        (uint32_t)(demands[PORT_DESTINATION].buffer->offset % SECTOR_BYTES);
    write_sets(binding, demands);
    return VK_SUCCESS;
}

static void make_demands(const struct vkscan_plan *plan, const vkscan_binding_params *params,
                         struct demand demands[PORTS_MAX])
{
    vkscan_plan_info info;

    vkscan_plan_get_info(plan, &info);
    for (uint32_t i = 0; i < port_count(&plan->plan); i++) {
        const struct port *port = &plan->plan.ports[i];
        const char *member = (const char *)params + port->member;
        demands[i] = (struct demand){
            .port = port,
            .buffer = (const vkscan_buffer *)(const void *)member,
            .size = vks_plan_port_size(&plan->plan, port),
            .alignment = port->extent == EXTENT_SCRATCH ? (uint32_t)info.scratch_alignment
                                                        : plan->plan.type->size,
        };
    }
}

VkResult vkscan_binding_create(const vkscan_plan *plan, const vkscan_binding_params *params,
                               vkscan_binding **out)
{
    if (out)
        *out = NULL;
    if (!plan)
        return RESULT_INVALID;
    const struct vkscan_context *context = plan->context;
    if (!params || !out)
        return vks_report(&context->errors, RESULT_INVALID, "%s is NULL",
                          params ? "out" : "params");

    struct demand demands[PORTS_MAX] = {0};
    make_demands(plan, params, demands);
    VkResult result = VK_SUCCESS;
    for (uint32_t i = 0; i < PORTS_MAX && demands[i].port && result == VK_SUCCESS; i++)
        result = check_buffer(context, &demands[i]);
    if (result == VK_SUCCESS)
        result = check_overlap(plan, demands);
    if (result != VK_SUCCESS)
        return result;

    struct vkscan_binding *binding = vks_host_allocate(context->allocator, sizeof(*binding));
    if (!binding)
        return vks_host_out_of_memory(&context->errors);
    binding->plan = plan;
    result = init_binding(binding, demands);
    if (result != VK_SUCCESS) {
        vkscan_binding_destroy(binding);
        return result;
    }
    *out = binding;
    return VK_SUCCESS;
}

void vkscan_binding_destroy(vkscan_binding *binding)
{
    if (!binding)
        return;
    const struct vkscan_context *context = binding->plan->context;
    context->vk.DestroyDescriptorPool(context->device, binding->pool, context->allocator);
    vks_host_free(context->allocator, binding);
}

VkResult vkscan_cmd_run(const vkscan_binding *binding, VkCommandBuffer command_buffer,
                        uint64_t count, const void *seed)
{
    if (!binding)
        return RESULT_INVALID;
    const struct plan *plan = &binding->plan->plan;
    const struct report *errors = &binding->plan->context->errors;
    if (!command_buffer)
        return vks_report(errors, RESULT_INVALID, "command_buffer is NULL");
    if (count > plan->capacity)
        return vks_report(errors, RESULT_INVALID,
                          "count %" PRIu64 " is beyond the plan's capacity of %" PRIu64, count,
                          plan->capacity);

    struct operands operands = {count, vks_element_identity(plan->type, plan->op)};
    if (seed)
        memcpy(operands.seed.word, seed, plan->type->size);
    vks_record_run(&binding->recording, command_buffer, &operands);
    return VK_SUCCESS;
}
