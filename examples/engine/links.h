/* SPDX-License-Identifier: MIT */
/* Lists and trees as an array: each element has the index of the next one, or of its parent. The
 * end of a list and the root of a tree have their own. */
#ifndef LINKS_H
#define LINKS_H

#include <stdbool.h>
#include <stdint.h>

/* Makes a list through all elements, in no order, or a tree. free() it. */
uint32_t *links_make(uint32_t count, bool tree);

/* Reads the numbers of a text file, or fails; free() them. Links are below their count. */
uint32_t *numbers_read(const char *path, uint32_t *count);
uint32_t *links_read(const char *path, uint32_t *count);

#endif
