/* SPDX-License-Identifier: MIT */
/* Shows how far a job is, on a line of standard error that is rewritten, if that is a terminal and
 * there is one process. One thread at a time shows. */
#ifndef METER_H
#define METER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define METER_UNKNOWN UINT64_MAX

/* Tells whether anything is shown. Lines of a user's interest alone stay away with it. */
bool meter_is_on(void);

/* Returns how many of `size` bytes are to be moved before the next call of meter_move(): all of
 * them where nothing is shown. */
size_t meter_step(size_t size);

/* Shows that `done` bytes of `total` have been moved, with the rate and the time that is left, once
 * a second has passed. `what` is a literal, such as "reading". */
void meter_move(const char *what, uint64_t done, uint64_t total);

/* Shows that something goes on whose end is not known: "compiling". meter_wait() shows since when,
 * once a second has passed without any other line. */
void meter_begin(const char *what);
void meter_wait(void);

/* Erases the line. A failure erases it, too. */
void meter_end(void);

#endif
