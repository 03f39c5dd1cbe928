/* SPDX-License-Identifier: MIT */
/* Draws discs back to front into an image, as many as the device says, and checks the picture. */
#ifndef PAINTER_H
#define PAINTER_H

#include "canvas.h"
#include "disc.h"

#define PAINTER_EXPOSURE 1.8f /* of what is written */

struct painter {
    struct canvas canvas;
    struct layout layout;
    VkPipeline pipeline;
    VkDescriptorSet set;
};

/* Reads discs[order[i]]. Ends the program if the device does not draw. */
void painter_create(struct painter *painter, struct gpu *gpu, const struct buffer *discs,
                    const struct buffer *order);
void painter_destroy(const struct painter *painter);

/* The VkDrawIndirectCommand there has four vertices, and an instance for each disc. */
void painter_draw(const struct painter *painter, VkCommandBuffer commands,
                  const struct camera *camera, const struct buffer *arguments, VkDeviceSize offset);

/* painted.c, after canvas_read_back(). Whether pixels here and there are what the host makes of
 * these discs, in this order; says what is not. */
bool painter_verify(const struct painter *painter, const struct camera *camera,
                    const struct disc *discs, const uint32_t *order, uint32_t count);

#endif
