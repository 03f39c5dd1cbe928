/* SPDX-License-Identifier: MIT */
/* What a sort goes by. Plain data. */
#ifndef VKSCAN_SORTING_H
#define VKSCAN_SORTING_H

#include <stdint.h>

struct sorting {
    uint32_t flags;              /* of vkscan_sort_flag */
    uint32_t value_size;         /* bytes; 0: keys alone */
    uint32_t first_bit, end_bit; /* of the keys' ordered form */
    uint32_t digits;             /* passes over the keys, of SORT_DIGIT_BITS bits at most */
};

#endif
