/* SPDX-License-Identifier: MIT */
/* Computes select, partition and unique on the CPU. */
#ifndef REFERENCE_SELECT_H
#define REFERENCE_SELECT_H

#include <stdbool.h>
#include <stdint.h>

#include <vkscan/vkscan.h>

struct reference_selection {
    vkscan_primitive primitive;
    vkscan_type type;
    vkscan_criterion criterion, second_criterion; /* the second one: of three ways */
    const void *source, *flags, *seed;            /* as in the device's memory, at any alignment */
    bool three_ways;
    /* A predicate in place of the criterion. It returns 0, or which of three ways; NULL: there is
     * none. */
    uint32_t (*keep)(const void *element, const void *seed, uint64_t index);
};

/* Tells whether `left criterion right` is true for elements of the type. */
bool reference_compares(vkscan_type type, vkscan_criterion criterion, const void *left,
                        const void *right);

/* Stores the indices of a group's elements: group 1, of three ways 1 or 2, or 0 for the rest.
 * Returns their number. */
uint64_t reference_select_group(const struct reference_selection *selection, uint64_t count,
                                unsigned group, uint32_t *indices);

/* Stores the indices of the elements that are kept, and for a partition those of the others behind
 * them. Returns the number of elements kept. */
uint64_t reference_select(const struct reference_selection *selection, uint64_t count,
                          uint32_t *indices);

#endif
