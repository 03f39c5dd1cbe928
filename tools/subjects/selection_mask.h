/* SPDX-License-Identifier: MIT */
/* Which elements are kept, 64 at a time, and what a selection of many elements has to be: counted
 * and checked on all processors. */
#ifndef SELECTION_MASK_H
#define SELECTION_MASK_H

#include "reference_select.h"

#define MASK_BITS 64

/* Bit k: whether element first + k is kept, of up to 64 and those below count. `first` is a
 * multiple of 64. */
uint64_t selection_mask(const struct reference_selection *selection, uint64_t first,
                        uint64_t count);

/* How many are kept. */
uint64_t selection_number(const struct reference_selection *selection, uint64_t count);

/* Stores what is kept and, of a partition, behind it the others; returns the number kept. */
uint64_t selection_run(const struct reference_selection *selection, uint64_t count, void *result);

/* Whether `result` and `number` are that. Else *at is an element of the result that is wrong; where
 * only the number is, the count. */
bool selection_check(const struct reference_selection *selection, uint64_t count,
                     const void *result, uint64_t number, uint64_t *at);

#endif
