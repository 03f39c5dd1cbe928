/* SPDX-License-Identifier: MIT */
/* What cull.comp and the C code must agree on; read by both. */
#ifndef INTERFACE_H
#define INTERFACE_H

#include "disc.h"

#define WORKGROUP_SIZE 128

/* Push constants. */
struct view {
    STRUCT(camera) from;
    uint count; /* of splats */
};

#endif
