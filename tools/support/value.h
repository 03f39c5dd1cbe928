/* SPDX-License-Identifier: MIT */
/* One element of each type: as text, and the type's name in .npy files. */
#ifndef VALUE_H
#define VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

/* An element, from the first byte on as it lies in memory. */
union value {
    uint64_t bits;
    uint32_t words[4];
};

#define VALUE_TEXT_SIZE 160 /* bytes, for any text about a value */

/* Returns "<u4" or the like, which for a vector is its components' dtype; NULL if the type has
 * none. */
const char *value_dtype(vkscan_type type);

/* Returns the components of a vector, which is a row of an array of two dimensions; else 1. */
uint32_t value_components(vkscan_type type);

/* Returns the type with that dtype, in any of NumPy's spellings, and that many components;
 * VKSCAN_TYPE_NONE if there is none. Booleans are u8. */
vkscan_type value_type_of(const char *dtype, uint64_t components);

/* Tells whether elements of the dtype have another byte order than the type. */
bool value_is_swapped(const char *dtype, vkscan_type type);

/* Stores what value_parse() accepts, in words. */
void value_range(vkscan_type type, char text[VALUE_TEXT_SIZE]);

/* Parses a value. The whole text must be one value in range; a vector has commas between its
 * components. */
bool value_parse(vkscan_type type, const char *text, union value *out);

/* Formats a value, so that value_parse() gives the same value back. */
void value_format(vkscan_type type, const union value *value, char text[VALUE_TEXT_SIZE]);

#endif
