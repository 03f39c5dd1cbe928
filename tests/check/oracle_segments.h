/* SPDX-License-Identifier: MIT */
/* What scans and reductions of segments get, and what they have to give: see oracle.h. */
#ifndef CHECK_ORACLE_SEGMENTS_H
#define CHECK_ORACLE_SEGMENTS_H

#include "oracle.h"

/* Makes keys that differ from the one before in a bit, or equal it. Behind them, in the guard, is
 * one that equals the last: a kernel that compares with it is wrong. */
void oracle_fill_keys(uint64_t size, uint64_t count, uint64_t *state, uint8_t *keys);

/* Makes the offsets of drawn segments, which may be of a sort, and draws their number. */
void oracle_fill_offsets(struct buffers *b, uint64_t count, uint64_t *state);

/* Returns the number of segments by offsets. */
uint64_t oracle_segments_number(const struct buffers *b);

bool oracle_fill_segments(struct buffers *b, struct oracle_run *run, uint64_t *state);
bool oracle_expect_segments(struct buffers *b, const struct oracle_run *run, char *text,
                            size_t size);

#endif
