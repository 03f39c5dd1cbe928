/* SPDX-License-Identifier: MIT */
/* Pieces of FILE in a stream: while the device has one, the next is read, and the results of the
 * one before are written. They are read into and written from memory that the device copies. */
#ifndef STREAM_H
#define STREAM_H

#include "job.h"

/* Returns how many elements a piece has at most. */
uint64_t stream_limit(const struct job *job);

/* Runs a job that is not `whole`, from its first piece to its last. */
void stream_run(struct job *job, const struct verb *verb);

/* ---- a FILE that the device holds ---- */

/* Reads FILE into its port: while the device copies one part, the next is read. */
void stream_load(struct job *job);

/* Writes elements of a port, from the first on, to the first output in the same way, which gets
 * `total` in all. */
void stream_store(struct job *job, vkscan_port port, vkscan_type type, uint64_t first,
                  uint64_t count, uint64_t total);

#endif
