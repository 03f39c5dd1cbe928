/* SPDX-License-Identifier: MIT */
/* The entry points of vkscan.h for bindings and runs: a plan's buffers, checked and described. */
#include "context.h"

#include <inttypes.h>
#include <string.h>

#include "host.h"
#include "interface.h"

/* What a plan demands of one of its three buffers. */
struct demand {
    const char *name;
    const vkscan_buffer *buffer;
    uint64_t size;      /* bytes */
    uint32_t alignment; /* of the offset */
};

static VkResult check_buffer(const struct vkscan_context *context, const struct demand *demand)
{
    const struct report *errors = &context->errors;
    const vkscan_buffer *buffer = demand->buffer;
    VkMemoryRequirements memory;

    if (demand->size == 0)
        return VK_SUCCESS;
    if (!buffer->buffer)
        return vks_report(errors, RESULT_INVALID, "%s.buffer is NULL", demand->name);
    if (buffer->usage && !(buffer->usage & VK_BUFFER_USAGE_STORAGE_BUFFER_BIT))
        return vks_report(errors, RESULT_INVALID,
                          "%s.usage 0x%x lacks VK_BUFFER_USAGE_STORAGE_BUFFER_BIT", demand->name,
                          buffer->usage);
    if (buffer->size == VK_WHOLE_SIZE)
        return vks_report(errors, RESULT_INVALID, "%s.size is VK_WHOLE_SIZE: give its bytes",
                          demand->name);
    if (buffer->size < demand->size)
        return vks_report(errors, RESULT_INVALID,
                          "%s.size of %" PRIu64 " bytes is too small: the plan needs %" PRIu64,
                          demand->name, (uint64_t)buffer->size, demand->size);
    if (buffer->offset % demand->alignment)
        return vks_report(errors, RESULT_INVALID, "%s.offset %" PRIu64 " is not a multiple of %u",
                          demand->name, (uint64_t)buffer->offset, demand->alignment);
    /* An upper bound of the buffer's own size, which Vulkan does not tell. */
    context->vk.GetBufferMemoryRequirements(context->device, buffer->buffer, &memory);
    if (buffer->offset > memory.size || buffer->size > memory.size - buffer->offset)
        return vks_report(errors, RESULT_INVALID,
                          "%s.offset %" PRIu64 " and size %" PRIu64
                          " reach beyond the buffer, which has at most %" PRIu64 " bytes",
                          demand->name, (uint64_t)buffer->offset, (uint64_t)buffer->size,
                          (uint64_t)memory.size);
    if (buffer->offset % context->caps.range_alignment + demand->size > context->caps.max_range)
        return vks_report(errors, RESULT_UNSUPPORTED,
                          "%s of %" PRIu64 " bytes at offset %" PRIu64
                          " is beyond maxStorageBufferRange %u; an offset that is a multiple of %u "
                          "has room for more",
                          demand->name, demand->size, (uint64_t)buffer->offset,
                          context->caps.max_range, context->caps.range_alignment);
    return VK_SUCCESS;
}

static bool overlap(const struct demand *a, const struct demand *b)
{
    return a->size > 0 && b->size > 0 && a->buffer->buffer == b->buffer->buffer &&
           a->buffer->offset < b->buffer->offset + b->size &&
           b->buffer->offset < a->buffer->offset + a->size;
}

static VkResult check_overlap(const struct vkscan_plan *plan,
                              const struct demand demands[ROLE_COUNT])
{
    const struct demand *source = &demands[ROLE_SOURCE];
    const struct demand *destination = &demands[ROLE_DESTINATION];
    const struct demand *scratch = &demands[ROLE_SCRATCH];
    const struct report *errors = &plan->context->errors;
    const bool in_place = plan->plan.primitive != VKSCAN_PRIMITIVE_REDUCE &&
                          source->buffer->offset == destination->buffer->offset;

    if (overlap(source, destination) && !in_place)
        return vks_report(
            errors, RESULT_INVALID,
            "source and destination overlap: only a scan at the same offset can run in "
            "place");
    if (overlap(source, scratch) || overlap(destination, scratch))
        return vks_report(errors, RESULT_INVALID, "scratch overlaps the %s",
                          overlap(source, scratch) ? "source" : "destination");
    return VK_SUCCESS;
}

