/* SPDX-License-Identifier: MIT */
/* Makes heads, keys and offsets of segments, at equal distances, or such that few segments are long
 * and many short, or that half are empty. */
#ifndef HEADS_H
#define HEADS_H

#include <stdbool.h>
#include <stdint.h>

#include <vkscan/vkscan.h>

/* Where heads are stored, and the lengths between them. */
struct heads {
    vkscan_heads kind;
    uint64_t length;
    double log_longest; /* of a power law, by e; 0: all have the length, or none */
    bool half_empty;
    unsigned char *to;
};

/* Returns the logarithm of the longest of lengths whose density is 1 / length, from 1 on, and that
 * have this mean: (longest - 1) / ln(longest). */
double heads_find_longest(double mean);

/* Stores the head of each element, in parts on all processors. */
void heads_fill(struct heads *heads, uint64_t count);

/* Stores offsets up to the closing one, which is the count. */
void heads_fill_offsets(const struct heads *heads, uint64_t number, uint64_t count);

#endif
