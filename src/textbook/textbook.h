/* SPDX-License-Identifier: MIT */
/*
 * The textbook's algorithms, to measure and to learn from. Their kernels can be left out of a build
 * (-Dtextbook=disabled), which then has no modules for them.
 */
#ifndef VKSCAN_TEXTBOOK_H
#define VKSCAN_TEXTBOOK_H

#include "algorithm.h"

/* Until an entry has no name. */
extern const struct algorithm vks_textbook_reductions[], vks_textbook_scans[];

/* For kernels that are one step in device memory, an element per thread. */
extern const struct arrangement vks_textbook_step;
extern const struct policy vks_textbook_step_policies[];
/* For tiles of two elements per thread in a padded array. */
extern const struct arrangement vks_textbook_pairs;
extern const struct policy vks_textbook_pairs_policies[];
constants_fn vks_textbook_move, vks_textbook_combine;

/* The largest of the strides 1, 2, 4, ... at which some element has a partner; at least 1. */
uint64_t vks_textbook_last_stride(uint64_t count);

#endif