static VkResult create_sets(struct vkscan_binding *binding)
{
    const struct vkscan_context *context = binding->plan->context;
    const VkDescriptorPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = ROLE_COUNT,
        .poolSizeCount = 1,
        .pPoolSizes = &(VkDescriptorPoolSize){VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, ROLE_COUNT},
    };
    const VkResult result = context->vk.CreateDescriptorPool(context->device, &pool,
                                                             context->allocator, &binding->pool);
    if (result != VK_SUCCESS) {
        binding->pool = VK_NULL_HANDLE;
        return result;
    }

    VkDescriptorSetLayout layouts[ROLE_COUNT];
    for (uint32_t i = 0; i < ROLE_COUNT; i++)
        layouts[i] = context->set_layout;
    const VkDescriptorSetAllocateInfo sets = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorPool = binding->pool,
        .descriptorSetCount = ROLE_COUNT,
        .pSetLayouts = layouts,
    };
    return context->vk.AllocateDescriptorSets(context->device, &sets, binding->recording.sets);
}

/*
 * A descriptor's offset has to be a multiple of minStorageBufferOffsetAlignment, a buffer's only
 * of its element: the kernels step over the elements in between. A buffer that the plan does not
 * use, because its capacity is 0, is stood in for by the scratch.
 */
static void write_sets(struct vkscan_binding *binding, const struct demand demands[ROLE_COUNT])
{
    const struct vkscan_context *context = binding->plan->context;
    VkDescriptorBufferInfo ranges[ROLE_COUNT];
    VkWriteDescriptorSet writes[ROLE_COUNT];

    for (uint32_t i = 0; i < ROLE_COUNT; i++) {
        const struct demand *demand = &demands[demands[i].size > 0 ? i : ROLE_SCRATCH];
        const VkDeviceSize skipped = demand->buffer->offset % context->caps.range_alignment;

        ranges[i] = (VkDescriptorBufferInfo){
            .buffer = demand->buffer->buffer,
            .offset = demand->buffer->offset - skipped,
            .range = skipped + demand->size,
        };
        writes[i] = (VkWriteDescriptorSet){
            .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
            .dstSet = binding->recording.sets[i],
            .descriptorCount = 1,
            .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
            .pBufferInfo = &ranges[i],
        };
        binding->recording.first[i] = (uint32_t)(skipped / binding->plan->plan.type->size);
    }
    context->vk.UpdateDescriptorSets(context->device, ROLE_COUNT, writes, 0, NULL);
}

static VkResult init_binding(struct vkscan_binding *binding,
                             const struct demand demands[ROLE_COUNT])
{
    const struct vkscan_plan *plan = binding->plan;
    const struct vkscan_context *context = plan->context;

    const VkResult result = create_sets(binding);
    if (result != VK_SUCCESS)
        return vks_report(&context->errors, result,
                          "making a pool of three descriptor sets gave VkResult %d", (int)result);
    binding->recording.vk = &context->vk;
    binding->recording.plan = &plan->plan;
    binding->recording.pipelines = plan->pipelines;
    binding->recording.layout = context->pipeline_layout;
    binding->recording.max_workgroups = context->caps.max_workgroup_count;
    binding->recording.in_place = overlap(&demands[ROLE_SOURCE], &demands[ROLE_DESTINATION]);
    binding->recording.in_sector =
        (uint32_t)(demands[ROLE_DESTINATION].buffer->offset % SECTOR_BYTES / plan->plan.type->size);
    write_sets(binding, demands);
    return VK_SUCCESS;
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

    const uint32_t size = plan->plan.type->size;
    vkscan_plan_info info;
    vkscan_plan_get_info(plan, &info);
    const struct demand demands[ROLE_COUNT] = {
        [ROLE_SOURCE] = {"source", &params->source, vks_plan_source_size(&plan->plan), size},
        [ROLE_DESTINATION] = {"destination", &params->destination,
                              vks_plan_destination_size(&plan->plan), size},
        [ROLE_SCRATCH] = {"scratch", &params->scratch, plan->plan.scratch_size,
                          (uint32_t)info.scratch_alignment},
    };
    VkResult result = VK_SUCCESS;
    for (uint32_t i = 0; i < ROLE_COUNT && result == VK_SUCCESS; i++)
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

    uint32_t bits = vks_element_identity(plan->type, plan->op);
    if (seed)
        memcpy(&bits, seed, plan->type->size);
    vks_record_run(&binding->recording, command_buffer, count, bits);
    return VK_SUCCESS;
}
