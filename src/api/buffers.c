/* SPDX-License-Identifier: MIT */
/* Checks the buffers that a caller gives for a plan's ports, and finds where kernels have them. */
#include "context.h"

#include <inttypes.h>

/* The buffer of one port, and what the plan demands of it. */
struct demand {
    const struct port *port; /* NULL: the plan has no such port */
    const char *name;        /* in messages */
    const vkscan_buffer *buffer;
    uint64_t begin; /* the port's first byte: offset in the buffer, or address */
    uint64_t size;  /* bytes */
    uint64_t reach; /* bytes that one dispatch uses, from the beginning of the port or of a part */
    uint32_t alignment; /* bytes that `begin` has to be a multiple of */
};

/* Returns a port's name in messages, which is the primitive's if that has one. */
static const char *port_name(const struct vkscan_plan *plan, vkscan_port id)
{
    const struct primitive *primitive = vks_catalogue_primitive(plan->plan.primitive);
    const char *own = id == VKSCAN_PORT_SECOND_SOURCE        ? primitive->second_names[0]
                      : id == VKSCAN_PORT_SECOND_DESTINATION ? primitive->second_names[1]
                                                             : NULL;

    return own ? own : vkscan_port_name(id);
}

static bool by_address(const struct vkscan_plan *plan)
{
    return plan->plan.access == VKSCAN_ACCESS_ADDRESSES;
}

/* ---- one port ---- */

static VkResult check_handle(const struct vkscan_plan *plan, const struct demand *demand)
{
    const struct report *errors = &plan->errors;
    const struct access *access = vks_access(plan->plan.access);
    const vkscan_buffer *buffer = demand->buffer;

    if (by_address(plan) && !buffer->address)
        return vks_report(errors, RESULT_INVALID, "%s.address is 0%s", demand->name,
                          buffer->buffer ? ": a VkBuffer is for plans of descriptors"
                                         : ": the plan needs an address there");
    if (!by_address(plan) && !buffer->buffer)
        return vks_report(errors, RESULT_INVALID, "%s.buffer is NULL%s", demand->name,
                          buffer->address ? ": an address is for plans of VKSCAN_ACCESS_ADDRESSES"
                                          : ": the plan needs a buffer there");
    const VkFlags64 missing =
        buffer->usage ? vks_ports_usage(plan, demand->port) & ~buffer->usage : 0;
    if (missing)
        return vks_report(
            errors, RESULT_INVALID, "%s.usage 0x%" PRIx64 " lacks %s", demand->name, buffer->usage,
            missing & access->usage ? access->usage_name : "VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT");
    return VK_SUCCESS;
}

static VkResult check_size(const struct vkscan_plan *plan, const struct demand *demand)
{
    const struct report *errors = &plan->errors;
    const vkscan_buffer *buffer = demand->buffer;

    if (buffer->size == VK_WHOLE_SIZE)
        return vks_report(errors, RESULT_INVALID, "%s.size is VK_WHOLE_SIZE: give its bytes",
                          demand->name);
    if (demand->port->operand == OPERAND_COUNT && buffer->size != 4 && buffer->size != 8)
        return vks_report(errors, RESULT_INVALID,
                          "%s.size of %" PRIu64 " bytes is neither 4 (u32) nor 8 (u64)",
                          demand->name, (uint64_t)buffer->size);
    if (buffer->size < demand->size)
        return vks_report(errors, RESULT_INVALID,
                          "%s.size of %" PRIu64 " bytes is too small: the plan needs %" PRIu64,
                          demand->name, (uint64_t)buffer->size, demand->size);
    return VK_SUCCESS;
}

static VkResult check_address(const struct vkscan_plan *plan, const struct demand *demand)
{
    const struct report *errors = &plan->errors;
    const vkscan_buffer *buffer = demand->buffer;

    if (demand->begin < buffer->address || buffer->size > UINT64_MAX - demand->begin)
        return vks_report(
            errors, RESULT_INVALID,
            "%s.address 0x%" PRIx64 ", offset %" PRIu64 " and size %" PRIu64 " reach beyond 2^64",
            demand->name, buffer->address, (uint64_t)buffer->offset, (uint64_t)buffer->size);
    if (demand->begin % demand->alignment)
        return vks_report(
            errors, RESULT_INVALID,
            "%s.address 0x%" PRIx64 " plus offset %" PRIu64 " is not a multiple of %u",
            demand->name, buffer->address, (uint64_t)buffer->offset, demand->alignment);
    return VK_SUCCESS;
}

