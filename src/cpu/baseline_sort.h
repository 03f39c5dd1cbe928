/* SPDX-License-Identifier: MIT */
/* The radix sort of one CPU core: the benchmark's baseline of sorts. */
#ifndef BASELINE_SORT_H
#define BASELINE_SORT_H

#include <stdbool.h>
#include <stdint.h>

#include <vkscan/vkscan.h>

/* Keys and their values, of value_size bytes: 0 (no values), or 4 to 16. */
struct sort_records {
    vkscan_type type;
    uint32_t value_size;
    const void *keys, *values;
};

/* Sorts `count` records, ascending and stably, to `keys` and `values`. Returns false when out of
 * memory. */
bool baseline_sort(const struct sort_records *source, uint64_t count, void *keys, void *values);

#endif
