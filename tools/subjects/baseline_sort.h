/* SPDX-License-Identifier: MIT */
/* One CPU core's radix sort: the benchmark's baseline of sorts. */
#ifndef BASELINE_SORT_H
#define BASELINE_SORT_H

#include "sort_check.h"

/* Stable and ascending. Values are given. False: out of memory. */
bool baseline_sort(const struct sort_records *source, uint64_t count, void *keys, void *values);

#endif
