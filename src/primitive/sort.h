/* SPDX-License-Identifier: MIT */
/* Parameters and dispatches of sorts. */
#ifndef VKSCAN_PRIMITIVE_SORT_H
#define VKSCAN_PRIMITIVE_SORT_H

#include "primitive.h"
#include "sort/digits.h"

/* Vectors per thread of the kernels that scan counts. */
#define SORT_SCAN_ITEMS 2

struct sorting {
    uint32_t flags;              /* bits of vkscan_sort_flag */
    uint32_t first_bit, end_bit; /* range of bits in the keys' ordered form */
    uint32_t digits;             /* passes over the keys, of SORT_DIGIT_BITS bits at most */
};

/* Stages of radix, which takes all of them for each digit, and of onesweep. */
enum radix_stage { STAGE_HISTOGRAM, STAGE_REDUCE, STAGE_SCAN, STAGE_SCATTER };
enum onesweep_stage { STAGE_COUNT, STAGE_BINS, STAGE_SWEEP, STAGE_WHOLE, STAGE_ROWS };

/* Returns the plan's parameters, with defaults filled in. */
struct sorting vks_sorting(const struct plan *plan);

/* Tells whether workgroups sort in one dispatch: one of them all keys, or each whole rows. */
bool vks_sort_is_in_workgroups(const struct plan *plan);

/* Plans a histogram, a scan and a scatter for each digit. */
passes_fn vks_passes_radix;

/* Plans the histogram of all digits, its scan, and a pass over the keys for each digit. */
passes_fn vks_passes_onesweep;

#endif
