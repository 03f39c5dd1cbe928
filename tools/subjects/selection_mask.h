/* SPDX-License-Identifier: MIT */
/* Tells which elements are kept, 64 at a time, and counts and checks the results of selections of
 * many elements on all processors. */
#ifndef SELECTION_MASK_H
#define SELECTION_MASK_H

#include "reference_select.h"

#define MASK_BITS 64

/* Returns a mask: bit k tells whether element first + k is kept, for up to 64 elements below count.
 * `first` is a multiple of 64. */
uint64_t selection_mask(const struct reference_selection *selection, uint64_t first,
                        uint64_t count);

/* Returns the number of elements that are kept. */
uint64_t selection_number(const struct reference_selection *selection, uint64_t count);

/* Stores the elements that are kept and, for a partition, the others behind them. Returns the
 * number of those kept. */
uint64_t selection_run(const struct reference_selection *selection, uint64_t count, void *result);

/* Tells whether `result` and `number` are right. If they are not, *at is an element of the result
 * that is wrong, or the count where only the number is. */
bool selection_check(const struct reference_selection *selection, uint64_t count,
                     const void *result, uint64_t number, uint64_t *at);

#endif
