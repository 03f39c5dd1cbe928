/* SPDX-License-Identifier: MIT */
/* Draws discs back to front into an image, as many as the device says, and checks the picture. */
#ifndef PAINTER_H
#define PAINTER_H

#include "disc.h"
#include "gpu.h"

#define PAINTER_WIDTH 1024
#define PAINTER_HEIGHT 768
#define PAINTER_ASPECT ((float)PAINTER_WIDTH / PAINTER_HEIGHT)
#define PAINTER_BACKGROUND 0.012f, 0.014f, 0.03f
struct painter {
    const struct gpu *gpu;
    VkDeviceMemory memory;
    VkImage image; /* of four 16-bit floats, which every device can blend */
    VkImageView view;
    VkRenderPass pass;
    VkFramebuffer framebuffer;
    struct layout layout;
    VkPipeline pipeline;
    VkDescriptorSet set;
    struct buffer pixels; /* for the host */
};

/* Reads discs[order[i]]. Ends the program if the device does not draw. */
void painter_create(struct painter *painter, struct gpu *gpu, const struct buffer *discs,
                    const struct buffer *order);
void painter_destroy(const struct painter *painter);

/* The VkDrawIndirectCommand there has four vertices, and an instance for each disc. */
void painter_draw(const struct painter *painter, VkCommandBuffer commands,
                  const struct camera *camera, const struct buffer *arguments, VkDeviceSize offset);

/* Records the copy of the picture for the host. */
void painter_read_back(const struct painter *painter, VkCommandBuffer commands);

/* painted.c, after that. Whether pixels here and there are what the host makes of these discs, in
 * this order; says what is not. */
bool painter_verify(const struct painter *painter, const struct camera *camera,
                    const struct disc *discs, const uint32_t *order, uint32_t count);
bool painter_write(const struct painter *painter, const char *path);

#endif
