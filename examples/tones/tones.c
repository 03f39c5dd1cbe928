/* SPDX-License-Identifier: MIT */
#include "tones.h"

#include <string.h>

#include "scene.h"

void tones_open(struct tones *t, struct options *options, const char *program, int argc,
                char **argv)
{
    *options = (struct options){
        .program = program, .what = "width", .frames = 100, .count = 1024, .most = 2048};
    options_read(options, argc, argv);
    *t = (struct tones){.width = options->count, .height = (options->count * 5 + 7) / 8};
    t->height += -t->width * t->height % 4 ? 4 - t->height % 4 : 0;
    t->count = t->width * t->height;
    t->scene = malloc(t->count * sizeof(*t->scene));
    if (!t->scene)
        gpu_fail("out of memory");
    scene_paint(t->scene, t->width, t->height);
    gpu_create(&t->gpu, &options->gpu);
    printf("%s\n", t->gpu.properties.deviceName);
}

void tones_create(struct tones *t, const void *pixels, VkDeviceSize size, VkDeviceSize levels_size,
                  VkDeviceSize result_size, const vkscan_histogram_params *bins, vkscan_type type)
{
    const VkDeviceSize read_back = levels_size + result_size + 2 * BINS * sizeof(uint32_t);

    ring_create(&t->ring, &t->gpu);
    t->pixels = gpu_create_buffer(&t->gpu, size, GPU_MEMORY_DEVICE);
    t->levels =
        levels_size ? gpu_create_buffer(&t->gpu, levels_size, GPU_MEMORY_DEVICE) : t->pixels;
    t->result = gpu_create_buffer(&t->gpu, result_size, GPU_MEMORY_DEVICE);
    t->staging = gpu_create_buffer(&t->gpu, size > read_back ? size : read_back, GPU_MEMORY_HOST);
    gpu_upload(&t->gpu.main, ring_idle(&t->ring), pixels, size, &t->staging, &t->pixels);
    distribution_create(&t->distribution, &t->gpu, bins, type, &t->levels, t->count,
                        ring_idle(&t->ring));
    const struct buffer *const buffers[BINDING_COUNT] = {[BINDING_PIXELS] = &t->pixels,
                                                         [BINDING_LEVELS] = &t->levels,
                                                         [BINDING_SUMS] = &t->distribution.sums,
                                                         [BINDING_RESULT] = &t->result};
    gpu_create_layout(&t->gpu, &t->layout, VK_SHADER_STAGE_COMPUTE_BIT, BINDING_COUNT,
                      sizeof(struct picture), 1);
    t->set = gpu_create_set(&t->gpu, &t->layout, buffers, BINDING_COUNT);
}

void tones_close(struct tones *t)
{
    gpu_destroy_layout(&t->gpu, &t->layout);
    distribution_destroy(&t->distribution);
    ring_destroy(&t->ring);
    gpu_destroy(&t->gpu);
    free(t->scene);
}

void tones_dispatch(const struct tones *t, VkCommandBuffer commands, VkPipeline kernel,
                    uint32_t threads)
{
    const struct picture push = {t->count};

    gpu_bind(commands, VK_PIPELINE_BIND_POINT_COMPUTE, &t->layout, kernel, t->set, &push);
    vkCmdDispatch(commands, (threads + WORKGROUP_SIZE - 1) / WORKGROUP_SIZE, 1, 1);
}

struct toned tones_read_back(struct tones *t)
{
    const VkCommandBuffer commands = ring_idle(&t->ring);
    VkDeviceSize used = 0;

    gpu_begin_read_back(commands);
    struct toned toned = {
        .counts = gpu_read_back(commands, &t->distribution.counts, &t->staging, &used),
        .sums = gpu_read_back(commands, &t->distribution.sums, &t->staging, &used),
        .result = gpu_read_back(commands, &t->result, &t->staging, &used)};
    if (t->levels.handle != t->pixels.handle)
        toned.levels = gpu_read_back(commands, &t->levels, &t->staging, &used);
    gpu_end_read_back(&t->gpu.main, commands);
    return toned;
}

bool tones_write(const struct tones *t, const char *path, const uint8_t *before,
                 const uint8_t *after)
{
    const size_t row = 3 * (size_t)t->width;
    uint8_t *both = malloc(2 * row * t->height);

    if (!both)
        gpu_fail("out of memory");
    for (size_t y = 0; y < t->height; y++) {
        memcpy(both + 2 * y * row, before + y * row, row);
        memcpy(both + (2 * y + 1) * row, after + y * row, row);
    }
    const bool written = image_write_bytes(both, 2 * t->width, t->height, path);
    free(both);
    return written;
}
