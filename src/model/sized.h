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
    size_t least; /* that of version 1.0 */
};

/* `last` is the last member of version 1.0. */
#define SIZED(type, last)                                                                          \
    {                                                                                              \
#type, sizeof(type), offsetof(type, last) + sizeof(((type *)0)->last)                      \
    }

/* Whether the caller's structure can be read or written, else a sentence. */
VkResult vks_sized_check(const struct sized *as, const void *of_caller,
                         const struct report *errors);

/* Copies what the caller's has; the rest of the library's own is 0. */
VkResult vks_sized_read(const struct sized *as, const void *of_caller, void *own,
                        const struct report *errors);

/* Copies what the caller's has room for, and zeros behind that; it was checked. */
void vks_sized_write(const struct sized *as, const void *own, void *to_caller);

#endif
