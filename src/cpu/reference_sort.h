/* SPDX-License-Identifier: MIT */
/* The sequential reference of sorts, as vkscan's sort.h defines them. */
#ifndef REFERENCE_SORT_H
#define REFERENCE_SORT_H

#include <stdbool.h>
#include <stdint.h>

#include <vkscan/vkscan.h>

/* Returns the unsigned integer that orders like the key, with as many bits. */
uint64_t reference_sort_form(vkscan_type type, const void *key);

/* Returns what keys are compared by: the bits of the form that the sort goes by, inverted if it is
 * descending. A `sort` of NULL is all zero, here and below. */
uint64_t reference_sort_rank(vkscan_type type, const vkscan_sort_params *sort, const void *key);

/* Keys and their values, of value_size bytes, or 0: no values. They lie as in the device's memory.
 * Of a sort of segments, the offsets and the number of segments; offsets may be any. */
struct sort_records {
    vkscan_type type;
    uint32_t value_size;
    const void *keys, *values;
    const void *offsets;
    uint64_t number;
};

/* Sorts `count` records to `keys` and `values`, stably, by their digits, each row or segment by
 * itself. The values may be sorted to where they are. Returns false when out of memory. This is the
 * benchmark's loop on one core. */
bool reference_sort_records(const vkscan_sort_params *sort, const struct sort_records *source,
                            uint64_t count, void *keys, void *values);

/* Stores the order of the keys: order[i] is the index of the i-th key. Returns false when out of
 * memory. */
bool reference_sort(vkscan_type type, const vkscan_sort_params *sort, const void *keys,
                    uint64_t count, uint64_t *order);

enum reference_sort_data {
    SORT_DATA_RANDOM, /* over all bits; floats with infinities, NaNs and zeros of both signs */
    SORT_DATA_SORTED,
    SORT_DATA_REVERSED,
    SORT_DATA_EQUAL,
    SORT_DATA_ZIPF, /* skewed: key k about as often as 1 / (k + 1), in random order */
    SORT_DATA_COUNT,
};

/* Fills in keys. Returns false when out of memory. */
bool reference_sort_fill(vkscan_type type, enum reference_sort_data data, uint64_t seed, void *keys,
                         uint64_t count);

#endif
