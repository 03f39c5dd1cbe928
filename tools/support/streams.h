/* SPDX-License-Identifier: MIT */
/*
 * Standard streams that are closed, full or without a reader become errors of read and write.
 */
#ifndef STREAMS_H
#define STREAMS_H

#include <stdbool.h>

/* Call first in main. On failure not even an error can be printed. */
bool streams_open(void);

/* Call last in main: flushes standard output; returns the status, or that of a failure. */
int streams_close(int status);

#endif
