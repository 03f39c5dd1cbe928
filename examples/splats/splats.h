/* SPDX-License-Identifier: MIT */
/*
 * Splats, drawn from the farthest to the nearest. A frame is one submission, in which nothing is
 * read back and nothing depends on how many splats the camera sees but on the device:
 *
 *     cull    a depth for each splat, 0 if it is not seen              cull.comp
 *     order   the indices of those that are seen, back to front, and   vkscan, in order.c
 *             their number, as the draw's instanceCount
 *     draw    indirect, an instance for each index                     painter.c
 */
#ifndef SPLATS_H
#define SPLATS_H

#include "order.h"
#include "painter.h"
#include "ring.h"

struct splats {
    struct gpu *gpu;
    uint32_t count;
    struct layout layout;
    VkPipeline cull;
    VkDescriptorSet set;
    struct buffer splats;
    struct buffer arguments; /* a VkDrawIndirectCommand */
    struct buffer staging;
    struct order order;
    struct painter painter;
    struct ring ring;
    struct camera camera; /* of the last frame */
};

/* The frame as read back; valid as long as the device. */
struct snapshot {
    const struct disc *splats;
    struct ordered order;
    const VkDrawIndirectCommand *arguments;
};

void splats_create(struct splats *splats, struct gpu *gpu, uint32_t count);
void splats_destroy(const struct splats *splats);
void splats_frame(struct splats *splats, const struct camera *camera);

/* After the last frame. */
struct snapshot splats_finish(struct splats *splats);

#endif
