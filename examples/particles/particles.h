/* SPDX-License-Identifier: MIT */
/*
 * Particles that are born, live for a while, and are drawn back to front. How many live and how
 * many are seen stays on the device; a frame is one submission:
 *
 *     emit     new ones in the places of the oldest                       emit.comp
 *     alive    the indices of those whose death is later than now, their  vkscan
 *              number, and of that the arguments of the next dispatch
 *     move     those, indirectly; a disc and a depth for each             move.comp
 *     order    the indices of the discs that are seen, back to front, of  vkscan, in order.c
 *              that many depths, and their number as the draw's
 *     draw     indirect, an instance for each index                       painter.c
 */
#ifndef PARTICLES_H
#define PARTICLES_H

#include "interface.h"
#include "order.h"
#include "painter.h"
#include "ring.h"

#define LIFE_FRAMES 160 /* that a particle lives at most */

/* Written by select, and read by what is behind it: in one buffer, as vkscan wants its operands. */
struct counters {
    uint32_t alive;
    VkDispatchIndirectCommand move; /* a thread for each that lives */
    VkDrawIndirectCommand draw;     /* an instance for each that is seen */
};

struct particles {
    struct gpu *gpu;
    uint32_t capacity;
    uint32_t emitted; /* in each frame */
    struct layout layout;
    VkPipeline emit, move;
    VkDescriptorSet set;
    struct buffer particles, deaths, alive, counters, discs;
    struct buffer staging;
    struct run select;
    struct order order;
    struct painter painter;
    struct ring ring;
    struct step last; /* frame */
};

/* The last frame, as read back; valid as long as the device. */
struct snapshot {
    const struct particle *particles;
    const float *deaths;
    const uint32_t *alive;
    const struct counters *counters;
    const struct disc *discs;
    struct ordered order;
};

void particles_create(struct particles *particles, struct gpu *gpu, uint32_t capacity);
void particles_destroy(const struct particles *particles);
void particles_frame(struct particles *particles);

/* After the last frame. */
struct snapshot particles_finish(struct particles *particles);

/* verify.c: whether the last frame is what the host makes of it; says what is not. */
bool particles_verify(const struct particles *particles, const struct snapshot *last);

#endif
