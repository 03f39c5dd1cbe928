/* SPDX-License-Identifier: MIT */
/* What a plan's ports need of their buffers. */
#include "context.h"

const struct port *vks_ports_find(const struct plan *plan, vkscan_port id)
{
    for (uint32_t i = 0; i < PORTS_MAX; i++)
        if (plan->ports[i].id == id && vks_plan_has_port(plan, &plan->ports[i]))
            return &plan->ports[i];
    return NULL;
}

VkFlags64 vks_ports_usage(const struct vkscan_plan *plan, const struct port *port)
{
    return vks_access(plan->plan.access)->usage |
           (port->id == VKSCAN_PORT_ARGUMENTS ? VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT : 0);
}

/* Returns the largest power of two that divides n. */
static uint32_t largest_power_of_two(uint32_t n)
{
    return n & (0 - n);
}

uint32_t vks_ports_scratch_alignment(const struct caps *caps, const struct plan *plan)
{
    return plan->access != VKSCAN_ACCESS_ADDRESSES && caps->range_alignment > VECTOR_BYTES
               ? caps->range_alignment
               : VECTOR_BYTES;
}

uint32_t vks_ports_alignment(const struct vkscan_plan *plan, const struct port *port)
{
    const uint32_t size = vks_plan_element_size(&plan->plan, port);

    if (port == &plan->plan.ports[PORT_SCRATCH])
        return vks_ports_scratch_alignment(&plan->context->caps, &plan->plan);
    return size > 0 ? largest_power_of_two(size) : sizeof(uint32_t);
}

static void describe_port(const struct vkscan_plan *plan, const struct port *port,
                          vkscan_port_info *info)
{
    *info = (vkscan_port_info){
        .stages = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
        .access = VK_ACCESS_SHADER_READ_BIT | (port->written ? VK_ACCESS_SHADER_WRITE_BIT : 0),
        .usage = vks_ports_usage(plan, port),
        .size = vks_whole_words(vks_plan_port_size(&plan->plan, port)),
        .alignment = vks_ports_alignment(plan, port),
    };
    if (port == &plan->plan.ports[PORT_SCRATCH] && plan->plan.zeroed_size > 0) {
        info->stages |= VK_PIPELINE_STAGE_TRANSFER_BIT;
        info->access |= VK_ACCESS_TRANSFER_WRITE_BIT;
        info->usage |= VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    }
}

VkResult vkscan_plan_get_port(const vkscan_plan *plan, vkscan_port id, vkscan_port_info *to_caller)
{
    static const struct sized size = SIZED(vkscan_port_info, alignment);
    vkscan_port_info info = {.alignment = 1};

    const VkResult result = vks_plan_check_query(plan, &size, to_caller);
    if (result != VK_SUCCESS)
        return result;
    if (!vkscan_port_name(id))
        return vks_report(&plan->errors, RESULT_INVALID, "unknown port %d", (int)id);
    const struct port *port = vks_ports_find(&plan->plan, id);
    if (port)
        describe_port(plan, port, &info);
    vks_sized_write(&size, &info, to_caller);
    return VK_SUCCESS;
}
