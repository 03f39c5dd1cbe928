/* SPDX-License-Identifier: MIT */
/*
 * The summed-area table of a picture, by a scan of its rows and one of their columns, and from it
 * the mean of a box around each pixel, of any size for the same four loads. Read record_table()
 * first. The picture that it writes is sharp in the middle and blurred above and below.
 */
#include "image.h"
#include "options.h"
#include "ring.h"
#include "run.h"
#include "timer.h"
#include "verify.h"

#include "means.h"

#define COMPUTE VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT
#define READ_WRITE (VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT)

/* What is timed; a copy, to compare with. */
static const char *const parts[] = {"scan of rows", "scan of columns", "means of boxes",
                                    "copy of the table"};
#define PARTS (sizeof(parts) / sizeof(*parts))

struct areas {
    struct gpu gpu;
    struct ring ring;
    struct timer timer;
    struct picture picture;
    uint32_t count;                              /* of pixels */
    struct buffer pixels, table, means, staging; /* a byte, a u32 and a byte of each */
    struct buffer copied;                        /* a copy of the table, to compare times with */
    struct run rows, columns;
    struct layout layout;
    VkDescriptorSet set;
    VkPipeline kernel;
};

static void record_table(struct areas *a, VkCommandBuffer commands)
{
    run_record(&a->rows, commands, NULL);
    timer_mark(&a->timer, commands);
    gpu_barrier(commands, COMPUTE, VK_ACCESS_SHADER_WRITE_BIT, COMPUTE, READ_WRITE);
    run_record(&a->columns, commands, NULL);
    timer_mark(&a->timer, commands);
    gpu_barrier(commands, COMPUTE, VK_ACCESS_SHADER_WRITE_BIT, COMPUTE, READ_WRITE);
}

static void record_means(struct areas *a, VkCommandBuffer commands)
{
    const uint32_t pixels = 4 * WORKGROUP_SIZE; /* of a workgroup */

    gpu_bind(commands, VK_PIPELINE_BIND_POINT_COMPUTE, &a->layout, a->kernel, a->set, &a->picture);
    vkCmdDispatch(commands, (a->count + pixels - 1) / pixels, 1, 1);
    timer_mark(&a->timer, commands);
}

static void record_copy(struct areas *a, VkCommandBuffer commands)
{
    const VkBufferCopy all = {.size = a->table.size};

    gpu_barrier(commands, COMPUTE, VK_ACCESS_SHADER_WRITE_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT,
                VK_ACCESS_TRANSFER_READ_BIT);
    vkCmdCopyBuffer(commands, a->table.handle, a->copied.handle, 1, &all);
    timer_mark(&a->timer, commands);
}

static void run_frame(struct areas *a)
{
    const VkCommandBuffer commands = ring_idle(&a->ring);

    gpu_begin(commands);
    timer_begin(&a->timer, commands);
    record_table(a, commands);
    record_means(a, commands);
    record_copy(a, commands);
    gpu_run(&a->gpu.main, commands);
    timer_end(&a->timer);
}

/* ---- plans, buffers ---- */

/* Sums segments of `length` elements, each `stride` elements behind the one before, into the table.
 */
static void create_scan(struct areas *a, struct run *scan, const struct buffer *source,
                        vkscan_type type, uint32_t length, uint32_t stride)
{
    const vkscan_segments_params segments = {.struct_size = sizeof(segments),
                                             .primitive = VKSCAN_PRIMITIVE_SEGMENTED_INCLUSIVE_SCAN,
                                             .heads = VKSCAN_HEADS_ROWS,
                                             .length = length,
                                             .stride = stride};
    const vkscan_plan_params params = {.struct_size = sizeof(params),
                                       .primitive = segments.primitive,
                                       .type = type,
                                       .out_type = VKSCAN_TYPE_U32,
                                       .capacity = a->count,
                                       .details = &segments};
    const vkscan_port_buffer buffers[] = {{VKSCAN_PORT_SOURCE, 0, run_buffer(source)},
                                          {VKSCAN_PORT_DESTINATION, 0, run_buffer(&a->table)}};

    run_create(scan, &a->gpu, &params, buffers, 2, ring_idle(&a->ring));
}

/* Rows are of bytes; their sums are scanned in place. */
static void create_scans(struct areas *a)
{
    const struct picture *p = &a->picture;

    create_scan(a, &a->rows, &a->pixels, VKSCAN_TYPE_U8, p->width, 1);
    create_scan(a, &a->columns, &a->table, VKSCAN_TYPE_U32, p->height, p->width);
}

