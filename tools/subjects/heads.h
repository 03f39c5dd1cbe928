/* SPDX-License-Identifier: MIT */
/* The lengths of segments and runs that options choose: equal, or such that few are long and many
 * short, or that half are empty. Makes heads, keys and offsets of segments, and runs of elements.
 */
#ifndef HEADS_H
#define HEADS_H

#include <stdbool.h>
#include <stdint.h>

#include <vkscan/vkscan.h>

#include "subject.h"

#define HEADS_OFFSET_SIZE 4 /* bytes of an offset */

/* Heads and the lengths between them. */
struct heads {
    vkscan_heads kind;     /* NONE: of runs of elements */
    uint32_t element_size; /* bytes of these */
    uint64_t length;       /* in the mean */
    double log_longest;    /* of a power law, by e; 0: all have the length, or none */
    bool half_empty;
    unsigned char *to;
};

/* Returns heads of the parameters' lengths, which are to be stored there. */
struct heads heads_make(const struct subject_params *params, vkscan_heads kind, void *to);

/* Returns the mean length, 4096 if none was chosen. */
uint64_t heads_length(const struct subject_params *params);

/* Returns the number of segments by offsets. */
uint64_t heads_segments(const struct subject_params *params, uint64_t count);

/* Tells whether lengths were chosen, without which there are segments but no runs. */
bool heads_have_lengths(const struct subject_params *params);

/* Returns "" for equal lengths, or " in a power law" or the like. */
const char *heads_distribution(const struct subject_params *params);

/* Stores the head of each element; for runs, the first element of its run. */
void heads_fill(struct heads *heads, uint64_t count);

/* Stores offsets up to the closing one, which is the count. */
void heads_fill_offsets(const struct heads *heads, uint64_t number, uint64_t count);

#endif
