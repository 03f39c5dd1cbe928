/* SPDX-License-Identifier: MIT */
#include "ports.h"

#include <inttypes.h>

/* What a plan demands of the buffer of one port. */
struct demand {
    const struct port *port; /* NULL: there is no such port */
    const vkscan_buffer *buffer;
    uint64_t begin;     /* where it begins: offset in the buffer, or address */
    uint64_t size;      /* bytes */
    uint32_t alignment; /* bytes, of the beginning */
};

static bool by_address(const struct vkscan_plan *plan)
{
    return plan->plan.access == VKSCAN_ACCESS_ADDRESSES;
}

/* ---- one port ---- */

static VkResult check_handle(const struct vkscan_plan *plan, const struct demand *demand)
{
    const struct report *errors = &plan->context->errors;
    const struct access *access = vks_access(plan->plan.access);
    const vkscan_buffer *buffer = demand->buffer;

    if (by_address(plan) && !buffer->address)
        return vks_report(errors, RESULT_INVALID, "%s.address is 0%s", demand->port->name,
                          buffer->buffer ? ": a VkBuffer is for plans of descriptors" : "");
    if (!by_address(plan) && !buffer->buffer)
        return vks_report(errors, RESULT_INVALID, "%s.buffer is NULL%s", demand->port->name,
                          buffer->address ? ": an address is for plans of VKSCAN_ACCESS_ADDRESSES"
                                          : "");
    if (buffer->usage && !(buffer->usage & access->usage))
        return vks_report(errors, RESULT_INVALID, "%s.usage 0x%x lacks %s", demand->port->name,
                          buffer->usage, access->usage_name);
    return VK_SUCCESS;
}

static VkResult check_size(const struct vkscan_plan *plan, const struct demand *demand)
{
    const struct report *errors = &plan->context->errors;
    const vkscan_buffer *buffer = demand->buffer;

    if (buffer->size == VK_WHOLE_SIZE)
        return vks_report(errors, RESULT_INVALID, "%s.size is VK_WHOLE_SIZE: give its bytes",
                          demand->port->name);
    if (buffer->size < demand->size)
        return vks_report(errors, RESULT_INVALID,
                          "%s.size of %" PRIu64 " bytes is too small: the plan needs %" PRIu64,
                          demand->port->name, (uint64_t)buffer->size, demand->size);
    return VK_SUCCESS;
}

static VkResult check_address(const struct vkscan_plan *plan, const struct demand *demand)
{
    const struct report *errors = &plan->context->errors;
    const vkscan_buffer *buffer = demand->buffer;

    if (demand->begin < buffer->address || buffer->size > UINT64_MAX - demand->begin)
        return vks_report(
            errors, RESULT_INVALID,
            "%s.address 0x%" PRIx64 ", offset %" PRIu64 " and size %" PRIu64 " reach beyond 2^64",
            demand->port->name, buffer->address, (uint64_t)buffer->offset, (uint64_t)buffer->size);
    if (demand->begin % demand->alignment)
        return vks_report(
            errors, RESULT_INVALID,
            "%s.address 0x%" PRIx64 " plus offset %" PRIu64 " is not a multiple of %u",
            demand->port->name, buffer->address, (uint64_t)buffer->offset, demand->alignment);
    return VK_SUCCESS;
}

