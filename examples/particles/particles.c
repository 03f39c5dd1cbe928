/* SPDX-License-Identifier: MIT */
#include "particles.h"

#include <math.h>
#include <stddef.h>

#include "camera.h"

#include "emit.h"
#include "move.h"

#define COMPUTE VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT
#define INDIRECT VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT
#define VERTEX VK_PIPELINE_STAGE_VERTEX_SHADER_BIT
#define TRANSFER VK_PIPELINE_STAGE_TRANSFER_BIT
#define READ_WRITE (VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT)

static vkscan_buffer counter(const struct particles *p, size_t offset, size_t size)
{
    return run_place(&p->counters, offset, size);
}

static vkscan_buffer alive_count(const struct particles *p)
{
    return counter(p, offsetof(struct counters, alive), sizeof(uint32_t));
}

/* Who lives: death > now, which is the seed of each run. No element is moved, only indices. */
static void create_select(struct particles *p)
{
    const vkscan_select_params select = {.struct_size = sizeof(vkscan_select_params),
                                         .primitive = VKSCAN_PRIMITIVE_SELECT,
                                         .criterion = VKSCAN_CRITERION_GREATER,
                                         .outputs = VKSCAN_SELECT_OUTPUT_INDICES_BIT |
                                                    VKSCAN_SELECT_OUTPUT_NUMBER_BIT |
                                                    VKSCAN_SELECT_OUTPUT_ARGUMENTS_BIT,
                                         .divisor = WORKGROUP_SIZE};
    const vkscan_plan_params params = {.struct_size = sizeof(vkscan_plan_params),
                                       .primitive = VKSCAN_PRIMITIVE_SELECT,
                                       .type = VKSCAN_TYPE_F32,
                                       .capacity = p->capacity,
                                       .details = &select};
    const vkscan_port_buffer buffers[] = {
        {VKSCAN_PORT_SOURCE, 0, run_buffer(&p->deaths)},
        {VKSCAN_PORT_INDICES, 0, run_buffer(&p->alive)},
        {VKSCAN_PORT_NUMBER, 0, alive_count(p)},
        {VKSCAN_PORT_ARGUMENTS, 0,
         counter(p, offsetof(struct counters, move), sizeof(VkDispatchIndirectCommand))}};

    run_create(&p->select, p->gpu, &params, buffers, 4, ring_idle(&p->ring));
}

static void create_order(struct particles *p)
{
    const vkscan_buffer count = alive_count(p);
    const vkscan_buffer number =
        counter(p, offsetof(struct counters, draw) + offsetof(VkDrawIndirectCommand, instanceCount),
                sizeof(uint32_t));

    order_create(&p->order, p->gpu, p->capacity, &count, &number, ring_idle(&p->ring));
}

static void create_buffers(struct particles *p)
{
    const VkDeviceSize words = p->capacity * sizeof(uint32_t);

    p->particles =
        gpu_create_buffer(p->gpu, p->capacity * sizeof(struct particle), GPU_MEMORY_DEVICE);
    p->deaths = gpu_create_buffer(p->gpu, words, GPU_MEMORY_DEVICE);
    p->alive = gpu_create_buffer(p->gpu, words, GPU_MEMORY_DEVICE);
    p->counters = gpu_create_buffer(p->gpu, sizeof(struct counters), GPU_MEMORY_DEVICE);
    p->discs = gpu_create_buffer(p->gpu, p->capacity * sizeof(struct disc), GPU_MEMORY_DEVICE);
    p->staging = gpu_create_buffer(p->gpu,
                                   p->particles.size + p->discs.size + sizeof(struct counters) +
                                       (2 + ORDERED_WORDS) * words,
                                   GPU_MEMORY_HOST);
}

#define ONE 0x3f800000 /* as a float */

/* Nobody lives yet. All depths could be seen, which shows if one behind the count is read. */
static void clear(struct particles *p)
{
    const VkCommandBuffer commands = ring_idle(&p->ring);
    const struct counters counters = {.draw = {.vertexCount = 4}};

    gpu_begin(commands);
    vkCmdFillBuffer(commands, p->deaths.handle, 0, VK_WHOLE_SIZE, 0);
    vkCmdFillBuffer(commands, p->order.depths.handle, 0, VK_WHOLE_SIZE, ONE);
    vkCmdUpdateBuffer(commands, p->counters.handle, 0, sizeof(counters), &counters);
    gpu_barrier(commands, TRANSFER, VK_ACCESS_TRANSFER_WRITE_BIT, COMPUTE | INDIRECT,
                READ_WRITE | VK_ACCESS_INDIRECT_COMMAND_READ_BIT);
    gpu_run(&p->gpu->main, commands);
}

