/* SPDX-License-Identifier: MIT */
/* Top-k on one core, as vkscan's top_k.h defines it. */
#ifndef REFERENCE_TOP_K_H
#define REFERENCE_TOP_K_H

#include <stdbool.h>
#include <stdint.h>

#include <vkscan/vkscan.h>

/* The elements of all rows, as they lie in the device's memory. */
struct reference_top_k {
    vkscan_type type;
    const vkscan_top_k_params *params;
    const void *source;
    uint64_t count;
    const uint32_t *wanted; /* what a buffer has in place of params->k; NULL: no buffer */
};

/* Returns the number of rows; without rows 1. */
uint64_t reference_top_k_rows(const struct reference_top_k *top_k);

/* Returns the results of all rows, and the places that a short last row leaves as they are. */
uint64_t reference_top_k_results(const struct reference_top_k *top_k);

/* Stores the results of rows [first, end) at their places in the arrays for all rows, of which
 * either may be NULL. Returns false when out of memory. */
bool reference_top_k_run(const struct reference_top_k *top_k, uint64_t first, uint64_t end,
                         void *elements, void *indices);

#endif
