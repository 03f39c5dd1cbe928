/* SPDX-License-Identifier: MIT */
/* Which shape of workgroup is fast on which device. Plain data; calls no Vulkan. tuning_text.h
 * reads and writes rows as text. */
#ifndef VKSCAN_TUNING_H
#define VKSCAN_TUNING_H

#include <stdbool.h>

#include "caps.h"

struct shape {
    uint32_t workgroup_size; /* invocations, a power of two */
    uint32_t items;          /* of an invocation: vectors in layouts of tiles, elements elsewhere */
    uint32_t workgroups;     /* of persistent kernels, on each multiprocessor; 0: one for a tile */
};

/* Counts from one to before another; none where from is not less than to. */
struct range {
    uint64_t from, to;
};

/* A shape, and the capacities at which AUTO takes it. */
struct tuned {
    struct shape shape;
    struct range range;
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

struct layout_facts {
    const char *name;
    uint32_t least_items, most_items;
    bool persistent;   /* rows tell workgroups, and at which capacities AUTO takes it at all */
    bool vectors;      /* items are vectors; rows may have further shapes */
    bool subgroups;    /* workgroups should be of full subgroups */
    bool block;        /* all elements are in one padded array in shared memory */
    uint32_t buffered; /* elements of an invocation besides in shared memory */
    uint32_t shared;   /* further elements and words there */
};

const struct layout_facts *vks_tuning_layout(enum layout layout);

/* Workgroups of a row are powers of two between what Vulkan guarantees, also the largest subgroup
 * there is, so that they always consist of full subgroups, and what most devices can run. */
#define TUNING_LEAST_WORKGROUP 128
#define TUNING_LARGEST_WORKGROUP 1024

#define TUNING_NO_END UINT64_MAX /* as range.to: for all that can be */
#define TUNING_SHAPES 4          /* of a layout, at most */

/*
 * A row of the tuning table. Of a layout's shapes the first is for algorithms that are asked for by
 * name, at any capacity, so that floats are grouped alike at all; AUTO takes the last that has the
 * capacity in its range, and without one the first, or in persistent layouts none. Shapes that are
 * not there are zero.
 */
struct tuning {
    uint32_t vendor_id;       /* 0: any */
    uint32_t multiprocessors; /* where the device does not tell */
    uint32_t looks;           /* for a tile that does not come, before it is made up for */
    struct tuned layout[LAYOUT_COUNT][TUNING_SHAPES];
};

/* The table's row with this index, for visiting them all; NULL past the last. */
const struct tuning *vks_tuning_row(uint32_t index);

/* The row in use: the caller's, else the table's. */
const struct tuning *vks_tuning_find(const struct caps *caps);

/* Banks of shared memory that arrays are padded for, and what leaves them without padding. */
#define TUNING_BANKS 32
#define TUNING_NO_PADDING 0x40000000

/* Whether the device's limits allow a shape. */
bool vks_tuning_fits(const struct caps *caps, const struct shape *shape, enum layout layout,
                     uint32_t element_size);

/* The row's shape of a layout: for algorithms by name. */
const struct shape *vks_tuning_shape(const struct caps *caps, enum layout layout);

/* The same for AUTO; NULL if it must not take the layout at this capacity. */
const struct shape *vks_tuning_shape_at(const struct caps *caps, enum layout layout,
                                        uint64_t capacity);

/* The shape to use: cut down to what the device's limits allow. */
struct shape vks_tuning_cut(const struct caps *caps, const struct shape *shape, enum layout layout,
                            uint32_t element_size);

/* Elements that one workgroup takes at a time. */
uint32_t vks_tuning_tile_size(const struct shape *shape, enum layout layout, uint32_t element_size);

/* Workgroups of a persistent kernel, which should all be on the device at once, unless each has but
 * one tile. */
uint64_t vks_tuning_workgroups(const struct caps *caps, const struct shape *shape);

/* How often a workgroup looks for a tile that does not come before it makes up for it. */
uint32_t vks_tuning_looks(const struct caps *caps);

/* Bytes of shared memory that a workgroup uses for elements, padded for so many banks. */
uint32_t vks_tuning_shared_memory(const struct shape *shape, enum layout layout, uint32_t banks,
                                  uint32_t element_size);

#endif
