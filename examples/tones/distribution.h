/* SPDX-License-Identifier: MIT */
/* How many pixels have each level, and how many have at most each: a histogram and its scan. */
#ifndef DISTRIBUTION_H
#define DISTRIBUTION_H

#include "interface.h"
#include "run.h"

struct distribution {
    struct buffer counts, sums; /* u32 of each bin */
    struct run histogram, scan;
};

/* Of `count` levels of a type. */
void distribution_create(struct distribution *d, struct gpu *gpu,
                         const vkscan_histogram_params *bins, vkscan_type type,
                         const struct buffer *levels, uint32_t count, VkCommandBuffer commands);
void distribution_destroy(const struct distribution *d);

/* Compute shaders wrote the levels, and may read the sums then. */
void distribution_record(const struct distribution *d, VkCommandBuffer commands);

/* Whether that is what the host counted; says what is not. */
bool distribution_verify(const uint32_t *counts, const uint32_t *sums, const uint32_t wanted[BINS]);

/* Between two dispatches of compute shaders. */
void distribution_barrier(VkCommandBuffer commands);

#endif
