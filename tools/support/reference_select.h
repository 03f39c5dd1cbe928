/* SPDX-License-Identifier: MIT */
/* What select, partition and unique give, on the CPU. */
#ifndef REFERENCE_SELECT_H
#define REFERENCE_SELECT_H

#include <stdbool.h>
#include <stdint.h>

#include <vkscan/vkscan.h>

struct reference_selection {
    vkscan_primitive primitive;
    vkscan_type type;
    vkscan_criterion criterion, second_criterion; /* the second one's where there are three ways */
    const void *source, *flags, *seed;            /* as in the device's memory, at any alignment */
    bool three_ways;
    /* Of a predicate, in place of the criterion: 0, or which of three ways; else NULL. */
    uint32_t (*keep)(const void *element, const void *seed, uint64_t index);
};

/* Whether `left criterion right` is true, of elements of the type. */
bool reference_compares(vkscan_type type, vkscan_criterion criterion, const void *left,
                        const void *right);

/* The indices of the elements of a group: 1, of three ways 1 or 2, and 0 for the rest. Returns how
 * many these are. */
uint64_t reference_select_group(const struct reference_selection *selection, uint64_t count,
                                unsigned group, uint32_t *indices);

/* The indices of the elements kept, of a partition behind them the others'; returns the number of
 * those kept. */
uint64_t reference_select(const struct reference_selection *selection, uint64_t count,
                          uint32_t *indices);

#endif
