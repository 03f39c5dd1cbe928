/* SPDX-License-Identifier: MIT */
/* Makes standard streams that are closed, full or without a reader give errors of read and write.
 */
#ifndef STREAMS_H
#define STREAMS_H

#include <stdbool.h>

/* Opens the streams. Call it first in main. On failure not even an error can be printed. */
bool streams_open(void);

/* Flushes standard output. Call it last in main. Returns the status, or that of a failure. */
int streams_close(int status);

#endif
