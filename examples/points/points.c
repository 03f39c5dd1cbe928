/* SPDX-License-Identifier: MIT */
/*
 * Points that are nearer than a plane are drawn from the farthest to the nearest. How many they are
 * stays on the device: nothing is read back, and the host waits for no frame but the one before the
 * last. A frame is one command buffer:
 *
 *     select   of all depths those below the frame's plane, their       vkscan
 *              indices, and their number, as the draw's vertexCount
 *     sort     of that many depths, in place, with the indices as       vkscan
 *              values
 *     draw     indirect, a point for each index                         points.vert
 *
 * No shader of the program's computes, and what barriers wait for is told by the plans. The host
 * paints the last frame without a sort, and compares each pixel.
 */
#include <math.h>
#include <stddef.h>

#include "canvas.h"
#include "options.h"
#include "point.h"
#include "ring.h"
#include "run.h"

#include "plain.h"
#include "points.h"

#define PIXELS (CANVAS_WIDTH * CANVAS_HEIGHT)
#define DEPTHS 1024 /* different depths: equal ones are drawn in the order of their indices */

#define DRAW (VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT | VK_PIPELINE_STAGE_VERTEX_SHADER_BIT)
#define DRAW_READS (VK_ACCESS_INDIRECT_COMMAND_READ_BIT | VK_ACCESS_SHADER_READ_BIT)
#define WRITES (VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT)

struct points {
    struct gpu *gpu;
    uint32_t count;
    struct buffer points, depths;            /* of the scene */
    struct buffer kept_depths, kept_indices; /* of a frame */
    struct buffer arguments;                 /* VkDrawIndirectCommand */
    struct buffer staging;                   /* the scene, later the last frame's arguments */
    struct run select, sort;
    struct ring ring;
    struct canvas canvas;
    struct layout layout;
    VkPipeline pipeline;
    VkDescriptorSet set;
};

/* ---- what is made once ---- */

static vkscan_buffer number_of(const struct points *p)
{
    return run_place(&p->arguments, offsetof(VkDrawIndirectCommand, vertexCount), sizeof(uint32_t));
}

static void create_select(struct points *p)
{
    const vkscan_select_params select = {.struct_size = sizeof(vkscan_select_params),
                                         .primitive = VKSCAN_PRIMITIVE_SELECT,
                                         .criterion = VKSCAN_CRITERION_LESS,
                                         .outputs = VKSCAN_SELECT_OUTPUT_ELEMENTS_BIT |
                                                    VKSCAN_SELECT_OUTPUT_INDICES_BIT |
                                                    VKSCAN_SELECT_OUTPUT_NUMBER_BIT};
    const vkscan_plan_params params = {.struct_size = sizeof(vkscan_plan_params),
                                       .primitive = VKSCAN_PRIMITIVE_SELECT,
                                       .type = VKSCAN_TYPE_F32,
                                       .capacity = p->count,
                                       .details = &select,
                                       .label = "points in front of the plane"};
    const vkscan_port_buffer buffers[] = {{VKSCAN_PORT_SOURCE, 0, run_buffer(&p->depths)},
                                          {VKSCAN_PORT_DESTINATION, 0, run_buffer(&p->kept_depths)},
                                          {VKSCAN_PORT_INDICES, 0, run_buffer(&p->kept_indices)},
                                          {VKSCAN_PORT_NUMBER, 0, number_of(p)}};

    run_create(&p->select, p->gpu, &params, buffers, 4, ring_idle(&p->ring));
}

/* All 32 bits take an even number of passes, so the sort in place takes none more. */
static void create_sort(struct points *p)
{
    const vkscan_sort_params sort = {.struct_size = sizeof(vkscan_sort_params),
                                     .primitive = VKSCAN_PRIMITIVE_SORT,
                                     .flags = VKSCAN_SORT_DESCENDING_BIT | VKSCAN_SORT_IN_PLACE_BIT,
                                     .value_size = sizeof(uint32_t)};
    const vkscan_plan_params params = {.struct_size = sizeof(vkscan_plan_params),
                                       .primitive = VKSCAN_PRIMITIVE_SORT,
                                       .type = VKSCAN_TYPE_F32,
                                       .capacity = p->count,
                                       .flags = VKSCAN_PLAN_COUNT_IN_BUFFER_BIT,
                                       .details = &sort,
                                       .label = "points back to front"};
    const vkscan_port_buffer buffers[] = {
        {VKSCAN_PORT_SOURCE, 0, run_buffer(&p->kept_depths)},
        {VKSCAN_PORT_DESTINATION, 0, run_buffer(&p->kept_depths)},
        {VKSCAN_PORT_SECOND_SOURCE, 0, run_buffer(&p->kept_indices)},
        {VKSCAN_PORT_SECOND_DESTINATION, 0, run_buffer(&p->kept_indices)},
        {VKSCAN_PORT_COUNT, 0, number_of(p)}};

    run_create(&p->sort, p->gpu, &params, buffers, 5, ring_idle(&p->ring));
}

