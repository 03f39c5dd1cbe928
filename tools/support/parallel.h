/* SPDX-License-Identifier: MIT */
/* Runs loops over many elements on all processors. */
#ifndef PARALLEL_H
#define PARALLEL_H

#include <stdint.h>

#define PARALLEL_PARTS 64

/* A part: the elements [first, end). */
struct parallel_part {
    uint32_t index;  /* below PARALLEL_PARTS */
    uint32_t thread; /* below PARALLEL_PARTS; parts of one thread come one after the other */
    uint64_t first, end;
};

typedef void parallel_fn(void *user, const struct parallel_part *part);

/* Calls fn for all parts of `count` elements, on as many threads as pay off, and waits for them.
 * Parts begin at multiples of 64, and depend on nothing but the count. Returns their number. */
uint32_t parallel_for(uint64_t count, parallel_fn *fn, void *user);

void parallel_copy(void *to, const void *from, uint64_t size);

#endif
