/* SPDX-License-Identifier: MIT */
#ifndef ALGORITHMS_H
#define ALGORITHMS_H

#include <stdbool.h>
#include <stddef.h>

#include <vkscan/vkscan.h>

/* Returns the algorithm after one: production algorithms, then the textbook's, then one without a
 * name. */
static inline vkscan_algorithm next_algorithm(vkscan_algorithm algorithm)
{
    const vkscan_algorithm next = (vkscan_algorithm)(algorithm + 1);
    const bool is_last = algorithm < VKSCAN_ALGORITHM_TEXTBOOK && !vkscan_algorithm_name(next);

    return is_last ? VKSCAN_ALGORITHM_TEXTBOOK : next;
}

#endif
