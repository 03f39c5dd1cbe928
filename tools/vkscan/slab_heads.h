/* SPDX-License-Identifier: MIT */
/* Where segments, or runs of equal elements, begin in the rank's slab of FILE. One may go on over
 * pieces and slabs. Elements have their index in the slab. */
#ifndef SLAB_HEADS_H
#define SLAB_HEADS_H

#include "array.h"

struct slab_heads {
    /* What tells them, for each element: a flag or a key, of `size` bytes. NULL: rows of `length`
     * elements. */
    const char *data;
    size_t size;
    bool keys;
    uint64_t length;

    uint64_t first, count; /* the slab, in FILE */
    /* Indices in FILE: where the segment of the slab's first element begins, and where that of its
     * last one ends. */
    uint64_t begin, end;
};

/* Finds the begin and the end. All ranks call it. The other members up to `length` are set. */
void slab_heads_open(struct slab_heads *heads, const struct array *file);

/* Tells whether an element is a head. */
bool slab_heads_has(const struct slab_heads *heads, uint64_t at);

/* Returns the first, or the last, head of [first, end); `end` if there is none. */
uint64_t slab_heads_next(const struct slab_heads *heads, uint64_t first, uint64_t end);
uint64_t slab_heads_last(const struct slab_heads *heads, uint64_t first, uint64_t end);

/* Tells whether the segment of the slab's last element goes on in the next slab. */
bool slab_heads_go_on(const struct slab_heads *heads);

#endif
