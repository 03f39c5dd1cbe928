/* SPDX-License-Identifier: MIT */
/* One element of each type: as text, and as the type is called in .npy files. */
#ifndef VALUE_H
#define VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

/* As it lies in memory, from the first byte on. */
union value {
    uint64_t bits;
    float f32;
    double f64;
};

/* "<u4"; NULL if the type has none. */
const char *value_dtype(vkscan_type type);

/* The type of that name, VKSCAN_TYPE_DEFAULT if there is none. */
vkscan_type value_type_of(const char *dtype);

/* What value_parse accepts, in words. */
void value_range(vkscan_type type, char *text, size_t size);

/* The whole text must be one value in range. */
bool value_parse(vkscan_type type, const char *text, union value *out);

/* So that value_parse gives the same value back. */
void value_format(vkscan_type type, const union value *value, char *text, size_t size);

#endif
