/* SPDX-License-Identifier: MIT */
#include "record.h"

#include <string.h>

/* In units of the span, from the start of its port's descriptor. */
static uint32_t offset_of(const struct recording *recording, const struct span *span)
{
    return (uint32_t)((recording->first[span->port] + span->offset) / span->unit);
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

static void record_pass(const struct recording *recording, VkCommandBuffer commands,
                        const struct pass *pass, uint32_t head, const struct value *seed)
{
    const struct vk *vk = recording->vk;
    const VkDescriptorSet sets[SET_COUNT] = {
        [SET_INPUT] = recording->sets[pass->input.port],
        [SET_OUTPUT] = recording->sets[pass->output.port],
        [SET_AUXILIARY] = recording->sets[pass->auxiliary.port],
    };
    struct push push = {
        .count = (uint32_t)pass->count,
        .input_offset = offset_of(recording, &pass->input),
        .output_offset = offset_of(recording, &pass->output),
        .auxiliary_offset = offset_of(recording, &pass->auxiliary),
        .stride = (uint32_t)pass->stride,
        .prefixed = pass->prefixed,
        .in_place = recording->in_place,
        .head = pass->input.port == PORT_SOURCE ? head : 0,
        .state_words = (uint32_t)(recording->plan->zeroed_size / sizeof(uint32_t)),
    };
    const struct value identity = vks_element_identity(recording->plan->type, recording->plan->op);
    const uint32_t groups = pass->groups < recording->max_workgroups ? (uint32_t)pass->groups
                                                                     : recording->max_workgroups;

    memcpy(push.seed, pass->seeded ? seed->word : identity.word, sizeof(push.seed));
    vk->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                        recording->pipelines[pass->stage]);
    vk->CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, recording->layout, 0,
                              SET_COUNT, sets, 0, NULL);
    vk->CmdPushConstants(commands, recording->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(push),
                         &push);
    vk->CmdDispatch(commands, groups, 1, 1);
}

void vks_record_run(const struct recording *recording, VkCommandBuffer commands,
                    const struct operands *operands)
{
    const uint32_t size = recording->plan->type->size;
    const uint32_t head =
        vks_plan_head(recording->plan, operands->count, recording->first[PORT_SOURCE] / size,
                      recording->in_sector / size);
    struct pass_list list;

    vks_plan_passes(recording->plan, operands->count + head, &list);
    for (uint32_t i = 0; i < list.count; i++) {
        if (i > 0)
            record_barrier(recording, commands);
        record_pass(recording, commands, &list.pass[i], head, &operands->seed);
    }
}