static VkResult check_range(const struct vkscan_plan *plan, const struct demand *demand)
{
    const struct vkscan_context *context = plan->context;
    const struct report *errors = &plan->errors;
    const vkscan_buffer *buffer = demand->buffer;
    VkMemoryRequirements memory;

    if (buffer->offset % demand->alignment)
        return vks_report(errors, RESULT_INVALID, "%s.offset %" PRIu64 " is not a multiple of %u",
                          demand->name, (uint64_t)buffer->offset, demand->alignment);
    /* Vulkan does not tell the buffer's size; the memory that it requires is an upper bound. */
    context->vk.GetBufferMemoryRequirements(context->device, buffer->buffer, &memory);
    if (buffer->offset > memory.size || buffer->size > memory.size - buffer->offset)
        return vks_report(errors, RESULT_INVALID,
                          "%s.offset %" PRIu64 " and size %" PRIu64
                          " reach beyond the buffer, which has at most %" PRIu64 " bytes",
                          demand->name, (uint64_t)buffer->offset, (uint64_t)buffer->size,
                          (uint64_t)memory.size);
    if (vks_whole_words(buffer->offset + demand->size) > memory.size)
        return vks_report(errors, RESULT_INVALID,
                          "%s of %" PRIu64 " bytes at offset %" PRIu64
                          " is accessed by words of 4 bytes, and the buffer has at most %" PRIu64,
                          demand->name, demand->size, (uint64_t)buffer->offset,
                          (uint64_t)memory.size);
    if (buffer->offset % context->caps.range_alignment + demand->reach > context->caps.max_range)
        return vks_report(errors, RESULT_TOO_LARGE,
                          "%s of %" PRIu64 " bytes at offset %" PRIu64
                          " is beyond maxStorageBufferRange %u; an offset that is a multiple of %u "
                          "has room for more",
                          demand->name, demand->size, (uint64_t)buffer->offset,
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

VkResult vks_buffers_check_zeroed(const struct vkscan_plan *plan, const vkscan_buffer *scratch)
{
    const struct report *errors = &plan->errors;
    const struct demand demand = {.port = &plan->plan.ports[PORT_SCRATCH],
                                  .name = "scratch",
                                  .buffer = scratch,
                                  .begin = scratch->offset,
                                  .size = plan->plan.zeroed_size,
                                  .alignment = sizeof(uint32_t)};

    if (!scratch->buffer)
        return vks_report(
            errors, RESULT_INVALID,
            "scratch.buffer is NULL: the command that zeroes goes by VkBuffer, in plans by "
            "addresses too");
    if (scratch->usage && !(scratch->usage & VK_BUFFER_USAGE_TRANSFER_DST_BIT))
        return vks_report(errors, RESULT_INVALID,
                          "scratch.usage 0x%" PRIx64 " lacks VK_BUFFER_USAGE_TRANSFER_DST_BIT",
                          scratch->usage);
    const VkResult result = check_size(plan, &demand);
    return result == VK_SUCCESS ? check_range(plan, &demand) : result;
}

/* ---- two ports ---- */

static bool is_of_elements(const struct demand *demand)
{
    return demand->port && !demand->port->elements;
}

static bool overlap(const struct vkscan_plan *plan, const struct demand *a, const struct demand *b)
{
    return a->size > 0 && b->size > 0 &&
           (by_address(plan) || a->buffer->buffer == b->buffer->buffer) &&
           a->begin < b->begin + b->size && b->begin < a->begin + a->size;
}

static bool have_one_size(const struct vkscan_plan *plan, const struct demand *a,
                          const struct demand *b)
{
    return vks_plan_element_size(&plan->plan, a->port) ==
           vks_plan_element_size(&plan->plan, b->port);
}

static VkResult check_pair(const struct vkscan_plan *plan, const struct demand *a,
                           const struct demand *b)
{
    const struct report *errors = &plan->errors;
    const struct port *ports = plan->plan.ports;
    const struct port *scratch = &ports[PORT_SCRATCH], *output = &ports[PORT_DESTINATION];
    const vkscan_port input = a->port->id;

    const bool coincides = b->port->coincides & 1u << (a->port - ports);
    const bool may_coincide = coincides && have_one_size(plan, a, b);
    const char *in_place = vks_catalogue_primitive(plan->plan.primitive)->in_place;
    const bool lacks_flag = in_place && !coincides && b->port->id == input + 1 &&
                            (input == VKSCAN_PORT_SOURCE || input == VKSCAN_PORT_SECOND_SOURCE);
    const bool is_output = b->port == output || (a->port == output && is_of_elements(b));

    if (!overlap(plan, a, b) || !(a->port->written || b->port->written) ||
        (may_coincide && a->begin == b->begin))
        return VK_SUCCESS;
    if (a->port == scratch || b->port == scratch)
        return vks_report(errors, RESULT_INVALID, "scratch overlaps the %s",
                          a->port == scratch ? b->name : a->name);
    return vks_report(errors, RESULT_INVALID, "%s and %s overlap%s%s", a->name, b->name,
                      lacks_flag                   ? ": to run in place, a plan has "
                      : coincides && !may_coincide ? ": in place their elements have one size"
                      : is_output && may_coincide  ? ": in place they are at the same offset"
                      : may_coincide               ? ": they may only be the same place"
                                                   : "",
                      lacks_flag ? in_place : "");
}

static VkResult check_overlap(const struct vkscan_plan *plan,
                              const struct demand demands[PORTS_MAX])
{
    VkResult result = VK_SUCCESS;

    for (uint32_t b = 1; b < PORTS_MAX; b++)
        for (uint32_t a = 0; a < b && result == VK_SUCCESS; a++)
            if (demands[a].port && demands[b].port)
                result = check_pair(plan, &demands[a], &demands[b]);
    return result;
}

/* ---- operands ---- */

static bool is_operand(const struct demand *demand)
{
    return demand->port && demand->port->operand;
}

/* Finds the one range of one buffer that has all operands, for access by descriptors: Vulkan
 * guarantees four storage buffers a stage, and the other ports take three. */
static VkResult place_operands(const struct vkscan_plan *plan,
                               const struct demand demands[PORTS_MAX], struct recording *recording)
{
    const struct caps *caps = &plan->context->caps;
    const struct demand *first = NULL;
    uint64_t begin = UINT64_MAX, end = 0;

    for (uint32_t i = 0; i < PORTS_MAX; i++) {
        const struct demand *demand = &demands[i];
        if (!is_operand(demand))
            continue;
        if (first && first->buffer->buffer != demand->buffer->buffer)
            return vks_report(&plan->errors, RESULT_INVALID,
                              "%s and %s are in two VkBuffers: where access is by descriptors, "
                              "all operands are in one",
                              first->name, demand->name);
        first = first ? first : demand;
        begin = vks_least(begin, demand->begin / caps->range_alignment * caps->range_alignment);
        end = demand->begin + demand->size > end ? demand->begin + demand->size : end;
    }
    if (!first) {
        recording->places[PORT_OPERANDS] = recording->places[PORT_SCRATCH];
        return VK_SUCCESS;
    }
    if (end - begin > caps->max_range)
        return vks_report(&plan->errors, RESULT_TOO_LARGE,
                          "operands span %" PRIu64 " bytes, more than maxStorageBufferRange %u",
                          end - begin, caps->max_range);
    recording->places[PORT_OPERANDS].range =
        (VkDescriptorBufferInfo){first->buffer->buffer, begin, vks_whole_words(end - begin)};
    for (uint32_t i = 0; i < PORTS_MAX; i++)
        recording->operand_places[i] = is_operand(&demands[i]) ? demands[i].begin - begin : 0;
    return VK_SUCCESS;
}

static VkResult find_operands(const struct vkscan_plan *plan,
                              const struct demand demands[PORTS_MAX], struct recording *recording)
{
    for (uint32_t i = 0; i < PORTS_MAX; i++)
        recording->count_64 |= demands[i].port && demands[i].port->operand == OPERAND_COUNT &&
                               demands[i].size == sizeof(uint64_t);
    if (!by_address(plan))
        return place_operands(plan, demands, recording);
    for (uint32_t i = 0; i < PORTS_MAX; i++)
        recording->operand_places[i] = is_operand(&demands[i]) ? demands[i].begin : 0;
    return VK_SUCCESS;
}

/* ---- all ports ---- */

/* Returns the bytes of a port. Those of a count are as many as its buffer has: 4 or 8. */
static uint64_t size_of(const struct vkscan_plan *plan, const struct port *port,
                        const vkscan_buffer *buffer)
{
    const bool is_count_64 = port->operand == OPERAND_COUNT && buffer->size == sizeof(uint64_t);

    return is_count_64 ? sizeof(uint64_t) : vks_plan_port_size(&plan->plan, port);
}

static uint64_t reach_of(const struct plan *plan, const struct port *port, uint64_t size)
{
    return port->elements ? size : vks_least(size, vks_plan_elements_size(plan, port, plan->part));
}

/* The caller's buffers by port; an empty one for each port without. */
struct given {
    const vkscan_buffer *buffers[PORT_IDS];
};

static VkResult sort_buffers(const struct vkscan_plan *plan, const vkscan_port_buffer *buffers,
                             uint32_t buffer_count, struct given *given)
{
    static const vkscan_buffer none;
    const struct report *errors = &plan->errors;

    for (uint32_t i = 0; i < PORT_IDS; i++)
        given->buffers[i] = &none;
    for (uint32_t i = 0; i < buffer_count; i++) {
        const vkscan_port port = buffers[i].port;
        if (!vkscan_port_name(port))
            return vks_report(errors, RESULT_INVALID, "buffers[%u] is for an unknown port %d", i,
                              (int)port);
        if (buffers[i].reserved)
            return vks_report(errors, RESULT_INVALID, "buffers[%u].reserved is %u: it has to be 0",
                              i, buffers[i].reserved);
        if (given->buffers[port] != &none)
            return vks_report(errors, RESULT_INVALID, "buffers[%u] is a second one for %s", i,
                              vkscan_port_name(port));
        given->buffers[port] = &buffers[i].buffer;
    }
    return VK_SUCCESS;
}

static bool is_empty(const vkscan_buffer *buffer)
{
    return !buffer->buffer && !buffer->offset && !buffer->size && !buffer->usage &&
           !buffer->address;
}

/* Refuses buffers for ports that the plan does not have. */
static VkResult check_absent(const struct vkscan_plan *plan, const struct given *given)
{
    for (vkscan_port id = 0; vkscan_port_name(id); id++)
        if (!is_empty(given->buffers[id]) && !vks_ports_find(&plan->plan, id))
            return vks_report(&plan->errors, RESULT_INVALID, "%s is given, but the plan has no %s",
                              port_name(plan, id), vks_port_needs(id));
    return VK_SUCCESS;
}

static void make_demands(const struct vkscan_plan *plan, const struct given *given,
                         struct demand demands[PORTS_MAX])
{
    for (uint32_t i = 0; i < PORTS_MAX; i++) {
        const struct port *port = &plan->plan.ports[i];
        if (!vks_plan_has_port(&plan->plan, port))
            continue;
        const vkscan_buffer *buffer = given->buffers[port->id];
        demands[i] = (struct demand){
            .port = port,
            .name = port_name(plan, port->id),
            .buffer = buffer,
            .begin = buffer->offset + (by_address(plan) ? buffer->address : 0),
            .size = size_of(plan, port, buffer),
            .alignment = vks_ports_alignment(plan, port),
        };
        demands[i].reach = reach_of(&plan->plan, port, demands[i].size);
    }
}

/*
 * Returns where kernels find a port. A descriptor's offset is a multiple of
 * minStorageBufferOffsetAlignment, and an address that kernels get one of VECTOR_BYTES. The port's
 * own offset or address is a multiple of its element's size alone: kernels add the bytes between.
 */
static struct place place_of(const struct vkscan_plan *plan, const struct demand *demand)
{
    const uint32_t alignment =
        by_address(plan) ? VECTOR_BYTES : plan->context->caps.range_alignment;
    const uint32_t first = (uint32_t)(demand->begin % alignment);

    if (by_address(plan))
        return (struct place){.address = demand->begin - first, .first = first};
    return (struct place){
        .range = {demand->buffer->buffer, demand->begin - first,
                  vks_whole_words(first + demand->size)},
        .first = first,
    };
}

/* Tells whether results are stored where elements are loaded. */
static bool is_in_place(const struct vkscan_plan *plan, const struct demand demands[PORTS_MAX])
{
    for (uint32_t a = 0; a < PORTS_MAX; a++) {
        if (!is_of_elements(&demands[a]) || demands[a].port->written)
            continue;
        for (uint32_t b = 0; b < PORTS_MAX; b++)
            if (is_of_elements(&demands[b]) && demands[b].port->written &&
                overlap(plan, &demands[a], &demands[b]))
                return true;
    }
    return false;
}

VkResult vks_buffers_check(const struct vkscan_plan *plan, const vkscan_port_buffer *buffers,
                           uint32_t buffer_count, struct recording *recording)
{
    const struct vkscan_context *context = plan->context;
    struct demand demands[PORTS_MAX] = {0};
    struct given given;
    VkResult result = sort_buffers(plan, buffers, buffer_count, &given);

    if (result == VK_SUCCESS)
        result = check_absent(plan, &given);
    if (result != VK_SUCCESS)
        return result;
    make_demands(plan, &given, demands);
    for (uint32_t i = 0; i < PORTS_MAX && result == VK_SUCCESS; i++)
        if (demands[i].port)
            result = check_port(plan, &demands[i]);
    if (result == VK_SUCCESS)
        result = check_overlap(plan, demands);
    if (result != VK_SUCCESS)
        return result;

    *recording = (struct recording){
        .vk = &context->vk,
        .plan = &plan->plan,
        .label = plan->label,
        .pipelines = plan->pipelines.handles,
        .layout = vks_context_layout(context, &plan->plan)->pipeline,
        .max_workgroups = context->caps.max_workgroup_count,
        .in_place = is_in_place(plan, demands),
        .in_sector = (uint32_t)(demands[PORT_DESTINATION].begin % SECTOR_BYTES),
    };
    /* A port without bytes (capacity 0) has the place of the scratch. */
    for (uint32_t i = 0; i < PORTS_MAX; i++)
        recording->places[i] = place_of(plan, &demands[demands[i].size > 0 ? i : PORT_SCRATCH]);
    return find_operands(plan, demands, recording);
}
