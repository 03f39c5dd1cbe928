/* SPDX-License-Identifier: MIT */
/* Searches in sorted arrays on the CPU, as vkscan's sorted.h defines them. */
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

#endif
