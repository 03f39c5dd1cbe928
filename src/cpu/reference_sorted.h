/* SPDX-License-Identifier: MIT */
/* Searches in sorted arrays, and merges of two, on the CPU, as vkscan's sorted.h defines them. */
#ifndef REFERENCE_SORTED_H
#define REFERENCE_SORTED_H

#include <stdbool.h>
#include <stdint.h>

#include <vkscan/vkscan.h>

/* Keys as they lie in the device's memory. */
struct sorted_keys {
    vkscan_type type;
    const void *keys;
    uint64_t count;
};

/* Returns the number of keys below the value, or with `upper` not above it. */
uint64_t reference_sorted_bound(const struct sorted_keys *sorted, bool upper, const void *value);

/* Stores the bounds of `count` values as u32. */
void reference_sorted_bounds(const struct sorted_keys *sorted, bool upper, const void *values,
                             uint64_t count, void *bounds);

/* Two sorted arrays with the values of their keys, of value_size bytes; 0: none. */
struct sorted_merge {
    struct sorted_keys first, second;
    uint32_t value_size;
    const void *first_values, *second_values;
};

/* Stores the keys [begin, end) of the merged arrays, and their values. */
void reference_sorted_merge(const struct sorted_merge *merge, uint64_t begin, uint64_t end,
                            void *keys, void *values);

#endif
