/* SPDX-License-Identifier: MIT */
/* The parameters and stages of a sort. */
#ifndef VKSCAN_PRIMITIVE_SORT_H
#define VKSCAN_PRIMITIVE_SORT_H

#include "primitive.h"

struct sorting {
    uint32_t flags;              /* bits of vkscan_sort_flag */
    uint32_t first_bit, end_bit; /* range of bits in the keys' ordered form */
    uint32_t digits;             /* passes over the keys, of SORT_DIGIT_BITS bits at most */
};

/* Stages of radix, which takes all of them for each digit, and of onesweep. */
enum radix_stage { STAGE_HISTOGRAM, STAGE_REDUCE, STAGE_SCAN, STAGE_SCATTER };
enum onesweep_stage { STAGE_COUNT, STAGE_BINS, STAGE_SWEEP };

/* Returns the plan's parameters, with defaults filled in. */
struct sorting vks_sorting(const struct plan *plan);

#endif