static void create_drawing(struct points *p)
{
    static const struct canvas_shaders shaders = {.topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST,
                                                  .vertex = points_spirv,
                                                  .vertex_size = sizeof(points_spirv),
                                                  .fragment = plain_spirv,
                                                  .fragment_size = sizeof(plain_spirv)};
    const struct buffer *const buffers[] = {&p->points, &p->kept_indices};

    canvas_create(&p->canvas, p->gpu);
    gpu_create_layout(p->gpu, &p->layout, VK_SHADER_STAGE_VERTEX_BIT, 2, 2 * sizeof(float), 1);
    p->set = gpu_create_set(p->gpu, &p->layout, buffers, 2);
    p->pipeline = canvas_create_pipeline(&p->canvas, &shaders, &p->layout);
}

static uint32_t hash(uint32_t x)
{
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

static struct point point_at(uint32_t i)
{
    return (struct point){.column = hash(3 * i) % CANVAS_WIDTH,
                          .row = hash(3 * i + 1) % CANVAS_HEIGHT,
                          .colour = hash(3 * i + 2) | 0xff000000u};
}

static float depth_at(uint32_t i)
{
    return (float)(hash(~i) % DEPTHS) / DEPTHS;
}

static void upload(struct points *p)
{
    const VkDrawIndirectCommand arguments = {.instanceCount = 1};
    const VkBufferCopy points = {.size = p->points.size};
    const VkBufferCopy depths = {.srcOffset = p->points.size, .size = p->depths.size};
    const struct run_uses select = run_uses(&p->select);
    const VkCommandBuffer commands = ring_idle(&p->ring);
    struct point *scene = p->staging.mapped;
    float *scene_depths = (float *)(void *)(scene + p->count);

    for (uint32_t i = 0; i < p->count; i++) {
        scene[i] = point_at(i);
        scene_depths[i] = depth_at(i);
    }
    gpu_begin(commands);
    vkCmdCopyBuffer(commands, p->staging.handle, p->points.handle, 1, &points);
    vkCmdCopyBuffer(commands, p->staging.handle, p->depths.handle, 1, &depths);
    vkCmdUpdateBuffer(commands, p->arguments.handle, 0, sizeof(arguments), &arguments);
    gpu_barrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                select.stages | DRAW, select.access | DRAW_READS);
    gpu_run(&p->gpu->main, commands);
}

static void points_create(struct points *p, struct gpu *gpu, uint32_t count)
{
    const VkDeviceSize words = count * sizeof(uint32_t);

    *p = (struct points){.gpu = gpu, .count = count};
    ring_create(&p->ring, gpu);
    p->points = gpu_create_buffer(gpu, count * sizeof(struct point), GPU_MEMORY_DEVICE);
    p->depths = gpu_create_buffer(gpu, words, GPU_MEMORY_DEVICE);
    p->kept_depths = gpu_create_buffer(gpu, words, GPU_MEMORY_DEVICE);
    p->kept_indices = gpu_create_buffer(gpu, words, GPU_MEMORY_DEVICE);
    p->arguments = gpu_create_buffer(gpu, sizeof(VkDrawIndirectCommand), GPU_MEMORY_DEVICE);
    p->staging =
        gpu_create_buffer(gpu, p->points.size + words + p->arguments.size, GPU_MEMORY_HOST);
    create_select(p);
    create_sort(p);
    create_drawing(p);
    upload(p);
}

static void points_destroy(const struct points *p)
{
    vkDestroyPipeline(p->gpu->device, p->pipeline, NULL);
    gpu_destroy_layout(p->gpu, &p->layout);
    canvas_destroy(&p->canvas);
    run_destroy(&p->sort);
    run_destroy(&p->select);
    ring_destroy(&p->ring);
}

/* ---- what is done for each frame ---- */

