/* SPDX-License-Identifier: MIT */
/* The exact sums of a scan by add, whose integers may be too narrow for them. The host follows FILE
 * while the device computes. */
#ifndef SUMS_H
#define SUMS_H

#include <stdbool.h>
#include <stdint.h>

#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

struct sums {
    vkscan_type source, type; /* of elements, and of results */
    int64_t seed;
    bool exclusive, reverse;
    bool begun, leave;
    int64_t sum, least, most; /* of what is in front of each element so far, without the seed */
};

/* Returns the integer type of 64 bits that computes those of `type`; of all others, `type`. */
vkscan_type sums_wide_type(vkscan_type type);

/* Tells whether sums can be followed: those of an integer of up to 32 bits. */
bool sums_are_known(vkscan_type type);

/* Goes on with FILE's next elements, in their order whatever the scan's. */
void sums_follow(struct sums *sums, const void *data, uint64_t count);

/* Tells whether a result that the scan has written does not fit its type. */
bool sums_leave(const struct sums *sums);

#endif
