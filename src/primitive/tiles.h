/* SPDX-License-Identifier: MIT */
/* Arrangements and constants that reductions and scans over tiles in registers share (see
 * shaders/tile/tile.glsl), and what persistent kernels and the one tree of all devices are planned
 * by. */
#ifndef VKSCAN_TILES_H
#define VKSCAN_TILES_H

#include "plan.h"

/* The arrangements of blelloch and subgroup, which reduce, scan and select. */
extern const struct arrangement vks_tree_tile, vks_subgroup_tile;

constants_fn vks_constants_tile;         /* combine, items per thread, the subgroup size */
constants_fn vks_constants_tile_scan;    /* these, and whether the scan is exclusive */
constants_fn vks_constants_tree_reduce;  /* banks, and whether the operator commutes */
constants_fn vks_constants_tree_ordered; /* banks, and that the operator does not commute */
constants_fn vks_constants_tree_scan;    /* banks, and whether the scan is exclusive */

/* Returns a copy of the plan that sums u32, to specialise the stages that scan counts. `items`:
 * vectors per thread; `operands`: the stages' mask of OPERAND_.... */
struct plan vks_plan_of_sums(const struct plan *plan, uint32_t items, uint32_t operands);

/* Returns the elements of a piece of the algorithms whose combine tree is the same on every device.
 * Devices take a piece in parts that are whole tiles. */
uint64_t vks_everywhere_piece(const struct plan *plan);

/* Returns the shape of the algorithms whose combine tree is the same on every device, for elements
 * of `words` words. 128 threads and 16 KiB of shared memory, which every device has, are enough. */
struct shape vks_everywhere_shape(uint32_t words);

/* Returns the workgroups of a persistent kernel: `workgroups`, or the least multiple of it with
 * which no workgroup takes more than WORKGROUP_TILES_MAX tiles; never more than tiles. For 2^30
 * elements in tiles of 512 that is less than the 65,535 that every device allows. */
uint64_t vks_persistent_groups(uint64_t tiles, uint64_t workgroups);

/* Tells whether workgroups take tiles by index: there is a workgroup for each tile, and tiles are
 * few. */
bool vks_goes_by_index(const struct caps *caps, const struct plan *plan);

#endif
