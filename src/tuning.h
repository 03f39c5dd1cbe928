/* SPDX-License-Identifier: MIT */
/* Which shape of workgroup is fast on which device. Plain data; calls no Vulkan. */
#ifndef VKSCAN_TUNING_H
#define VKSCAN_TUNING_H

#include "caps.h"

struct shape {
    uint32_t workgroup_size; /* invocations, a power of two */
    uint32_t items;          /* of an invocation: vectors in layouts of tiles, elements elsewhere */
    uint32_t workgroups;     /* of persistent kernels, on each multiprocessor; 0: one for a tile */
};

/* How a kernel lays its workgroup's elements out. */
enum layout {
    LAYOUT_TILE,      /* rows of vectors in registers: shaders/vkscan/tile.glsl */
    LAYOUT_LOOKBACK,  /* the same, with persistent workgroups */
    LAYOUT_LOOKAHEAD, /* the same, of two tiles at a time */
    LAYOUT_SINGLE,    /* as LAYOUT_LOOKBACK */
    LAYOUT_STEP,      /* one element an invocation, in device memory alone */
    LAYOUT_HALVES,    /* two elements an invocation, combined into shared memory: halves.glsl */
    LAYOUT_DOUBLED,   /* one element an invocation, twice in shared memory: kogge_stone.glsl */
    LAYOUT_BLOCK,     /* two elements an invocation in a padded array: sweep.glsl */
    LAYOUT_COARSE,    /* the same with more elements */
    LAYOUT_CHAIN,     /* the same with as many as can be: the fewer blocks, the shorter the chain */
    LAYOUT_SEGMENTS,  /* the same, and the totals of invocations as in LAYOUT_DOUBLED */
    LAYOUT_COUNT,
};

/* Banks of shared memory that arrays are padded for, and what leaves them without padding. */
#define TUNING_BANKS 32
#define TUNING_NO_PADDING 0x40000000

/* The shape to use: the table's, cut down to what the device's limits allow. */
struct shape vks_tuning_shape(const struct caps *caps, enum layout layout, uint32_t element_size);

/* Elements that one workgroup takes at a time. */
uint32_t vks_tuning_tile_size(const struct shape *shape, enum layout layout, uint32_t element_size);

/* The least capacity at which AUTO prefers algorithms of a layout to those before them. */
uint64_t vks_tuning_from(const struct caps *caps, enum layout layout);

/* Workgroups of a persistent kernel, which should all be on the device at once. */
uint64_t vks_tuning_workgroups(const struct caps *caps, const struct shape *shape);

/* How often a workgroup looks for a tile that does not come before it makes up for it. */
uint32_t vks_tuning_looks(const struct caps *caps);

/* Bytes of shared memory that a workgroup uses for elements, padded for so many banks. */
uint32_t vks_tuning_shared_memory(const struct shape *shape, enum layout layout, uint32_t banks,
                                  uint32_t element_size);

#endif
