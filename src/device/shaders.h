/* SPDX-License-Identifier: MIT */
/* The SPIR-V modules, one for each kernel and arithmetic class. The build compiles, packs and
 * embeds them. */
#ifndef VKSCAN_SHADERS_H
#define VKSCAN_SHADERS_H

#include "unpack.h"

struct shader {
    const char *kernel; /* name of the source, with that of the variant */
    const char *class;
    struct packed packed;
};

/* Returns the kernel's module for the class, or NULL if there is none. */
const struct shader *vks_shaders_find(const char *kernel, const char *class);

/* Returns the module with this index, or NULL past the last: a way to visit them all. */
const struct shader *vks_shaders_entry(uint32_t index);

#endif
