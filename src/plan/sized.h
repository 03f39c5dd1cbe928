/* SPDX-License-Identifier: MIT */
/* Structures of vkscan.h that begin with their size, so that later versions may have longer ones.
 */
#ifndef VKSCAN_SIZED_H
#define VKSCAN_SIZED_H

#include <stddef.h>

#include "report.h"

struct sized {
    const char *name;
    size_t size;  /* the library's own */
    size_t least; /* size in the first version */
};

/* `last` is the last member of the first version. */
#define SIZED(type, last)                                                                          \
    {                                                                                              \
#type, sizeof(type), offsetof(type, last) + sizeof(((type *)0)->last)                      \
    }

/* Checks that the caller's structure can be read or written, by its size; reports a wrong one. */
VkResult vks_sized_check(const struct sized *as, const void *of_caller,
                         const struct report *errors);

/* Copies the caller's structure to the library's own, in which members that the caller's lacks are
 * 0. Refuses one whose further bytes, which this version does not know, are not 0. */
VkResult vks_sized_read(const struct sized *as, const void *of_caller, void *own,
                        const struct report *errors);

/* Copies the library's structure to the caller's, which was checked: as much as there is room for,
 * and zeros behind that. */
void vks_sized_write(const struct sized *as, const void *own, void *to_caller);

#endif
