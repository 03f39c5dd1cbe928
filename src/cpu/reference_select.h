/* SPDX-License-Identifier: MIT */
/* Computes select, partition and unique on the CPU, 64 elements at a time. A part begins at a
 * multiple of 64. Group 1 is kept, of three ways 1 and then 2; group 0 is the rest. */
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
    uint32_t key_size;                            /* bytes of keys in the place of flags */
    bool keeps_last; /* of each run of equal keys or, by unique, elements; else the first */
    uint64_t count;  /* with keeps_last: elements of the source */
    bool three_ways;
    /* A predicate in place of the criterion. It returns 0, or which of three ways; NULL: there is
     * none. */
    uint32_t (*keep)(const void *element, const void *seed, uint64_t index);
};

/* Stores the indices of a group's elements. Returns their number. */
uint64_t reference_select_group(const struct reference_selection *selection, uint64_t count,
                                unsigned group, uint32_t *indices);

/* Stores the indices of the elements that are kept, and for a partition those of the others behind
 * them. Returns the number of elements kept. */
uint64_t reference_select(const struct reference_selection *selection, uint64_t count,
                          uint32_t *indices);

/* These are for two ways. */

/* Returns the number of elements of the part [first, end) that are kept. */
uint64_t reference_select_number(const struct reference_selection *selection, uint64_t first,
                                 uint64_t end);

/* Stores the elements that are kept and, for a partition, the others behind them. Returns the
 * number of those kept. */
uint64_t reference_select_run(const struct reference_selection *selection, uint64_t count,
                              void *result);

/* Tells whether the elements of the part [first, end) are in the result: those kept from place
 * `kept` on, and for a partition the others from place `rejected` on. If not, *at is a place that
 * is wrong. */
bool reference_select_check(const struct reference_selection *selection, uint64_t first,
                            uint64_t end, uint64_t kept, uint64_t rejected, const void *result,
                            uint64_t *at);

#endif
