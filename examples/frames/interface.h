/* SPDX-License-Identifier: MIT */
/* What the shaders and the C code must agree on; read by both. */
#ifndef INTERFACE_H
#define INTERFACE_H

#include "vectors.h"

/* Threads. Every Vulkan device has workgroups of this size. */
#define WORKGROUP_SIZE 128

/* Storage buffers of the one descriptor set layout, by binding. */
#define BINDING_SOURCE 0 /* particles: of the frame before for the move, else of this frame */
#define BINDING_TARGET 1 /* particles: of this frame for the move, else in the order of cells */
#define BINDING_CELLS 2  /* a word for each cell: counts for the move, prefixes for the scatter */
#define BINDING_ENERGY 3 /* kinetic energy of each workgroup of the move */
#define BINDING_COUNT 4

struct particle {
    vec2 position; /* in the unit square */
    vec2 velocity; /* per unit of time */
    uint rank;     /* of this particle among those of its cell */
    uint colour;   /* 0xRRGGBB */
};

/* Push constants of both shaders. */
struct step {
    vec2 masses[2]; /* positions of the two bodies that attract */
    float duration; /* of this frame */
    uint particles;
    uint side; /* cells along a side of the grid: a power of two */
};

/* The attraction of a body, softened: mass * distance / (distance^2 + SOFTENING)^1.5. */
#define MASS 0.03f
#define SOFTENING 0.0008f

#endif