static void create_buffers(struct areas *a)
{
    const VkDeviceSize words = a->count * sizeof(uint32_t), bytes = (a->count + 3) / 4 * 4;

    if (words > a->gpu.properties.limits.maxStorageBufferRange)
        gpu_fail("the table is larger than maxStorageBufferRange: take a smaller --width");
    a->pixels = gpu_create_buffer(&a->gpu, bytes, GPU_MEMORY_DEVICE);
    a->table = gpu_create_buffer(&a->gpu, words, GPU_MEMORY_DEVICE);
    a->copied = gpu_create_buffer(&a->gpu, words, GPU_MEMORY_DEVICE);
    a->means = gpu_create_buffer(&a->gpu, bytes, GPU_MEMORY_DEVICE);
    a->staging = gpu_create_buffer(&a->gpu, words + bytes, GPU_MEMORY_HOST);
}

static void create(struct areas *a, const struct options *options, const uint8_t *pixels)
{
    gpu_create(&a->gpu, &options->gpu);
    ring_create(&a->ring, &a->gpu);
    timer_create(&a->timer, &a->gpu, parts, PARTS, options->frames);
    create_buffers(a);
    gpu_upload(&a->gpu.main, ring_idle(&a->ring), pixels, a->count, &a->staging, &a->pixels);
    create_scans(a);
    const struct buffer *const buffers[BINDING_COUNT] = {
        [BINDING_TABLE] = &a->table, [BINDING_MEANS] = &a->means};
    gpu_create_layout(&a->gpu, &a->layout, VK_SHADER_STAGE_COMPUTE_BIT, BINDING_COUNT,
                      sizeof(a->picture), 1);
    a->set = gpu_create_set(&a->gpu, &a->layout, buffers, BINDING_COUNT);
    a->kernel = gpu_create_kernel(&a->gpu, &a->layout, means_spirv, sizeof(means_spirv));
}

static void destroy(struct areas *a)
{
    vkDestroyPipeline(a->gpu.device, a->kernel, NULL);
    gpu_destroy_layout(&a->gpu, &a->layout);
    run_destroy(&a->columns);
    run_destroy(&a->rows);
    timer_destroy(&a->timer);
    ring_destroy(&a->ring);
    gpu_destroy(&a->gpu);
}

/* ---- what the host has of it ---- */

static uint32_t noise(uint32_t i)
{
    const uint32_t a = i * 2654435761u, b = (a ^ a >> 15) * 2246822519u;

    return b ^ b >> 13;
}

/* Tiles, with grain. */
static uint8_t *paint(const struct picture *picture)
{
    const uint32_t count = picture->width * picture->height;
    uint8_t *pixels = malloc(count);

    if (!pixels)
        gpu_fail("out of memory");
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t x = i % picture->width, y = i / picture->width;
        pixels[i] = (uint8_t)(noise(x / 24 << 16 | y / 24) % 192 + noise(i) % 64);
    }
    return pixels;
}

static bool write_picture(const struct picture *picture, const uint8_t *means, const char *path)
{
    const size_t count = (size_t)picture->width * picture->height;
    uint8_t *rgb = malloc(3 * count);

    if (!rgb)
        gpu_fail("out of memory");
    for (size_t i = 0; i < 3 * count; i++)
        rgb[i] = means[i / 3];
    const bool written = image_write_bytes(rgb, picture->width, picture->height, path);
    free(rgb);
    return written;
}

static bool check(struct areas *a, const uint8_t *pixels, const char *path)
{
    const VkCommandBuffer commands = ring_idle(&a->ring);
    VkDeviceSize used = 0;

    gpu_begin_read_back(commands);
    const uint32_t *table = gpu_read_back(commands, &a->table, &a->staging, &used);
    const uint8_t *means = gpu_read_back(commands, &a->means, &a->staging, &used);
    gpu_end_read_back(&a->gpu.main, commands);
    return verify_table(&a->picture, pixels, table) && verify_means(&a->picture, pixels, means) &&
           (!path || write_picture(&a->picture, means, path));
}

int main(int argc, char **argv)
{
    struct options options = {
        .program = "summed_area", .what = "width", .frames = 20, .count = 4096, .most = 8192};
    struct areas a = {0};

    options_read(&options, argc, argv);
    a.picture = (struct picture){options.count, (options.count * 3 + 3) / 4};
    a.count = a.picture.width * a.picture.height;
    uint8_t *pixels = paint(&a.picture);
    create(&a, &options, pixels);
    for (uint32_t i = 0; i < options.frames; i++)
        run_frame(&a);
    const bool right = check(&a, pixels, options.picture);
    if (right) {
        printf("%u x %u pixels, all sums and means right\n", a.picture.width, a.picture.height);
        timer_print(&a.timer);
    }
    free(pixels);
    destroy(&a);
    return right && a.gpu.messages == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
