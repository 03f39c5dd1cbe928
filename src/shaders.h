/* SPDX-License-Identifier: MIT */
/* The SPIR-V modules, compiled and embedded by the build: one for each kernel and element type. */
#ifndef VKSCAN_SHADERS_H
#define VKSCAN_SHADERS_H

#include <stddef.h>
#include <stdint.h>

struct shader {
    const char *kernel; /* shaders/NAME.comp */
    const char *type;   /* element type's name */
    const uint32_t *code;
    size_t size; /* bytes */
};

/* NULL if there is no such module. */
const struct shader *vks_shaders_find(const char *kernel, const char *type);

#endif
