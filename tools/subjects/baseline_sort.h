/* SPDX-License-Identifier: MIT */
/* The radix sort of one CPU core: the benchmark's baseline of sorts. */
#ifndef BASELINE_SORT_H
#define BASELINE_SORT_H

#include "sort_check.h"

/* Sorts `count` records, ascending and stably, to `keys` and `values`. Returns false when out of
 * memory. */
bool baseline_sort(const struct sort_records *source, uint64_t count, void *keys, void *values);

#endif
