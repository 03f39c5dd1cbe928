/* SPDX-License-Identifier: MIT */
/* What host and the kernels of sorted arrays agree on. */
#ifndef SORTED_SORTED_H
#define SORTED_SORTED_H

/* Specialization constants. */
#define SPEC_UPPER 26        /* 1: bounds are behind keys that equal the value */
#define SPEC_SORTED_STEP 27  /* one of the steps below */
#define SPEC_MERGED_WORDS 28 /* 32-bit words of a value that a merge moves: 0 (none), 1, 2 or 4 */

/* The steps of a merge; and the one of a search. */
#define MERGE_SPLITS 0
#define MERGE_KEYS 1
#define MERGE_VALUES 2
#define FIND_BOUNDS 3

#endif
