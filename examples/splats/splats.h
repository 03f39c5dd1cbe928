/* SPDX-License-Identifier: MIT */
/*
 * Splats, drawn from the farthest to the nearest. A frame is one submission, in which nothing is
 * read back and nothing depends on how many splats the camera sees but on the device:
 *
 *     cull     a depth for each splat, 0 if it is not seen            cull.comp
 *     select   the depths above 0, the indices of these splats, and   vkscan
 *              their number, as the draw's instanceCount
 *     sort     of that many depths, with the indices as values        vkscan
 *     draw     indirect, an instance for each index                   painter.c
 */
#ifndef SPLATS_H
#define SPLATS_H

#include "painter.h"
#include "ring.h"
#include "run.h"

struct splats {
    struct gpu *gpu;
    uint32_t count;
    struct layout layout;
    VkPipeline cull;
    VkDescriptorSet set;
    struct buffer splats;
    struct buffer depths;                    /* of all splats */
    struct buffer kept_depths, kept_indices; /* of those that are seen */
    struct buffer sorted_depths, order;      /* the same from the farthest to the nearest */
    struct buffer arguments;                 /* a VkDrawIndirectCommand */
    struct buffer staging;
    struct run select, sort;
    struct painter painter;
    struct ring ring;
    struct camera camera; /* of the last frame */
};

/* The frame as read back; valid as long as the device. */
struct snapshot {
    const struct disc *splats;
    const float *depths, *sorted_depths;
    const uint32_t *order;
    const VkDrawIndirectCommand *arguments;
};

void splats_create(struct splats *splats, struct gpu *gpu, uint32_t count);
void splats_destroy(const struct splats *splats);
void splats_frame(struct splats *splats, const struct camera *camera);

/* After the last frame. */
struct snapshot splats_finish(struct splats *splats);

#endif
