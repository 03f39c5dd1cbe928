/* SPDX-License-Identifier: MIT */
/* What searches in sorted arrays and merges get, and what they have to give: see oracle.h. */
#ifndef CHECK_ORACLE_SORTED_H
#define CHECK_ORACLE_SORTED_H

#include "oracle.h"

bool oracle_fill_sorted(struct buffers *b, struct oracle_run *run, uint64_t *state);
bool oracle_expect_sorted(struct buffers *b, const struct oracle_run *run, char *text, size_t size);

bool oracle_fill_merge(struct buffers *b, struct oracle_run *run, uint64_t *state);
bool oracle_expect_merge(struct buffers *b, const struct oracle_run *run, char *text, size_t size);

#endif