/* The plane comes from the back and goes to the front once in 64 frames; never quite to either. */
static float plane_of(uint64_t frame)
{
    return 1 - ((float)(frame % 64) + 0.5f) / 64;
}

static void points_frame(struct points *p)
{
    const VkCommandBuffer commands = ring_begin(&p->ring);
    const struct run_uses select = run_uses(&p->select), sort = run_uses(&p->sort);
    const float plane = plane_of(p->ring.next), size[] = {CANVAS_WIDTH, CANVAS_HEIGHT};

    /* The frame before may still sort, and draw by what this one writes. */
    gpu_barrier(commands, sort.stages | DRAW, sort.access & WRITES, select.stages, select.access);
    run_record(&p->select, commands, &plane);
    gpu_barrier(commands, select.stages, select.access & WRITES, sort.stages | DRAW,
                sort.access | DRAW_READS);
    run_record(&p->sort, commands, NULL);
    gpu_barrier(commands, sort.stages, sort.access & WRITES, DRAW, DRAW_READS);
    canvas_draw(&p->canvas, commands, &p->layout, p->pipeline, p->set, size, &p->arguments, 0);
    ring_submit(&p->ring);
}

/* ---- what the last frame should be ---- */

static const VkDrawIndirectCommand *read_back(struct points *p)
{
    const VkCommandBuffer commands = ring_idle(&p->ring);
    VkDeviceSize used = 0;

    gpu_begin_read_back(commands);
    canvas_read_back(&p->canvas, commands);
    const VkDrawIndirectCommand *last = gpu_read_back(commands, &p->arguments, &p->staging, &used);
    gpu_end_read_back(&p->gpu->main, commands);
    return last;
}

/* Paints in each pixel the nearest point, of equally near ones the last, by its index plus one, and
 * returns the number of points in front of the plane. */
static uint32_t paint(const struct points *p, float plane, uint32_t nearest[PIXELS])
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < p->count; i++) {
        const struct point point = point_at(i);
        uint32_t *at = &nearest[point.row * CANVAS_WIDTH + point.column];
        if (depth_at(i) < plane) {
            count++;
            if (*at == 0 || depth_at(i) <= depth_at(*at - 1))
                *at = i + 1;
        }
    }
    return count;
}

static bool is_painted(const struct points *p, const uint32_t nearest[PIXELS])
{
    static const float background[] = {CANVAS_BACKGROUND};

    for (uint32_t i = 0; i < PIXELS; i++) {
        const struct light is = canvas_pixel(&p->canvas, i);
        for (uint32_t k = 0; k < 3; k++) {
            const float want = nearest[i] == 0
                                   ? background[k]
                                   : (float)(point_at(nearest[i] - 1).colour >> 8 * k & 255) / 255;
            if (!(fabsf(is.rgb[k] - want) < 0.5f / 255)) {
                fprintf(stderr, "points: colour %u of pixel %u, %u is %f, not %f\n", k,
                        i % CANVAS_WIDTH, i / CANVAS_WIDTH, is.rgb[k], want);
                return false;
            }
        }
    }
    return true;
}

static bool verify(struct points *p)
{
    const VkDrawIndirectCommand *last = read_back(p);
    const float plane = plane_of(p->ring.next - 1);
    uint32_t *nearest = calloc(PIXELS, sizeof(*nearest));
    const uint32_t count = nearest ? paint(p, plane, nearest) : 0;
    const bool right = nearest && last->vertexCount == count && is_painted(p, nearest);

    free(nearest);
    if (last->vertexCount != count)
        fprintf(stderr, "points: %u are drawn, not %u\n", last->vertexCount, count);
    if (right)
        printf("%u of %u points are drawn after %u frames, of %.2f ms: all in their order\n", count,
               p->count, (unsigned)p->ring.next, p->ring.milliseconds);
    return right;
}

int main(int argc, char **argv)
{
    struct options options = {
        .program = "points", .what = "points", .frames = 64, .count = 1 << 20, .most = 1 << 23};

    options_read(&options, argc, argv);

    struct gpu gpu;
    struct points points;
    gpu_create(&gpu, &options.gpu);
    printf("%s\n", gpu.properties.deviceName);
    points_create(&points, &gpu, options.count);
    for (uint32_t i = 0; i < options.frames; i++)
        points_frame(&points);
    bool right = verify(&points);
    if (options.picture)
        right = canvas_write(&points.canvas, 1, options.picture) && right;
    points_destroy(&points);
    gpu_destroy(&gpu);
    return right && gpu.messages == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
