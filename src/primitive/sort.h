/* SPDX-License-Identifier: MIT */
/* What a sort goes by. */
#ifndef VKSCAN_PRIMITIVE_SORT_H
#define VKSCAN_PRIMITIVE_SORT_H

#include "primitive.h"

struct sorting {
    uint32_t flags;              /* of vkscan_sort_flag */
    uint32_t first_bit, end_bit; /* of the keys' ordered form */
    uint32_t digits;             /* passes over the keys, of SORT_DIGIT_BITS bits at most */
};

struct sorting vks_sorting(const struct plan *plan);

#endif