void particles_create(struct particles *p, struct gpu *gpu, uint32_t capacity)
{
    *p = (struct particles){
        .gpu = gpu, .capacity = capacity, .emitted = (capacity + LIFE_FRAMES - 1) / LIFE_FRAMES};
    ring_create(&p->ring, gpu);
    create_buffers(p);
    create_select(p);
    create_order(p);
    const struct buffer *const buffers[BINDING_COUNT] = {
        [BINDING_PARTICLES] = &p->particles, [BINDING_DEATHS] = &p->deaths,
        [BINDING_ALIVE] = &p->alive,         [BINDING_COUNTERS] = &p->counters,
        [BINDING_DISCS] = &p->discs,         [BINDING_DEPTHS] = &p->order.depths};
    gpu_create_layout(gpu, &p->layout, VK_SHADER_STAGE_COMPUTE_BIT, BINDING_COUNT,
                      sizeof(struct step), 1);
    p->set = gpu_create_set(gpu, &p->layout, buffers, BINDING_COUNT);
    p->emit = gpu_create_kernel(gpu, &p->layout, emit_spirv, sizeof(emit_spirv));
    p->move = gpu_create_kernel(gpu, &p->layout, move_spirv, sizeof(move_spirv));
    painter_create(&p->painter, gpu, &p->discs, &p->order.indices);
    clear(p);
}

void particles_destroy(const struct particles *p)
{
    painter_destroy(&p->painter);
    vkDestroyPipeline(p->gpu->device, p->move, NULL);
    vkDestroyPipeline(p->gpu->device, p->emit, NULL);
    gpu_destroy_layout(p->gpu, &p->layout);
    order_destroy(&p->order);
    run_destroy(&p->select);
    ring_destroy(&p->ring);
}

static struct step next_step(const struct particles *p)
{
    const uint64_t number = p->ring.next * p->emitted;
    const float now = (float)(p->ring.next + 1) * STEP;
    const vec3 eye = {2.35f * cosf(0.2f * now), 0.7f, 2.35f * sinf(0.2f * now)};

    return (struct step){.from = camera_look(eye, (vec3){0, 0.15f, 0}, 1.25f, CANVAS_ASPECT),
                         .now = now,
                         .longest = (float)(p->capacity / p->emitted) * STEP,
                         .size = sqrtf(4 / (float)p->capacity),
                         .capacity = p->capacity,
                         .first = (uint32_t)(number % p->capacity),
                         .emitted = p->emitted,
                         .number = (uint32_t)number};
}

void particles_frame(struct particles *p)
{
    const struct step step = p->last = next_step(p);
    const VkCommandBuffer commands = ring_begin(&p->ring);
    const VkAccessFlags written = VK_ACCESS_SHADER_WRITE_BIT;

    /* The frame before may still move and draw by the buffers that this one writes. */
    gpu_barrier(commands, COMPUTE | INDIRECT | VERTEX, written, COMPUTE, READ_WRITE);
    gpu_bind(commands, VK_PIPELINE_BIND_POINT_COMPUTE, &p->layout, p->emit, p->set, &step);
    vkCmdDispatch(commands, (p->emitted + WORKGROUP_SIZE - 1) / WORKGROUP_SIZE, 1, 1);
    gpu_barrier(commands, COMPUTE, written, COMPUTE, READ_WRITE);
    run_record(&p->select, commands, &step.now);
    gpu_barrier(commands, COMPUTE, written, COMPUTE | INDIRECT,
                READ_WRITE | VK_ACCESS_INDIRECT_COMMAND_READ_BIT);
    /* Bound again: a run of vkscan changes pipeline, sets and push constants. */
    gpu_bind(commands, VK_PIPELINE_BIND_POINT_COMPUTE, &p->layout, p->move, p->set, &step);
    vkCmdDispatchIndirect(commands, p->counters.handle, offsetof(struct counters, move));
    order_record(&p->order, commands);
    painter_draw(&p->painter, commands, &step.from, &p->counters, offsetof(struct counters, draw));
    ring_submit(&p->ring);
}

struct snapshot particles_finish(struct particles *p)
{
    const VkCommandBuffer commands = ring_idle(&p->ring);
    const struct buffer *staging = &p->staging;
    VkDeviceSize used = 0;

    gpu_begin_read_back(commands);
    canvas_read_back(&p->painter.canvas, commands);
    const struct snapshot snapshot = {
        .particles = gpu_read_back(commands, &p->particles, staging, &used),
        .discs = gpu_read_back(commands, &p->discs, staging, &used),
        .deaths = gpu_read_back(commands, &p->deaths, staging, &used),
        .alive = gpu_read_back(commands, &p->alive, staging, &used),
        .order = order_read_back(&p->order, commands, staging, &used),
        .counters = gpu_read_back(commands, &p->counters, staging, &used)};
    gpu_end_read_back(&p->gpu->main, commands);
    return snapshot;
}
