/* SPDX-License-Identifier: MIT */
/* The library's enumerations by name. */
#ifndef NAMES_H
#define NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

#define NAMES_SIZE 512 /* bytes, enough for any list */

enum names {
    NAMES_PRIMITIVE,
    NAMES_OP,
    NAMES_TYPE, /* without "default" */
    NAMES_ALGORITHM,
    NAMES_ACCESS,
    NAMES_DETERMINISM,
    NAMES_CRITERION,
    NAMES_DATA, /* of reference_sort.h */
};

/* The values count up from names_first until names_get gives NULL. */
int names_first(enum names names);
const char *names_get(enum names names, int value);

/* The value is an enumerator, as large as an int; false if none is so called. */
bool names_find(enum names names, const char *name, void *value);

/* Of an option's value: returns 0 or an exit status, after reporting the names. */
int names_parse(enum names names, const char *name, void *value);

/* "add, mul, min" */
void names_list(enum names names, char text[NAMES_SIZE]);

/* "add" to "add, mul" */
void names_append(char text[NAMES_SIZE], const char *name);

#endif
