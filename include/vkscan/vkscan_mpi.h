/* SPDX-License-Identifier: MIT */
/**
 * @file
 * The exchanges between the ranks of an MPI communicator, for arrays of which each rank has a slab
 * on a device of its own: consecutive elements, rank 0's first. They are a library of their own,
 * vkscan_mpi.
 *
 * The caller runs plans of vkscan.h; between the runs a function of this header exchanges data in
 * host memory, which may be mapped memory of the device.
 *
 *     reduce     a reduction of the slab, then vkscan_mpi_reduce of its result
 *     scan       a reduction of the slab, then vkscan_mpi_exscan, which turns the result into the
 *                seed of the slab's scan: with VKSCAN_PLAN_SEED_IN_BUFFER_BIT in its place
 *     segments   a reduction of the segment that is open at the slab's end, then vkscan_mpi_exscan
 *                of its result beside a flag that the segment begins in the slab, at which
 *                `combine` begins anew: so it makes the seed of the slab's first segment
 *     select     a selection of the slab, then vkscan_mpi_place of the number kept, which tells
 *                where the kept elements go
 *     unique     vkscan_mpi_before of the slab's last element, which tells whether the slab's first
 *                element repeats the element before
 *     histogram  a histogram of the slab, then vkscan_mpi_reduce of its counters
 *     sort       a sort of the slab, vkscan_mpi_split, vkscan_mpi_exchange of keys and of values,
 *                and a sort of the elements received, which merges them because it is stable
 *
 * Every function but vkscan_mpi_slab is collective: all ranks call it, with the same parameters
 * except for their data. It returns MPI_SUCCESS, or MPI's error if the communicator's error handler
 * returns; MPI_ERR_ARG for an unknown type or operator, and for a sort that a plan would refuse.
 * Several threads may call it if MPI was initialised for that, each with a communicator of its own.
 *
 * Operands keep the order of ranks, so results of integers are those of one device, bit by bit.
 * Sums and products of floats are grouped by the ranks: with the same ranks, and the same MPI, they
 * have the same bits. Elements of f16 are combined as f32, and each result is rounded once. For
 * totals and seeds that f16 cannot hold, take plans from f16 into f32.
 */
#ifndef VKSCAN_MPI_H
#define VKSCAN_MPI_H

#include <mpi.h>

#include "vkscan.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A rank's elements of an array. */
typedef struct vkscan_mpi_range {
    uint64_t first; /**< index of the rank's first element in the array */
    uint64_t count; /**< number of the rank's elements */
} vkscan_mpi_range;

/** Returns a rank's slab of an even division: each slab has count / ranks elements, and the first
 * count % ranks slabs have one more. A sort leaves these slabs. */
VKSCAN_API vkscan_mpi_range vkscan_mpi_slab(uint64_t count, int ranks, int rank);

/** Computes result = left (+) right, by an operator of the caller's. The result may lie where one
 * of the operands lies. */
typedef void (*vkscan_mpi_combine_fn)(void *user, const void *left, const void *right,
                                      void *result);

/** The operator and the type by which elements combine. */
typedef struct vkscan_mpi_operator {
    uint32_t struct_size; /**< sizeof(vkscan_mpi_operator) */
    vkscan_op op;         /**< 0: add */
    vkscan_type type;     /**< the type of totals and results, a plan's out_type; required */
    /** Optional: an operator in place of op and type, on elements of `size` bytes, 1 to 32. @{ */
    vkscan_mpi_combine_fn combine;
    void *user;
    uint32_t size;
    /** @} */
    uint32_t reverse; /**< not 0: operands go from the last rank to the first, for plans with
                         VKSCAN_PLAN_REVERSE_BIT; vkscan_mpi_reduce does not need it if the operator
                         commutes */
} vkscan_mpi_operator;

/** Replaces each of a rank's `count` elements by the combination of all ranks' elements with its
 * index. */
VKSCAN_API int vkscan_mpi_reduce(MPI_Comm comm, const vkscan_mpi_operator *op, void *elements,
                                 int count);

/**
 * Combines the totals of all slabs before the rank's own, and writes the result to *seed. Writes
 * nothing at the first rank, whose *seed is the seed of the whole scan and part of that rank's
 * total. total and seed do not overlap.
 */
VKSCAN_API int vkscan_mpi_exscan(MPI_Comm comm, const vkscan_mpi_operator *op, const void *total,
                                 void *seed);

/** Writes to *first the index at which the rank's `count` elements begin if each rank's elements
 * follow those of the rank before, and to *all the number of all ranks' elements. */
VKSCAN_API int vkscan_mpi_place(MPI_Comm comm, uint64_t count, uint64_t *first, uint64_t *all);

/**
 * Copies to *before the element before the rank's slab, of `size` bytes, 256 at most: the last
 * element of the nearest rank before whose slab is not empty. `last` is the last element of the
 * rank's own slab, or NULL if that is empty. If there is no such element, *found is 0 and *before
 * is left as it was.
 */
VKSCAN_API int vkscan_mpi_before(MPI_Comm comm, uint32_t size, const void *last, void *before,
                                 int *found);

/**
 * Splits an array of which each rank has sorted its slab. Of the rank's `count` keys those with
 * index cuts[r] to cuts[r + 1] go to rank r, which so gets exactly vkscan_mpi_slab of all keys,
 * whatever the keys are. Equal keys are split by rank and place, so that the sort is stable. `cuts`
 * has one element more than there are ranks.
 *
 * Bisection of the keys' ordered form finds the splitters, with one MPI_Allreduce of a number for
 * each rank, for each bit in which the lowest and the highest key differ. Solomonik and Kale,
 * "Highly Scalable Parallel Sorting", 2010.
 */
VKSCAN_API int vkscan_mpi_split(MPI_Comm comm, vkscan_type type, const vkscan_sort_params *sort,
                                const void *keys, uint64_t count, uint64_t *cuts);

/**
 * Sends any number of elements of `size` bytes: those with index cuts[r] to cuts[r + 1] to rank r,
 * as vkscan_mpi_split cuts them or in any other way that ascends from 0. Elements arrive in the
 * order of ranks, and *count is their number. `to`, which does not overlap `from`, has room for
 * `room` elements. If that is too little on any rank, all ranks return MPI_ERR_TRUNCATE, and
 * nothing is sent.
 */
VKSCAN_API int vkscan_mpi_exchange(MPI_Comm comm, uint32_t size, const void *from,
                                   const uint64_t *cuts, void *to, uint64_t room, uint64_t *count);

#ifdef __cplusplus
}
#endif

#endif
