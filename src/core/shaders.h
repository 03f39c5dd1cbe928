/* SPDX-License-Identifier: MIT */
/* The SPIR-V modules, compiled and embedded by the build: for each kernel and arithmetic class. */
#ifndef VKSCAN_SHADERS_H
#define VKSCAN_SHADERS_H

#include <stddef.h>
#include <stdint.h>

struct shader {
    const char *kernel; /* the source's name, and its variant's */
    const char *class;
    const uint32_t *code;
    size_t size; /* bytes */
};

/* NULL if there is no such module. */
const struct shader *vks_shaders_find(const char *kernel, const char *class);

/* The module with this index, for visiting them all; NULL past the last. */
const struct shader *vks_shaders_entry(uint32_t index);

#endif
