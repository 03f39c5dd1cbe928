/* SPDX-License-Identifier: MIT */
/* What host and kernels of select, partition and unique agree on. */
#ifndef SELECT_CRITERIA_H
#define SELECT_CRITERIA_H

#include "dispatch.h"

/* Constants of select, partition and unique. */
#define SPEC_CRITERION 30        /* one of CRITERION_... */
#define SPEC_STORES 31           /* mask of STORES_... */
#define SPEC_DIVISOR 32          /* of the number of elements that are kept, for arguments */
#define SPEC_GROUPS 35           /* of a partition into three ways 2, which differ from the rest */
#define SPEC_SECOND_CRITERION 36 /* of two groups that compare, the second one's */
#define SPEC_KEEPS_LAST 39       /* 1: of each run the last element is kept, else the first */
#define SPEC_KEEPS_FIRST 62      /* 1: by flags the first element is kept whatever its flag is */

/* What is kept, as vkscan_criterion has it; and by unique. From CRITERION_KEYS on borders of runs
 * are kept, of equal keys or, by unique, of equal elements. */
#define CRITERION_FLAG_BYTES 0
#define CRITERION_FLAG_BITS 1
#define CRITERION_FLAG_WORDS 2
#define CRITERION_FLAGS_LAST CRITERION_FLAG_WORDS
#define CRITERION_LESS 3
#define CRITERION_LESS_EQUAL 4
#define CRITERION_GREATER 5
#define CRITERION_GREATER_EQUAL 6
#define CRITERION_EQUAL 7
#define CRITERION_NOT_EQUAL 8
#define CRITERION_PREDICATE 9
#define CRITERION_KEYS 10
#define CRITERION_UNIQUE 11

/* What a stage stores of what is kept: elements or their indices; and whether of the rest too. With
 * none of them, the number alone. Of a single pass, whether the number goes to STATE_TOTAL too. Of
 * the stage behind, whether it copies elements or stores the lengths of runs. */
#define STORES_VALUES 0x1
#define STORES_INDICES 0x2
#define STORES_REST 0x4
#define STORES_TOTAL 0x8
#define STORES_LENGTHS 0x10

/* Vectors that a thread copies at a time. */
#define COPY_VECTORS 4

/* From the numbers of elements that are kept, one for each tile and group and one more, to the
 * marks behind them, in words. */
#define SELECT_MARKS(numbers) (((numbers) + 4) / 4 * 4)

#endif
