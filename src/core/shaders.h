/* SPDX-License-Identifier: MIT */
/* The SPIR-V modules, compiled, packed and embedded by the build: for each kernel and arithmetic
 * class. */
#ifndef VKSCAN_SHADERS_H
#define VKSCAN_SHADERS_H

#include "unpack.h"

struct shader {
    const char *kernel; /* the source's name, and its variant's */
    const char *class;
    struct packed packed;
};

/* NULL if there is no such module. */
const struct shader *vks_shaders_find(const char *kernel, const char *class);

/* The module with this index, for visiting them all; NULL past the last. */
const struct shader *vks_shaders_entry(uint32_t index);

#endif
