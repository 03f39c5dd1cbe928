/* SPDX-License-Identifier: MIT */
/* What reductions and scans over tiles in registers have in common: see shaders/detail/tile.glsl.
 */
#ifndef VKSCAN_TILES_H
#define VKSCAN_TILES_H

#include "plan.h"

/* Of blelloch and of subgroup, which both reduce and scan. */
extern const struct arrangement vks_tree_tile, vks_subgroup_tile;
extern const struct policy vks_blelloch_policies[], vks_subgroup_policies[];

/* Of kernels with tile states, which one atomic stores where it has 64 bits. */
extern const struct kernel_variant vks_state_variants[];

constants_fn vks_constants_tile;         /* combine, items per thread, the subgroup size */
constants_fn vks_constants_tile_scan;    /* and whether it is exclusive */
constants_fn vks_constants_tree_reduce;  /* with banks, and whether the operator commutes */
constants_fn vks_constants_tree_ordered; /* the same of one that is taken not to */
constants_fn vks_constants_tree_scan;    /* with banks, and whether it is exclusive */

/* As one that sums u32, for the constants of stages that scan counts: vectors per thread, and a
 * mask of OPERAND_... that is the stages'. */
struct plan vks_plan_of_sums(const struct plan *plan, uint32_t items, uint32_t operands);

/* Of the algorithms whose combine tree is the same on every device: elements of a piece, of which
 * devices take parts that are whole tiles. */
uint64_t vks_everywhere_piece(const struct plan *plan);

/* Their shape, with elements of so many words: 128 threads and 16 KiB of shared memory, which every
 * device has, are enough for it. */
struct shape vks_everywhere_shape(uint32_t words);

/* Workgroups of a persistent kernel: `workgroups` of them, or the least multiple of that with which
 * none takes more than WORKGROUP_TILES_MAX tiles; never more than tiles. For 2^30 elements in tiles
 * of 512 these are fewer than the 65,535 that every device allows. */
uint64_t vks_persistent_groups(uint64_t tiles, uint64_t workgroups);

/* Whether there is a workgroup for each tile, and few of them. */
bool vks_goes_by_index(const struct caps *caps, const struct plan *plan);

#endif
