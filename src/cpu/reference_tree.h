/* SPDX-License-Identifier: MIT */
/* Computes sums and products of floats on the CPU, bit for bit as VKSCAN_DETERMINISM_EVERYWHERE has
 * them on every device: the tree of docs/determinism.md, written down from there. */
#ifndef REFERENCE_TREE_H
#define REFERENCE_TREE_H

#include <stdbool.h>
#include <stdint.h>

#include <vkscan/vkscan.h>

/* Runs like reference_run(). Besides, `total`, unless it is NULL, gets one element of the output
 * type. Source and destination may be the same if elements have one size. */
void reference_tree(const vkscan_plan_params *plan, const void *seed, const void *source,
                    uint64_t count, void *destination, void *total);

/* Runs with other leaves of a tile, a power of two, and vectors of a leaf than those of the
 * contract: for kernels in shapes of the tests' own. */
void reference_tree_of(const vkscan_plan_params *plan, uint32_t leaves, uint32_t vectors,
                       const void *seed, const void *source, uint64_t count, void *destination,
                       void *total);

#endif
