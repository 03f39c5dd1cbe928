/* SPDX-License-Identifier: MIT */
/**
 * @file
 * The textbook's algorithms: values of vkscan_algorithm to measure and to learn from. These
 * algorithms are right on every device, with every operator, but slower; AUTO never takes them, and
 * the build option textbook=disabled leaves them out. docs/textbook.md explains each.
 */
#ifndef VKSCAN_TEXTBOOK_H
#define VKSCAN_TEXTBOOK_H

#include "vkscan.h"

/** Reductions. Harris, "Optimizing Parallel Reduction in CUDA", 2007. @{ */
/** steps in device memory over neighbours; scratch n */
#define VKSCAN_ALGORITHM_INTERLEAVED ((vkscan_algorithm)1000)
/** steps in device memory over halves; scratch n / 2 */
#define VKSCAN_ALGORITHM_SEQUENTIAL ((vkscan_algorithm)1001)
/** tiles in shared memory */
#define VKSCAN_ALGORITHM_TREE ((vkscan_algorithm)1002)
/** tree, unrolled; needs VKSCAN_CAPABILITY_SUBGROUPS_BIT */
#define VKSCAN_ALGORITHM_UNROLLED ((vkscan_algorithm)1003)
/** @} */

/** Scans. @{ */
/** n^2 / 2 operations: capacity up to 2^18, and even so seconds on a slow device; scratch n */
#define VKSCAN_ALGORITHM_DIRECT ((vkscan_algorithm)1004)
/** Hillis and Steele 1986, in device memory; scratch 2 n */
#define VKSCAN_ALGORITHM_NAIVE ((vkscan_algorithm)1005)
/** Kogge and Stone 1973, over tiles in shared memory */
#define VKSCAN_ALGORITHM_KOGGE_STONE ((vkscan_algorithm)1006)
/** Brent and Kung 1982, over padded tiles in shared memory */
#define VKSCAN_ALGORITHM_BRENT_KUNG ((vkscan_algorithm)1007)
/** brent-kung with bank conflicts */
#define VKSCAN_ALGORITHM_BRENT_KUNG_UNPADDED ((vkscan_algorithm)1008)
/** brent-kung with more elements per thread */
#define VKSCAN_ALGORITHM_BRENT_KUNG_COARSE ((vkscan_algorithm)1009)
/** Hwu, Kirk and El Hajj 2022: a segment for each thread */
#define VKSCAN_ALGORITHM_COARSE ((vkscan_algorithm)1010)
/** blelloch-tile with bank conflicts */
#define VKSCAN_ALGORITHM_BLELLOCH_UNPADDED ((vkscan_algorithm)1011)
/**
 * One dispatch, in which each tile waits for the tile before it. After a bounded number of polls it
 * computes the missing prefix itself, so a run ends on every device. Has scratch_zeroed. Yan, Long
 * and Zhang, "StreamScan", 2013.
 */
#define VKSCAN_ALGORITHM_CHAINED ((vkscan_algorithm)1012)
/** kogge-stone in one array, with two barriers a step */
#define VKSCAN_ALGORITHM_KOGGE_STONE_INPLACE ((vkscan_algorithm)1014)
/** @} */

/** Reductions and scans by trees over padded tiles in shared memory; a scan scans, then adds. */
#define VKSCAN_ALGORITHM_BLELLOCH_TILE ((vkscan_algorithm)1013)

#endif
