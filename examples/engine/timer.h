/* SPDX-License-Identifier: MIT */
/* How long the device takes for parts of frames, by timestamps on the main queue. */
#ifndef TIMER_H
#define TIMER_H

#include "gpu.h"

struct timer {
    const struct gpu *gpu;
    VkQueryPool marks;
    uint64_t mask;            /* of the bits that count; 0: the queue has no timestamps */
    const char *const *names; /* of the parts */
    uint32_t parts, frames;
    uint32_t marked, measured; /* marks of this frame; frames before it */
    double *milliseconds;      /* of each part, those of all frames */
};

/* `names`, of which there are `parts`, stay the caller's. */
void timer_create(struct timer *timer, const struct gpu *gpu, const char *const *names,
                  uint32_t parts, uint32_t frames);
void timer_destroy(const struct timer *timer);

/* Begins a frame, in which timer_mark() then ends each part. */
void timer_begin(struct timer *timer, VkCommandBuffer commands);
void timer_mark(struct timer *timer, VkCommandBuffer commands);

/* Takes the times of a frame that is complete. */
void timer_end(struct timer *timer);

/* A part's median of all frames, in milliseconds; NAN where the queue has no timestamps. */
double timer_median(const struct timer *timer, uint32_t part);

/* The host's clock, in milliseconds. */
double timer_now(void);

/* Prints a line for each part: the median of all frames, in milliseconds; nan where the queue has
 * no timestamps. */
void timer_print(const struct timer *timer);

#endif
