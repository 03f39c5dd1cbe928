/* SPDX-License-Identifier: MIT */
/* Command buffers of frames in flight on the main queue. All other objects can be shared by the
 * frames, as barriers order what they do on the queue. */
#ifndef RING_H
#define RING_H

#include "gpu.h"

#define RING_FRAMES 2

struct ring {
    const struct gpu *gpu;
    VkCommandPool pools[RING_FRAMES];
    VkCommandBuffer commands[RING_FRAMES];
    VkSemaphore complete; /* a timeline: n + 1 when frame n is */
    uint64_t next;        /* frame, counted from 0 */
    double start;         /* of the first frame */
    double milliseconds;  /* a frame, on the average, once ring_idle() has waited for all */
};

void ring_create(struct ring *ring, const struct gpu *gpu);
void ring_destroy(const struct ring *ring);

/* Waits until the frame before the last is complete; then its command buffer is to be recorded. */
VkCommandBuffer ring_begin(struct ring *ring);
void ring_submit(struct ring *ring);

/* Waits for all frames; then a command buffer for gpu_run, not begun. */
VkCommandBuffer ring_idle(struct ring *ring);

#endif