static VkResult check_range(const struct vkscan_plan *plan, const struct demand *demand)
{
    const struct vkscan_context *context = plan->context;
    const struct report *errors = &context->errors;
    const vkscan_buffer *buffer = demand->buffer;
    VkMemoryRequirements memory;

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

static VkResult check_port(const struct vkscan_plan *plan, const struct demand *demand)
{
    if (demand->size == 0)
        return VK_SUCCESS;
    VkResult result = check_handle(plan, demand);
    if (result == VK_SUCCESS)
        result = check_size(plan, demand);
    if (result != VK_SUCCESS)
        return result;
    return by_address(plan) ? check_address(plan, demand) : check_range(plan, demand);
}

/* ---- two ports ---- */

static bool overlap(const struct vkscan_plan *plan, const struct demand *a, const struct demand *b)
{
    return a->size > 0 && b->size > 0 &&
           (by_address(plan) || a->buffer->buffer == b->buffer->buffer) &&
           a->begin < b->begin + b->size && b->begin < a->begin + a->size;
}

static VkResult check_pair(const struct vkscan_plan *plan, const struct demand *a,
                           const struct demand *b)
{
    const struct report *errors = &plan->context->errors;

    if (!overlap(plan, a, b))
        return VK_SUCCESS;
    if (b->port->extent == EXTENT_SCRATCH)
        return vks_report(errors, RESULT_INVALID, "%s overlaps the %s", b->port->name,
                          a->port->name);
    if (b->port->in_place && a->begin == b->begin)
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

/* ---- all ports ---- */

/* That divides it. */
static uint32_t largest_power_of_two(uint32_t n)
{
    return n & (0 - n);
}

static void make_demands(const struct vkscan_plan *plan, const vkscan_binding_params *params,
                         struct demand demands[PORTS_MAX])
{
    vkscan_plan_info info;

    vkscan_plan_get_info(plan, &info);
    for (uint32_t i = 0; i < PORTS_MAX && plan->plan.ports[i].name; i++) {
        const struct port *port = &plan->plan.ports[i];
        const char *member = (const char *)params + port->member;
        const vkscan_buffer *buffer = (const vkscan_buffer *)(const void *)member;
        demands[i] = (struct demand){
            .port = port,
            .buffer = buffer,
            .begin = buffer->offset + (by_address(plan) ? buffer->address : 0),
            .size = vks_plan_port_size(&plan->plan, port),
            .alignment = port->extent == EXTENT_SCRATCH
                             ? (uint32_t)info.scratch_alignment
                             : largest_power_of_two(vks_plan_element_size(&plan->plan, port)),
        };
    }
}

/* Kernels access narrow elements by words. */
static uint64_t whole_words(uint64_t bytes)
{
    return vks_divide_up(bytes, sizeof(uint32_t)) * sizeof(uint32_t);
}

/*
 * A descriptor's offset is a multiple of minStorageBufferOffsetAlignment, the address that kernels
 * get one of a vector, a port's only of its element: the kernels add the bytes in between.
 */
static struct place place_of(const struct vkscan_plan *plan, const struct demand *demand)
{
    const uint32_t alignment =
        by_address(plan) ? VECTOR_BYTES : plan->context->caps.range_alignment;
    const uint32_t first = (uint32_t)(demand->begin % alignment);

    if (by_address(plan))
        return (struct place){.address = demand->begin - first, .first = first};
    return (struct place){
        .range = {demand->buffer->buffer, demand->begin - first, whole_words(first + demand->size)},
        .first = first,
    };
}

VkResult vks_ports_check(const struct vkscan_plan *plan, const vkscan_binding_params *params,
                         struct recording *recording)
{
    const struct vkscan_context *context = plan->context;
    struct demand demands[PORTS_MAX] = {0};
    VkResult result = VK_SUCCESS;

    make_demands(plan, params, demands);
    for (uint32_t i = 0; i < PORTS_MAX && demands[i].port && result == VK_SUCCESS; i++)
        result = check_port(plan, &demands[i]);
    if (result == VK_SUCCESS)
        result = check_overlap(plan, demands);
    if (result != VK_SUCCESS)
        return result;

    *recording = (struct recording){
        .vk = &context->vk,
        .plan = &plan->plan,
        .label = plan->label,
        .pipelines = plan->pipelines,
        .layout = context->layouts[plan->plan.access].pipeline,
        .max_workgroups = context->caps.max_workgroup_count,
        .in_place = overlap(plan, &demands[PORT_SOURCE], &demands[PORT_DESTINATION]),
        .in_sector = (uint32_t)(demands[PORT_DESTINATION].begin % SECTOR_BYTES),
    };
    /* A port without bytes (capacity 0) is the scratch's. */
    for (uint32_t i = 0; i < PORTS_MAX && demands[i].port; i++)
        recording->places[i] = place_of(plan, &demands[demands[i].size > 0 ? i : PORT_SCRATCH]);
    return VK_SUCCESS;
}
