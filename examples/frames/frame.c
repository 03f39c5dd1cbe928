/* SPDX-License-Identifier: MIT */
#include "simulation.h"

#define COMPUTE VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT
#define TRANSFER VK_PIPELINE_STAGE_TRANSFER_BIT
#define READ_WRITE (VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT)

static void dispatch(const struct simulation *s, VkCommandBuffer commands, VkPipeline pipeline,
                     VkDescriptorSet set)
{
    const struct step step = {.masses = {s->galaxies.centres[0], s->galaxies.centres[1]},
                              .duration = STEP,
                              .particles = s->particles,
                              .side = s->side};

    gpu_bind(commands, VK_PIPELINE_BIND_POINT_COMPUTE, &s->layout, pipeline, set, &step);
    vkCmdDispatch(commands, s->workgroups, 1, 1);
}

static void record_move(const struct simulation *s, const struct frame *frame)
{
    const struct gpu *gpu = s->gpu;

    gpu_begin(frame->move);
    /* The frame before has written the particles that are read, on this queue; and what is written
     * may still be in use there: the energies are all frames'. */
    gpu_barrier(frame->move, COMPUTE, VK_ACCESS_SHADER_WRITE_BIT, COMPUTE, READ_WRITE);
    vkCmdFillBuffer(frame->move, frame->counts.handle, 0, VK_WHOLE_SIZE, 0);
    gpu_barrier(frame->move, TRANSFER, VK_ACCESS_TRANSFER_WRITE_BIT, COMPUTE, READ_WRITE);
    dispatch(s, frame->move, s->move, frame->move_set);
    gpu_release(gpu, frame->move, &frame->counts, &gpu->main, &gpu->async);
    CHECK(vkEndCommandBuffer(frame->move));
}

/*
 * The counts never go back to the main queue, nor the prefixes here: who overwrites all of a buffer
 * may take it as it is. The scratch and the prefixes need no barrier either. The run that last used
 * them ended before its frame's scatter, and so before this frame's move, which this submission
 * waits for.
 */
static void record_scan(const struct simulation *s, const struct frame *frame)
{
    const struct gpu *gpu = s->gpu;
    const vkscan_run_params run = {.struct_size = sizeof(run), .count = s->cells + 1};

    gpu_begin(frame->scan);
    gpu_acquire(gpu, frame->scan, &frame->counts, &gpu->main, &gpu->async);
    if (gpu->options.addresses)
        CHECK(vkscan_cmd_run_buffers(s->plan, frame->scan, frame->scan_buffers, 3, &run));
    else
        CHECK(vkscan_cmd_run(frame->binding, frame->scan, &run));
    gpu_release(gpu, frame->scan, &frame->prefixes, &gpu->async, &gpu->main);
    CHECK(vkEndCommandBuffer(frame->scan));
}

/* The particles were written on this queue before the prefixes' semaphore was signalled, so the
 * wait for that makes them visible too. */
static void record_scatter(const struct simulation *s, const struct frame *frame)
{
    const struct gpu *gpu = s->gpu;

    gpu_begin(frame->scatter);
    gpu_acquire(gpu, frame->scatter, &frame->prefixes, &gpu->async, &gpu->main);
    dispatch(s, frame->scatter, s->scatter, frame->scatter_set);
    CHECK(vkEndCommandBuffer(frame->scatter));
}

void submit_scatter(const struct simulation *s, uint64_t n)
{
    gpu_submit(&s->gpu->main, s->frames[n % FRAMES_IN_FLIGHT].scatter, s->scanned, s->scattered,
               n + 1);
}

void simulation_frame(struct simulation *s)
{
    const uint64_t n = s->next++;
    const struct frame *frame = &s->frames[n % FRAMES_IN_FLIGHT];

    /* The last use of the frame's objects ended with a scatter, some frames ago. */
    if (n >= FRAMES_IN_FLIGHT)
        gpu_wait(s->gpu, s->scattered, n - FRAMES_IN_FLIGHT + 1);
    CHECK(vkResetCommandPool(s->gpu->device, frame->main_pool, 0));
    CHECK(vkResetCommandPool(s->gpu->device, frame->async_pool, 0));
    record_move(s, frame);
    record_scan(s, frame);
    record_scatter(s, frame);

    /* Each waits only for what was submitted before it: so two queues that are one work too. */
    gpu_submit(&s->gpu->main, frame->move, VK_NULL_HANDLE, s->moved, n + 1);
    gpu_submit(&s->gpu->async, frame->scan, s->moved, s->scanned, n + 1);
    if (n > 0)
        submit_scatter(s, n - 1);
    galaxies_move(&s->galaxies, STEP);
}
