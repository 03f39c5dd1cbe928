/* SPDX-License-Identifier: MIT */
/* What both programs do with a picture: upload it, run frames over it, and get it back. */
#ifndef TONES_H
#define TONES_H

#include "distribution.h"
#include "image.h"
#include "options.h"
#include "ring.h"

#define MOST_PIXELS (1u << 22)

struct tones {
    struct gpu gpu;
    struct ring ring;
    uint32_t width, height, count; /* of pixels, a multiple of four */
    struct light *scene;           /* as it is before */
    struct buffer pixels, levels, result, staging;
    struct distribution distribution;
    struct layout layout;
    VkDescriptorSet set;
};

/* Reads the command line, `program`'s, and paints the scene. What is wrong ends the program. */
void tones_open(struct tones *t, struct options *options, const char *program, int argc,
                char **argv);

/* The picture, of `size` bytes, goes to the device; `levels` may be its pixels. */
void tones_create(struct tones *t, const void *pixels, VkDeviceSize size, VkDeviceSize levels_size,
                  VkDeviceSize result_size, const vkscan_histogram_params *bins, vkscan_type type);
void tones_close(struct tones *t);

/* One of its kernels, a thread for each of `threads`. */
void tones_dispatch(const struct tones *t, VkCommandBuffer commands, VkPipeline kernel,
                    uint32_t threads);

/* The last frame, as read back. */
struct toned {
    const uint32_t *counts, *sums;
    const float *levels;
    const uint8_t *result;
};
struct toned tones_read_back(struct tones *t);

/* Three bytes a pixel of both, beside each other. */
bool tones_write(const struct tones *t, const char *path, const uint8_t *before,
                 const uint8_t *after);

#endif
