/* SPDX-License-Identifier: MIT */
/* Checks a sort of many keys in one pass over them: nothing is sorted again. */
#ifndef SORT_CHECK_H
#define SORT_CHECK_H

#include "reference_sort.h"

/*
 * Tells whether `sorted` is the stable ascending order of `source`, whose values begin with the
 * keys' indices in 4 bytes, as sample_values() makes them. Three conditions hold then: keys do not
 * descend; values of equal keys ascend by their indices, so that none comes twice; and the sums of
 * a hash of each key and its value are the same, which other records fulfil with a probability of
 * 2^-64. Otherwise *at is the first element out of order, or the count.
 */
bool sort_check(const struct sort_records *source, const struct sort_records *sorted,
                uint64_t count, uint64_t *at);

#endif
