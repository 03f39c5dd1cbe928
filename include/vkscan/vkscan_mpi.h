/* SPDX-License-Identifier: MIT */
/**
 * @file
 * What crosses the ranks of an MPI communicator, for arrays of which each rank has a slab on a
 * device of its own: consecutive elements, those of rank 0 first. A library of its own,
 * vkscan_mpi.
 *
 * Runs are the caller's, by plans of vkscan.h; in between, a function of this header exchanges what
 * lies in host memory, which may be mapped memory of the device.
 *
 *     reduce     a reduction of the slab, then vkscan_mpi_reduce of its result
 *     scan       a reduction of the slab, then vkscan_mpi_exscan makes of its result the seed with
 *                which the slab is scanned: by VKSCAN_PLAN_SEED_IN_BUFFER_BIT where it lies
 *     select     a selection of the slab, then vkscan_mpi_place of the number kept: where it goes
 *     unique     vkscan_mpi_before of the last element: whether the first one repeats it
 *     histogram  a histogram of the slab, then vkscan_mpi_reduce of its counters
 *     sort       a sort of the slab, vkscan_mpi_split, vkscan_mpi_exchange of keys and of values,
 *                and a sort of what came, which is stable and so merges it
 *
 * Every function but vkscan_mpi_slab is collective: all ranks call it, with the same parameters but
 * for their data. It returns MPI_SUCCESS, or an error of MPI's if the communicator's error handler
 * returns; MPI_ERR_ARG of an unknown type or operator. It may be called by several threads if MPI
 * was initialised so, each with a communicator of its own.
 *
 * Operands keep the order of ranks, so results of integers are those of one device, bit by bit.
 * Sums and products of floats are grouped by the ranks: with the same ranks, and the same MPI, they
 * have the same bits. Elements of f16 are combined as f32, and each result is rounded once. Totals
 * and seeds that f16 cannot hold are those of plans from f16 into f32.
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
    uint64_t first; /**< the elements before it */
    uint64_t count; /**< its own */
} vkscan_mpi_range;

/** Slabs as even as can be: each has count / ranks elements, and the first count % ranks have one
 * more. So a sort leaves them. */
VKSCAN_API vkscan_mpi_range vkscan_mpi_slab(uint64_t count, int ranks, int rank);

/** result = left (+) right, of an operator of the caller's. The result may be an operand. */
typedef void (*vkscan_mpi_combine_fn)(void *user, const void *left, const void *right,
                                      void *result);

/** How elements combine. */
typedef struct vkscan_mpi_operator {
    uint32_t struct_size; /**< sizeof(vkscan_mpi_operator) */
    vkscan_op op;         /**< 0: add */
    vkscan_type type;     /**< of totals and results: a plan's out_type; 0: u32 */
    /** Optional: in place of op and type, of elements of `size` bytes, 1 to 16. @{ */
    vkscan_mpi_combine_fn combine;
    void *user;
    uint32_t size;
    /** @} */
    uint32_t reverse; /**< not 0: the last rank is the first one, as VKSCAN_PLAN_REVERSE_BIT has it;
                         of operators that commute vkscan_mpi_reduce needs it not */
} vkscan_mpi_operator;

/** Replaces each of `count` elements of a rank by those of all ranks combined. */
VKSCAN_API int vkscan_mpi_reduce(MPI_Comm comm, const vkscan_mpi_operator *op, void *elements,
                                 int count);

/**
 * Writes to *seed the totals of all slabs before the rank's own combined; at the first rank
 * nothing, where *seed is the seed of the whole, which is in that rank's total. No two are the same
 * memory.
 */
VKSCAN_API int vkscan_mpi_exscan(MPI_Comm comm, const vkscan_mpi_operator *op, const void *total,
                                 void *seed);

/** Where the rank's `count` elements begin if each rank's follow those of the rank before; in *all,
 * how many they are together. */
VKSCAN_API int vkscan_mpi_place(MPI_Comm comm, uint64_t count, uint64_t *first, uint64_t *all);

/**
 * Copies to *before the element before the rank's slab, of `size` bytes, 256 at most: the last one
 * of the nearest rank before that has any. `last` is the own slab's last one, NULL if it is empty.
 * *found is 0 and *before stays where there is none.
 */
VKSCAN_API int vkscan_mpi_before(MPI_Comm comm, uint32_t size, const void *last, void *before,
                                 int *found);

/**
 * Splits an array that each rank has sorted its slab of. Of the `count` keys of the rank those with
 * index cuts[r] to cuts[r + 1] go to rank r: it gets vkscan_mpi_slab of all keys, exactly, whatever
 * the keys are. Equal ones are split by rank and place, so that the sort is stable. `cuts` has one
 * element more than there are ranks.
 *
 * The splitters are found by bisection of the keys' ordered form, with one MPI_Allreduce of a
 * number a rank for each bit in which the lowest and the highest key differ. Solomonik and Kale,
 * "Highly Scalable Parallel Sorting", 2010.
 */
VKSCAN_API int vkscan_mpi_split(MPI_Comm comm, vkscan_type type, const vkscan_sort_params *sort,
                                const void *keys, uint64_t count, uint64_t *cuts);

/**
 * Sends elements of `size` bytes, of any number: those with index cuts[r] to cuts[r + 1] to rank r,
 * as vkscan_mpi_split cuts them or in any other way that ascends from 0. What comes is in order of
 * ranks, its number in *count; `to`, which does not overlap `from`, has room for so many elements.
 * Where a rank has too little all return MPI_ERR_TRUNCATE, and nothing is sent.
 */
VKSCAN_API int vkscan_mpi_exchange(MPI_Comm comm, uint32_t size, const void *from,
                                   const uint64_t *cuts, void *to, uint64_t room, uint64_t *count);

#ifdef __cplusplus
}
#endif

#endif
