/* SPDX-License-Identifier: MIT */
/* The memory that a job needs for a FILE that is whole on the device or in the host's memory. */
#ifndef MEMORY_H
#define MEMORY_H

#include "job.h"

/* Fails unless there is memory for `count` elements of FILE, of which nothing needs to have been
 * read, and the plan takes so many at a time if the job needs that. On a terminal it tells how much
 * is needed. */
void memory_check(struct job *job, const struct verb *verb, uint64_t count);

#endif
