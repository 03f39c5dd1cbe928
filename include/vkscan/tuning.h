/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Tuning: the shapes of workgroups, and the choice of AUTO. vkscan.h includes this header. No
 * program needs it: the library has policies for each device. vkscan-bench --tune finds others, and
 * docs/tuning.md explains them. Members of vkscan_context_params take them:
 *
 *     policies          replace all of the library's for their algorithms and primitives. Results
 *                       are right with any policies; sums and products of floats are grouped by the
 *                       shapes
 *     policy_count      entries in policies
 *     spin_limit        polls of a missing tile state before a workgroup computes the tile's
 *                       aggregate itself, 1 to 128; divided by 1, 2, 3, ... once it has done so 0,
 *                       1, 2, ... times. 0: the library's limit
 *     multiprocessors   of the device, 1 to 4096, used where the device does not tell. The numbers
 *                       of persistent workgroups and the ranges of the library's policies go by it.
 *                       0: the library's guess, and ranges as they were measured
 */
#ifndef VKSCAN_TUNING_H
#define VKSCAN_TUNING_H

#include "vkscan.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The shape of an algorithm's workgroups, and the capacities at which AUTO takes it.
 * Zero-initialise members that are not set.
 *
 * Blelloch, subgroup, lookback, lookahead, single, onesweep and counters take up to five policies,
 * so that AUTO has other shapes at other capacities; the other algorithms take one. AUTO takes the
 * first algorithm listed here that the device can run and that has a policy for the capacity, and
 * of its policies for that capacity the last:
 *
 *     scan           lookahead, lookback, subgroup
 *     selection      lookahead, lookback, subgroup; only subgroup in a partition into three ways,
 *                    and on devices where a stage may have fewer than six storage buffers
 *     reduce         single, subgroup
 *     sort           onesweep, radix; of segments subgroup
 *     histogram      counters
 *     bounds         binary-search
 *     merge          merge-path
 *     difference     adjacent
 *     top-k          radix-select; of more than half of a tile of each row radix
 *     segments       scans, and reductions by flags or keys, lookback; other reductions
 *                    subgroup; of columns all columns
 *
 * Without subgroup operations blelloch takes the place of subgroup, but in sorts, and of lookback
 * for segments that have no seeds of their own.
 * If no policy covers the capacity, AUTO takes the last algorithm listed, with its first policy. An
 * algorithm that is asked for by name has
 *
 *     where sums round    its first policy, at any capacity, so that sums are grouped alike
 *     else                the policy that AUTO takes at the capacity
 *     if there is none    lookback, lookahead, single, onesweep and counters the last policy that
 *                         begins at or below the capacity; the others, and these if there is no
 *                         such policy, their first
 *
 * A policy is for one algorithm, and where `primitives` is set for those primitives only: a policy
 * for lookback without it replaces the library's for scans, selections and segments. A policy is
 * for elements of all sizes; the library's own policies differ by size.
 */
typedef struct vkscan_tuning_policy {
    uint32_t struct_size;       /**< sizeof(vkscan_tuning_policy), in each of an array */
    vkscan_algorithm algorithm; /**< not AUTO */
    /**
     * Required. Threads of a workgroup: a power of two, 128 to 1024. A plan halves it until the
     * device's limits of threads, shared memory and subgroups per workgroup allow it, and to at
     * most 512 for blelloch-tile and brent-kung. vkscan_query_plan tells the result in
     * vkscan_plan_info::workgroup_size.
     */
    uint32_t workgroup_size;
    /**
     * Required. Items per thread:
     *
     *     vectors of 16 bytes   blelloch, subgroup, lookback, lookahead, single 1 to 16, which
     *                           selections by lookback and lookahead, and segments, clamp to 8;
     *                           counters and adjacent 1 to 8
     *     pairs of elements     selections by blelloch and subgroup, whose policies are those
     *                           above, clamped to 8
     *     keys                  radix 1, 2, 4, 8 or 16; onesweep 1 to 24, of which a plan takes no
     *                           more than hold its capacity in one workgroup, where that can be;
     *                           sorts by subgroup, clamped to 12
     *     elements              blelloch-tile, blelloch-unpadded, brent-kung, brent-kung-unpadded,
     *                           tree, unrolled 2
     *                           interleaved, sequential, direct, naive, kogge-stone,
     *                           kogge-stone-inplace 1
     *                           coarse, brent-kung-coarse 1, 2, 4 or 8; chained 2, 4 or 8
     */
    uint32_t items;
    /**
     * Workgroups per multiprocessor, 1 to 1024, for lookback, lookahead, single, onesweep and
     * counters; 0 for the other algorithms. 0 in a further policy: as in the algorithm's first
     * policy here. 0 in the first policy: as in the library's first policy, in which onesweep has
     * one workgroup for each tile on GPUs other than NVIDIA's.
     */
    uint32_t workgroups;
    uint32_t reserved; /**< 0 */
    /**
     * The capacities at which AUTO takes the policy, in elements: from <= capacity < to. A range
     * without end has VKSCAN_TUNING_NO_END as `to`, never 0. Sorts of rows have the length of a
     * row in the capacity's place. Besides a range, `from` and `to` can be
     *
     *     both VKSCAN_TUNING_LIBRARY_RANGE (0)
     *         in a first policy: the range of the library's first policy. Blelloch, subgroup, radix
     *         and the textbook's algorithms must have this, and their range is all capacities
     *     VKSCAN_TUNING_NEVER and 0
     *         in a first policy of lookback, lookahead, single, onesweep or counters: no capacity,
     *         AUTO does not take the policy
     *
     * Each further policy of an algorithm has a range.
     */
    uint64_t from;
    uint64_t to; /**< the end of the range that starts at `from` */
    /**
     * The primitives that the policy is for, of those that the algorithm computes: a mask of
     * 1 << vkscan_primitive. First and further policies are counted separately for each mask. Two
     * masks for one algorithm are equal or have no primitive in common. 0: the primitives that no
     * other mask for the algorithm has.
     */
    uint64_t primitives;
} vkscan_tuning_policy;

#define VKSCAN_TUNING_LIBRARY_RANGE 0        /**< as `from` and `to`: the library's range */
#define VKSCAN_TUNING_NO_END UINT64_MAX      /**< as `to`: no end */
#define VKSCAN_TUNING_NEVER (UINT64_MAX - 1) /**< as `from`, with `to` 0: no capacity */

#ifdef __cplusplus
}
#endif

#endif
