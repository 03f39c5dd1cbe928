/* SPDX-License-Identifier: MIT */
#include "record.h"

#include <string.h>

/* In units of the span, from where kernels find its port. */
static uint32_t offset_of(const struct recording *recording, const struct span *span)
{
    return (uint32_t)((recording->places[span->port].first + span->offset) / span->unit);
}

static void record_barrier(const struct recording *recording, VkCommandBuffer commands)
{
    const VkMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT,
    };

    recording->vk->CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                      VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 1, &barrier, 0, NULL,
                                      0, NULL);
}

void vks_record_describe(const struct recording *recording, const struct route *route,
                         VkDescriptorSet set, VkWriteDescriptorSet writes[BINDING_COUNT])
{
    for (uint32_t i = 0; i < BINDING_COUNT; i++)
        writes[i] = (VkWriteDescriptorSet){
            .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
            .dstSet = set,
            .dstBinding = i,
            .descriptorCount = 1,
            .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
            .pBufferInfo = &recording->places[route->port[i]].range,
        };
}

static void bind_set(const struct recording *recording, VkCommandBuffer commands,
                     struct route route)
{
    const uint32_t i = vks_plan_find_route(recording->routes, recording->route_count, route);

    recording->vk->CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                                         recording->layout, 0, 1, &recording->sets[i], 0, NULL);
}

static void push_descriptors(const struct recording *recording, VkCommandBuffer commands,
                             struct route route)
{
    VkWriteDescriptorSet writes[BINDING_COUNT];

    vks_record_describe(recording, &route, VK_NULL_HANDLE, writes);
    recording->vk->CmdPushDescriptorSetKHR(commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                                           recording->layout, 0, BINDING_COUNT, writes);
}

static void record_buffers(const struct recording *recording, VkCommandBuffer commands,
                           const struct pass *pass)
{
    const vkscan_access access = recording->plan->access;

    if (access == VKSCAN_ACCESS_DESCRIPTOR_SETS)
        bind_set(recording, commands, vks_plan_route(pass));
    else if (access == VKSCAN_ACCESS_PUSH_DESCRIPTORS)
        push_descriptors(recording, commands, vks_plan_route(pass));
}

static void record_pass(const struct recording *recording, VkCommandBuffer commands,
                        const struct pass *pass, uint32_t head, const struct operands *operands)
{
    const struct vk *vk = recording->vk;
    struct push push = {
        .input_address = recording->places[pass->input.port].address,
        .output_address = recording->places[pass->output.port].address,
        .auxiliary_address = recording->places[pass->auxiliary.port].address,
        .count = (uint32_t)pass->count,
        .input_offset = offset_of(recording, &pass->input),
        .output_offset = offset_of(recording, &pass->output),
        .auxiliary_offset = offset_of(recording, &pass->auxiliary),
        .stride = (uint32_t)pass->stride,
        .prefixed = pass->prefixed,
        .in_place = recording->in_place,
        .head = pass->input.port == PORT_SOURCE ? head : 0,
        .groups = (uint32_t)pass->groups,
        .unseeded = !pass->seeded || operands->unseeded,
        .state_words = (uint32_t)(recording->plan->zeroed_size / sizeof(uint32_t)),
    };
    const uint32_t groups = pass->groups < recording->max_workgroups ? (uint32_t)pass->groups
                                                                     : recording->max_workgroups;

    memcpy(push.seed, pass->seeded ? operands->seed.word : recording->plan->computation.seed.word,
           sizeof(push.seed));
    vk->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                        recording->pipelines[pass->stage]);
    record_buffers(recording, commands, pass);
    vk->CmdPushConstants(commands, recording->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(push),
                         &push);
    vk->CmdDispatch(commands, groups, 1, 1);
}

static void begin_label(const struct recording *recording, VkCommandBuffer commands)
{
    const VkDebugUtilsLabelEXT label = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT,
        .pLabelName = recording->label,
    };

    if (recording->vk->CmdBeginDebugUtilsLabelEXT)
        recording->vk->CmdBeginDebugUtilsLabelEXT(commands, &label);
}

static void end_label(const struct recording *recording, VkCommandBuffer commands)
{
    if (recording->vk->CmdBeginDebugUtilsLabelEXT)
        recording->vk->CmdEndDebugUtilsLabelEXT(commands);
}

void vks_record_run(const struct recording *recording, VkCommandBuffer commands,
                    const struct operands *operands)
{
    const struct plan *plan = recording->plan;
    const struct computation *c = &plan->computation;
    const uint32_t count = (uint32_t)operands->count, first = recording->places[PORT_SOURCE].first;
    const bool reverse = plan->flags & VKSCAN_PLAN_REVERSE;
    const uint32_t head = vks_plan_head(
        plan, operands->count, reverse ? 0 - first - count * c->source_size : first,
        reverse ? 0 - recording->in_sector - count * c->destination_size : recording->in_sector);
    struct pass_list list;

    vks_plan_passes(plan, operands->count + head, &list);
    begin_label(recording, commands);
    for (uint32_t i = 0; i < list.count; i++) {
        if (i > 0)
            record_barrier(recording, commands);
        record_pass(recording, commands, &list.pass[i], head, operands);
    }
    end_label(recording, commands);
}
