/* SPDX-License-Identifier: MIT */
/* The file of --offsets: where segments of FILE begin, and at last where they end. */
#ifndef OFFSETS_H
#define OFFSETS_H

#include "job.h"

/* Reads all of the offsets, on each rank, and checks them as far as the number of FILE's elements
 * is known, which are of a `kind`: "value" or "key". */
void offsets_read(struct job *job, const char *kind);

/* Refuses offsets that fall, or exceed the number of FILE's elements, which may be INPUT_UNKNOWN.
 */
void offsets_check(const struct job *job, uint64_t count, const char *kind);

uint64_t offset_at(const struct job *job, uint64_t k);

/* Finds the nearest offsets that are at most, and at least, an index in FILE: 0 and UINT64_MAX if
 * there are none. Between them is the segment of the elements on both sides of the index. */
void offsets_around(const struct job *job, uint64_t at, uint64_t *begin, uint64_t *end);

#endif
