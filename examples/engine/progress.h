/* SPDX-License-Identifier: MIT */
/* Shows how far a program is, on a line of standard error that is rewritten, if that is a terminal.
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdint.h>

/* Shows that `done` frames, or runs, are complete: once a second has passed, a few times a second.
 * The first call begins. `all` of 0 is unknown. */
void progress_show(uint64_t done, uint64_t all);

/* Erases the line. */
void progress_end(void);

#endif
