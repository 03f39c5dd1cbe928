/* SPDX-License-Identifier: MIT */
/*
 * The textbook's algorithms, to measure and to learn from. A build can leave out their kernels
 * (-Dtextbook=disabled), and then has no modules for them.
 */
#ifndef VKSCAN_TEXTBOOK_LISTS_H
#define VKSCAN_TEXTBOOK_LISTS_H

#include "tuning.h"

/* The lists of algorithms, until an entry has no name. */
extern const struct algorithm vks_textbook_reductions[], vks_textbook_scans[];

/* The stage of algorithms that go by steps in device memory, all alike, and one that copies. */
enum textbook_stage { STAGE_STEP, STAGE_COPY };

/* The shape of kernels that are one step in device memory, an element per thread. */
extern const struct arrangement vks_textbook_step;
/* The shape of kernels whose tiles are a padded array with two elements per thread. */
extern const struct arrangement vks_textbook_pairs;

/* The policies: textbook.def. */
extern const struct policy vks_textbook_step_policies[], vks_textbook_pairs_policies[];
extern const struct policy vks_textbook_halves_policies[], vks_textbook_doubled_policies[];
extern const struct policy vks_textbook_coarse_policies[], vks_textbook_segments_policies[];
extern const struct policy vks_textbook_chain_policies[];

constants_fn vks_textbook_combine;          /* constants of kernels that combine elements */
constants_fn vks_textbook_items;            /* those of combine, and items per thread */
constants_fn vks_textbook_shared_tile;      /* those of items, and banks */
constants_fn vks_textbook_shared_tile_scan; /* those of shared_tile, and whether it is exclusive */

/* Returns the largest stride of 1, 2, 4, ... at which some element has a partner; at least 1. */
uint64_t vks_textbook_last_stride(uint64_t count);

#endif
