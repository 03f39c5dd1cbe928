/* SPDX-License-Identifier: MIT */
#include "run.h"
#include "simulation.h"

/* The first frame starts from what the last one in flight would have left. */
void simulation_upload(struct simulation *s)
{
    const struct frame *last = &s->frames[FRAMES_IN_FLIGHT - 1];
    const VkBufferCopy all = {.size = last->particles.size};

    for (uint32_t i = 0; i < FRAMES_IN_FLIGHT; i++)
        run_zero_scratch(s->plan, &s->frames[i].scratch, s->frames[i].scan, &s->gpu->async);
    galaxies_create(&s->galaxies, s->staging.mapped, s->particles);
    gpu_begin(last->move);
    vkCmdCopyBuffer(last->move, s->staging.handle, last->particles.handle, 1, &all);
    gpu_barrier(last->move, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT);
    gpu_run(&s->gpu->main, last->move);
}

struct snapshot simulation_finish(struct simulation *s)
{
    const struct frame *last = &s->frames[(s->next - 1) % FRAMES_IN_FLIGHT];
    VkDeviceSize used = 0;

    submit_scatter(s, s->next - 1);
    CHECK(vkDeviceWaitIdle(s->gpu->device));
    CHECK(vkResetCommandPool(s->gpu->device, last->main_pool, 0));
    gpu_begin_read_back(last->move);
    const struct snapshot snapshot = {
        .particle_count = s->particles,
        .side = s->side,
        .cells = s->cells,
        .workgroups = s->workgroups,
        .particles = gpu_read_back(last->move, &last->particles, &s->staging, &used),
        .sorted = gpu_read_back(last->move, &last->sorted, &s->staging, &used),
        .prefixes = gpu_read_back(last->move, &last->prefixes, &s->staging, &used),
        .energies = gpu_read_back(last->move, &s->energies, &s->staging, &used)};
    gpu_end_read_back(&s->gpu->main, last->move);
    return snapshot;
}
