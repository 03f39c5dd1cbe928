/* SPDX-License-Identifier: MIT */
/*
 * What is seen, from the farthest to the nearest, as it has to be to be blended:
 *
 *     select   of all depths those above 0, their indices, and their number
 *     sort     of that many depths, with the indices as values
 *
 * The number may be a draw's instanceCount: how many there are stays on the device.
 */
#ifndef ORDER_H
#define ORDER_H

#include "run.h"

/* The sort goes by the upper 24 bits of a depth, which has 15 of its fraction: what is closer than
 * 1 / 32768 of that stays in the order of its indices. It takes three passes, not four. */
#define ORDER_FIRST_BIT 8

struct order {
    uint32_t capacity;
    struct buffer depths;                    /* written before; 0 of what is not seen */
    struct buffer kept_depths, kept_indices; /* of what is seen */
    struct buffer sorted_depths, indices;    /* the same, from the farthest to the nearest */
    struct run select, sort;
};

/* `number` is where the number goes, and `count` whence that of the depths comes, both u32; NULL:
 * there are as many as the capacity. Both are in one VkBuffer, as vkscan wants its operands. */
void order_create(struct order *order, struct gpu *gpu, uint32_t capacity,
                  const vkscan_buffer *count, const vkscan_buffer *number,
                  VkCommandBuffer commands);
void order_destroy(const struct order *order);

/* Compute shaders wrote the depths and the count; vertex shaders and indirect commands may use what
 * comes of it. */
void order_record(const struct order *order, VkCommandBuffer commands);

/* ordered.c: the last frame as read back. */
struct ordered {
    const float *depths, *sorted_depths;
    const uint32_t *indices;
};

#define ORDERED_WORDS 3 /* of the staging buffer, for each of the capacity */
struct ordered order_read_back(const struct order *order, VkCommandBuffer commands,
                               const struct buffer *staging, VkDeviceSize *used);

/* Whether it is what the host makes of depths[0..count), equal ones in the order of their indices;
 * says what is not. */
bool order_verify(const struct ordered *ordered, uint32_t count, uint32_t number);

#endif
