/* SPDX-License-Identifier: MIT */
/* Adjacent differences on the CPU, as vkscan.h defines them. */
#ifndef REFERENCE_DIFFERENCE_H
#define REFERENCE_DIFFERENCE_H

#include <stdbool.h>
#include <stdint.h>

#include <vkscan/vkscan.h>

/* Elements as they lie in the device's memory, at any alignment, and the one beside them: in front
 * of the first, or in reverse behind the last. */
struct difference {
    vkscan_type type;
    bool reverse;
    const void *beside; /* NULL: 0 */
    const void *source;
    uint64_t count;
};

/* Stores the differences. */
void reference_difference(const struct difference *difference, void *results);

/* Tells whether results are right: bit for bit, except that devices may take denormal floats for
 * zeros, and which NaN a NaN is. Else *at is the first wrong element. */
bool reference_difference_check(const struct difference *difference, const void *results,
                                uint64_t *at);

#endif
