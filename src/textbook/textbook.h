/* SPDX-License-Identifier: MIT */
/*
 * The textbook's algorithms, to measure and to learn from. Their kernels can be left out of a build
 * (-Dtextbook=disabled), which then has no modules for them.
 */
#ifndef VKSCAN_TEXTBOOK_LISTS_H
#define VKSCAN_TEXTBOOK_LISTS_H

#include "algorithm.h"

/* Until an entry has no name. */
extern const struct algorithm vks_textbook_reductions[], vks_textbook_scans[];

/* For kernels that are one step in device memory, an element per thread. */
extern const struct arrangement vks_textbook_step;
extern const struct policy vks_textbook_step_policies[];
/* For tiles of two elements per thread in a padded array. */
extern const struct arrangement vks_textbook_pairs;
extern const struct policy vks_textbook_pairs_policies[];

/* Constants of kernels that move elements; that combine them; with items per thread; with banks;
 * and whether a scan is exclusive. */
constants_fn vks_textbook_move, vks_textbook_combine, vks_textbook_items;
constants_fn vks_textbook_shared_tile, vks_textbook_shared_tile_scan;

/* The largest of the strides 1, 2, 4, ... at which some element has a partner; at least 1. */
uint64_t vks_textbook_last_stride(uint64_t count);

#endif
