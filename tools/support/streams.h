/* SPDX-License-Identifier: MIT */
/*
 * Standard streams that may be closed, full or without a reader: for a program all of these are
 * errors of a read or write like any other.
 */
#ifndef STREAMS_H
#define STREAMS_H

#include <stdbool.h>

/* First in main; on failure nothing can be said either. */
bool streams_open(void);

/* Last in main: writes out standard output, and returns the status or that of a failure. */
int streams_close(int status);

#endif
