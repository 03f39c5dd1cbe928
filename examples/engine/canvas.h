/* SPDX-License-Identifier: MIT */
/* An image that is cleared and drawn into in each frame, and read by the host after the last. */
#ifndef CANVAS_H
#define CANVAS_H

#include "gpu.h"
#include "image.h"

#define CANVAS_WIDTH 1024
#define CANVAS_HEIGHT 768
#define CANVAS_ASPECT ((float)CANVAS_WIDTH / CANVAS_HEIGHT)
#define CANVAS_BACKGROUND 0.012f, 0.014f, 0.03f

struct canvas {
    const struct gpu *gpu;
    VkDeviceMemory memory;
    VkImage image; /* of four 16-bit floats, which every device can blend */
    VkImageView view;
    VkRenderPass pass;
    VkFramebuffer framebuffer;
    struct buffer pixels; /* for the host */
};

/* What a pipeline draws, and by which shaders. */
struct canvas_shaders {
    VkPrimitiveTopology topology;
    const uint32_t *vertex, *fragment;
    size_t vertex_size, fragment_size; /* bytes */
};

/* Ends the program if the device does not draw. */
void canvas_create(struct canvas *canvas, struct gpu *gpu);
void canvas_destroy(const struct canvas *canvas);

/* Colours are multiplied by opacity, and blended by (1, 1 - alpha). */
VkPipeline canvas_create_pipeline(const struct canvas *canvas, const struct canvas_shaders *shaders,
                                  const struct layout *layout);

/* Clears the image and draws as the VkDrawIndirectCommand there says. */
void canvas_draw(const struct canvas *canvas, VkCommandBuffer commands, const struct layout *layout,
                 VkPipeline pipeline, VkDescriptorSet set, const void *push,
                 const struct buffer *arguments, VkDeviceSize offset);

/* Records the copy of the image for the host. After it was run the next two may be called. */
void canvas_read_back(const struct canvas *canvas, VkCommandBuffer commands);

/* Returns a pixel's light: row by row from the top. */
struct light canvas_pixel(const struct canvas *canvas, uint32_t index);

/* Writes a PPM of the light, times the exposure; false, with a message, if that fails. */
bool canvas_write(const struct canvas *canvas, float exposure, const char *path);

#endif
