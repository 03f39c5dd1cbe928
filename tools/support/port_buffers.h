/* SPDX-License-Identifier: MIT */
/* A plan's buffers by name, for code that sets and changes them one by one, where vkscan takes a
 * list; and runs by count and seed. */
#ifndef PORT_BUFFERS_H
#define PORT_BUFFERS_H

#include <vkscan/vkscan.h>

/* The buffers, in the order of vkscan_port. All zero: there is none. */
struct port_buffers {
#define NAMED_PORT(enumerator, name, needs) vkscan_buffer name;
#include "../../src/plan/ports.def"
#undef NAMED_PORT
};

#define PORT_BUFFERS_COUNT (sizeof(struct port_buffers) / sizeof(vkscan_buffer))

static inline const vkscan_port_buffer *
port_buffers_list(const struct port_buffers *buffers, vkscan_port_buffer list[PORT_BUFFERS_COUNT])
{
    const vkscan_buffer *each = (const vkscan_buffer *)buffers;

    for (uint32_t i = 0; buffers && i < PORT_BUFFERS_COUNT; i++)
        list[i] = (vkscan_port_buffer){(vkscan_port)i, 0, each[i]};
    return buffers ? list : NULL;
}

/* Calls vkscan_binding_create(), as port_buffers_run() calls vkscan_cmd_run_buffers(). NULL buffers
 * stay NULL. */
static inline VkResult port_buffers_bind(const vkscan_plan *plan,
                                         const struct port_buffers *buffers, vkscan_binding **out)
{
    vkscan_port_buffer list[PORT_BUFFERS_COUNT];

    return vkscan_binding_create(plan, port_buffers_list(buffers, list), PORT_BUFFERS_COUNT, out);
}

static inline VkResult port_buffers_run(const vkscan_plan *plan, VkCommandBuffer commands,
                                        const struct port_buffers *buffers, uint64_t count,
                                        const void *seed)
{
    vkscan_port_buffer list[PORT_BUFFERS_COUNT];

    return vkscan_cmd_run_buffers(
        plan, commands, port_buffers_list(buffers, list), PORT_BUFFERS_COUNT,
        &(vkscan_run_params){
            .struct_size = sizeof(vkscan_run_params), .count = count, .seed = seed});
}

static inline VkResult binding_run(const vkscan_binding *binding, VkCommandBuffer commands,
                                   uint64_t count, const void *seed)
{
    return vkscan_cmd_run(binding, commands,
                          &(vkscan_run_params){.struct_size = sizeof(vkscan_run_params),
                                               .count = count,
                                               .seed = seed});
}

#endif
