/* SPDX-License-Identifier: MIT */
/* What the shaders and the C code must agree on; read by both. */
#ifndef INTERFACE_H
#define INTERFACE_H

#include "disc.h"

/* Threads; also the divisor of the indirect dispatch. */
#define WORKGROUP_SIZE 128

/* Storage buffers, by binding. */
#define BINDING_PARTICLES 0
#define BINDING_DEATHS 1 /* when each particle dies, a float */
#define BINDING_ALIVE 2  /* indices of those that live, and how many: the counters' first */
#define BINDING_COUNTERS 3
#define BINDING_DISCS 4 /* to draw, and their depths, by the index in `alive` */
#define BINDING_DEPTHS 5
#define BINDING_COUNT 6

struct particle {
    vec3 position;
    float birth;
    vec3 velocity;
    float size;
};

/* Push constants. */
struct step {
    STRUCT(camera) from;
    float now;     /* of this frame */
    float longest; /* life */
    float size;    /* of a particle of size 1 */
    uint capacity; /* of particles */
    uint first;    /* place of those that are emitted in this frame */
    uint emitted;  /* how many these are */
    uint number;   /* of the first of them, among all that ever were */
};

#define STEP (1.0f / 40) /* units of time that a frame lasts */

#endif
