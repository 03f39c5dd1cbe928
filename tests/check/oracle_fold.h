/* SPDX-License-Identifier: MIT */
/* What reductions and scans get, and what they have to give: see oracle.h. */
#ifndef CHECK_ORACLE_FOLD_H
#define CHECK_ORACLE_FOLD_H

#include "oracle.h"

bool oracle_fill_fold(struct buffers *b, struct oracle_run *run, uint64_t *state);

/* Fills elements of the destination's type, which are seeds. */
void oracle_fill_seeds(struct buffers *b, uint64_t count, uint64_t *state, uint8_t *seeds);

/* The elements [begin, end), which are reduced or scanned, the index of their first result, and
 * what they begin with; NULL: the identity. */
struct oracle_part {
    uint64_t begin, end, place;
    const void *seed;
    bool reduces, exclusive;
};

/* Expects a part's results by a user's operator, and stores its total. */
void oracle_expect_user(struct buffers *b, const struct oracle_part *part, uint32_t *total);

bool oracle_expect_fold(struct buffers *b, const struct oracle_run *run, char *text, size_t size);

#endif
