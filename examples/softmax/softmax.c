/* SPDX-License-Identifier: MIT */
/*
 * The softmax of each row of a matrix: one reduction of rows, by the operator of
 * softmax_parts.glsl, gives the highest element and the sum of exponentials in one read, where two
 * reductions, by max and then by add, read twice. A shader then makes the results. Read
 * record_softmax() first.
 */
#include "logits.h"
#include "options.h"
#include "ring.h"
#include "run.h"
#include "timer.h"

#include "normalize.h"
#include "softmax_parts.h"

#define COMPUTE VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT
#define ROWS 512u

/* What is timed; a copy, to compare with. */
static const char *const parts[] = {"reduction of rows", "results", "copy of the elements"};
#define PARTS (sizeof(parts) / sizeof(*parts))

struct softmax {
    struct gpu gpu;
    struct ring ring;
    struct timer timer;
    struct matrix matrix;
    size_t count; /* of elements */
    struct buffer elements, parts, results, staging;
    struct buffer copied; /* the elements, to compare times with */
    struct run reduction;
    struct layout layout;
    VkDescriptorSet set;
    VkPipeline kernel;
};

static void record_softmax(struct softmax *s, VkCommandBuffer commands)
{
    run_record(&s->reduction, commands, NULL);
    timer_mark(&s->timer, commands);
    gpu_barrier(commands, COMPUTE, VK_ACCESS_SHADER_WRITE_BIT, COMPUTE, VK_ACCESS_SHADER_READ_BIT);
    gpu_bind(commands, VK_PIPELINE_BIND_POINT_COMPUTE, &s->layout, s->kernel, s->set, &s->matrix);
    vkCmdDispatch(commands, (s->matrix.columns + WORKGROUP_SIZE - 1) / WORKGROUP_SIZE, ROWS, 1);
    timer_mark(&s->timer, commands);
}

static void record_copy(struct softmax *s, VkCommandBuffer commands)
{
    const VkBufferCopy all = {.size = s->elements.size};

    gpu_barrier(commands, COMPUTE, 0, VK_PIPELINE_STAGE_TRANSFER_BIT, 0);
    vkCmdCopyBuffer(commands, s->elements.handle, s->copied.handle, 1, &all);
    timer_mark(&s->timer, commands);
}

static void run_frame(struct softmax *s)
{
    const VkCommandBuffer commands = ring_idle(&s->ring);

    gpu_begin(commands);
    timer_begin(&s->timer, commands);
    record_softmax(s, commands);
    record_copy(s, commands);
    gpu_run(&s->gpu.main, commands);
    timer_end(&s->timer);
}

static void create_buffers(struct softmax *s)
{
    const VkDeviceSize size = s->count * sizeof(float), parts_size = ROWS * sizeof(struct parts);

    if (size > s->gpu.properties.limits.maxStorageBufferRange)
        gpu_fail("the rows are larger than maxStorageBufferRange: take a smaller --length");
    s->elements = gpu_create_buffer(&s->gpu, size, GPU_MEMORY_DEVICE);
    s->copied = gpu_create_buffer(&s->gpu, size, GPU_MEMORY_DEVICE);
    s->parts = gpu_create_buffer(&s->gpu, parts_size, GPU_MEMORY_DEVICE);
    s->results = gpu_create_buffer(&s->gpu, size, GPU_MEMORY_DEVICE);
    s->staging = gpu_create_buffer(&s->gpu, size + parts_size, GPU_MEMORY_HOST);
}

static void create_reduction(struct softmax *s)
{
    const vkscan_segments_params rows = {.struct_size = sizeof(rows),
                                         .primitive = VKSCAN_PRIMITIVE_SEGMENTED_REDUCE,
                                         .heads = VKSCAN_HEADS_ROWS,
                                         .length = s->matrix.columns};
    const vkscan_plan_params params = {.struct_size = sizeof(params),
                                       .primitive = rows.primitive,
                                       .user_operator = &softmax_parts,
                                       .capacity = s->count,
                                       .details = &rows};
    const vkscan_port_buffer buffers[] = {{VKSCAN_PORT_SOURCE, 0, run_buffer(&s->elements)},
                                          {VKSCAN_PORT_DESTINATION, 0, run_buffer(&s->parts)}};

    run_create(&s->reduction, &s->gpu, &params, buffers, 2, ring_idle(&s->ring));
}

static void create(struct softmax *s, const struct options *options, const float *elements)
{
    gpu_create(&s->gpu, &options->gpu);
    ring_create(&s->ring, &s->gpu);
    timer_create(&s->timer, &s->gpu, parts, PARTS, options->frames);
    create_buffers(s);
    gpu_upload(&s->gpu.main, ring_idle(&s->ring), elements, s->elements.size, &s->staging,
               &s->elements);
    create_reduction(s);
    const struct buffer *const buffers[BINDING_COUNT] = {[BINDING_ELEMENTS] = &s->elements,
                                                         [BINDING_PARTS] = &s->parts,
                                                         [BINDING_RESULTS] = &s->results};
    gpu_create_layout(&s->gpu, &s->layout, VK_SHADER_STAGE_COMPUTE_BIT, BINDING_COUNT,
                      sizeof(s->matrix), 1);
    s->set = gpu_create_set(&s->gpu, &s->layout, buffers, BINDING_COUNT);
    s->kernel = gpu_create_kernel(&s->gpu, &s->layout, normalize_spirv, sizeof(normalize_spirv));
}

static void destroy(struct softmax *s)
{
    vkDestroyPipeline(s->gpu.device, s->kernel, NULL);
    gpu_destroy_layout(&s->gpu, &s->layout);
    run_destroy(&s->reduction);
    timer_destroy(&s->timer);
    ring_destroy(&s->ring);
    gpu_destroy(&s->gpu);
}

static bool verify(struct softmax *s, const float *elements)
{
    const VkCommandBuffer commands = ring_idle(&s->ring);
    VkDeviceSize used = 0;
    bool right = true;

    gpu_begin_read_back(commands);
    const struct parts *of_rows = gpu_read_back(commands, &s->parts, &s->staging, &used);
    const float *results = gpu_read_back(commands, &s->results, &s->staging, &used);
    gpu_end_read_back(&s->gpu.main, commands);
    for (uint32_t i = 0; right && i < ROWS; i++) {
        const size_t first = (size_t)i * s->matrix.columns;
        right = logits_verify(elements + first, i, s->matrix.columns, &of_rows[i], results + first);
    }
    return right;
}

int main(int argc, char **argv)
{
    struct options options = {.program = "softmax",
                              .what = "length",
                              .frames = 20,
                              .count = 32000,
                              .most = 1u << 17,
                              .no_picture = true};
    struct softmax s = {0};

    options_read(&options, argc, argv);
    s.matrix.columns = options.count;
    s.count = (size_t)ROWS * options.count;
    float *elements = malloc(s.count * sizeof(*elements));
    if (!elements)
        gpu_fail("out of memory");
    for (uint32_t i = 0; i < ROWS; i++)
        logits_fill(elements + (size_t)i * s.matrix.columns, i, s.matrix.columns);
    create(&s, &options, elements);
    for (uint32_t i = 0; i < options.frames; i++)
        run_frame(&s);
    const bool right = verify(&s, elements);
    if (right) {
        printf("%u rows of %u elements, all results right\n", ROWS, s.matrix.columns);
        timer_print(&s.timer);
    }
    free(elements);
    destroy(&s);
    return right && s.gpu.messages == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
