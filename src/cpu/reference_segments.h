/* SPDX-License-Identifier: MIT */
/* Scans and reduces segments on the CPU, as vkscan's segments.h defines them: each by reference.h.
 */
#ifndef REFERENCE_SEGMENTS_H
#define REFERENCE_SEGMENTS_H

#include <stdbool.h>
#include <stdint.h>

#include <vkscan/vkscan.h>

/* The arrays lie as in the device's memory, at any alignment; rows have no heads. A seed that is
 * NULL is the identity; with VKSCAN_SEGMENTS_SEEDS_BIT it is one of each segment. Offsets do not
 * fall, but may exceed the count. */
struct reference_segments {
    const vkscan_plan_params *plan; /* with its details */
    const void *source, *heads, *seed;
    uint64_t count;
    uint64_t number; /* of segments by offsets */
};

/* Tells whether a segment begins at the element. Not by offsets. */
bool reference_segments_begin(const struct reference_segments *segments, uint64_t at);

/* Returns the number of results, of scans with what lies between rows. */
uint64_t reference_segments_results(const struct reference_segments *segments);

/* Tells whether a result is written, and does not lie between rows. */
bool reference_segments_write(const struct reference_segments *segments, uint64_t result);

/* A segment's elements [begin, end), the index of its first result, and its number; that of
 * elements outside of all segments by offsets is REFERENCE_NO_SEGMENT. */
#define REFERENCE_NO_SEGMENT UINT64_MAX
struct reference_segment {
    uint64_t begin, end, place, number;
};

/* Returns what a segment begins with, as the destination has it; NULL: the identity. */
const void *reference_segments_seed(const struct reference_segments *segments,
                                    const struct reference_segment *segment);

/* Calls `visit` for each segment that has results. Not by columns. */
void reference_segments_each(const struct reference_segments *segments,
                             void (*visit)(const struct reference_segments *segments,
                                           const struct reference_segment *segment, void *context),
                             void *context);

/* Computes all segments. Returns false without memory. */
bool reference_segments_run(const struct reference_segments *segments, void *destination);

/* Checks the results of the segments that begin in the part [first, end), and of the last part
 * those that begin behind it, like reference_check(). `result` has those of all segments, of which
 * *at is the index. */
bool reference_segments_check(const struct reference_segments *segments, uint64_t first,
                              uint64_t end, const void *result, uint64_t *at);

#endif
