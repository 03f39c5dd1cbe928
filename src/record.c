/* SPDX-License-Identifier: MIT */
#include "record.h"

#include "interface.h"

static uint32_t first_element(const struct recording *recording, struct span span)
{
    return recording->first[span.role] + (uint32_t)span.offset;
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
                        const struct pass *pass, uint32_t skipped, uint32_t seed)
{
    const struct vk *vk = recording->vk;
    const VkDescriptorSet sets[SET_COUNT] = {
        [SET_INPUT] = recording->sets[pass->input.role],
        [SET_OUTPUT] = recording->sets[pass->output.role],
        [SET_TOTALS] = recording->sets[pass->totals.role],
    };
    const struct push push = {
        .count = (uint32_t)pass->count,
        .input_offset = first_element(recording, pass->input),
        .output_offset = first_element(recording, pass->output),
        .totals_offset = first_element(recording, pass->totals),
        .stride = (uint32_t)pass->stride,
        .prefixed = pass->prefixed,
        .seed =
            pass->seeded ? seed : vks_element_identity(recording->plan->type, recording->plan->op),
        .in_place = recording->in_place,
        .skipped = pass->input.role == ROLE_SOURCE ? skipped : 0,
    };
    const uint32_t groups = pass->groups < recording->max_workgroups ? (uint32_t)pass->groups
                                                                     : recording->max_workgroups;

    vk->CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                        recording->pipelines[pass->stage]);
    vk->CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, recording->layout, 0,
                              SET_COUNT, sets, 0, NULL);
    vk->CmdPushConstants(commands, recording->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(push),
                         &push);
    vk->CmdDispatch(commands, groups, 1, 1);
}

void vks_record_run(const struct recording *recording, VkCommandBuffer commands, uint64_t count,
                    uint32_t seed)
{
    const uint32_t skipped = vks_plan_skipped(recording->plan, count, recording->first[ROLE_SOURCE],
                                              recording->in_sector);
    struct pass_list list;

    vks_plan_passes(recording->plan, count + skipped, &list);
    for (uint32_t i = 0; i < list.count; i++) {
        if (i > 0)
            record_barrier(recording, commands);
        record_pass(recording, commands, &list.pass[i], skipped, seed);
    }
}
