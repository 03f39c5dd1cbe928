/* SPDX-License-Identifier: MIT */
/* GLSL's names in C, for headers that are read by both: those have what is the same in both. */
#ifndef VECTORS_H
#define VECTORS_H

#ifndef VULKAN
#include <stdint.h>
typedef struct vec2 {
    float x, y;
} vec2;
typedef struct vec3 {
    float x, y, z;
} vec3;
typedef struct vec4 {
    float x, y, z, w;
} vec4;
typedef uint32_t uint;
#define STRUCT(name) struct name
#define FUNCTION static inline
#else
#define STRUCT(name) name
#define FUNCTION
#endif

#endif
