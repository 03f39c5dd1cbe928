/* SPDX-License-Identifier: MIT */
/* Which shape of workgroup is fast on which device. Plain data; calls no Vulkan. */
#ifndef VKSCAN_TUNING_H
#define VKSCAN_TUNING_H

#include "caps.h"

struct shape {
    uint32_t workgroup_size; /* invocations, a power of two */
    uint32_t rows;           /* vectors per invocation of a tile; blocks have none */
};

/* How a kernel lays its workgroup's elements out. */
enum layout {
    LAYOUT_TILE,  /* rows of vectors in registers: shaders/vkscan/tile.glsl */
    LAYOUT_BLOCK, /* a padded array in shared memory: shaders/vkscan/sweep.glsl */
    LAYOUT_COUNT,
};

/* Banks of shared memory that blocks are padded for. */
#define TUNING_BANKS 32

/* The shape to use: the table's, cut down to what the device's limits allow. */
struct shape vks_tuning_shape(const struct caps *caps, enum layout layout, uint32_t element_size);

/* Elements that one workgroup takes at a time. */
uint32_t vks_tuning_tile_size(const struct shape *shape, enum layout layout, uint32_t element_size);

/* Bytes of shared memory that a workgroup uses. */
uint32_t vks_tuning_shared_memory(const struct shape *shape, enum layout layout,
                                  uint32_t element_size);

#endif
