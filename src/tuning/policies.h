/* SPDX-License-Identifier: MIT */
/*
 * How the library's policies are written, in a file NAME.def that the code with the algorithms
 * includes. A table is for an algorithm or for several: POLICIES(name) begins it, or
 * SHARED_POLICIES(name) if other files use it too; POLICIES_END ends it, without a shape; and a row
 * is POLICY(devices, class, bytes, threads, items, workgroups, from, to, measured).
 *
 *   devices     NVIDIA, GPU (all but software drivers) or ANY. A device goes by its vendor's rows;
 *               if there are none of class PLAIN and 0 bytes, by those for GPU, or else by those
 *               for ANY. The same devices, class and bytes have at most POLICIES_MAX rows
 *   class       PACKED: for kernels of class packed alone; HALF: for arithmetic of f16 alone;
 *               PLAIN: for all that have no rows of their own
 *   bytes       of an element; 0: elements of all sizes that have no rows of their own
 *   threads     of a workgroup
 *   items       of a thread: vectors of 16 bytes, keys or elements, as the file's head says
 *   workgroups  for each multiprocessor, of persistent kernels; 0: one for each tile
 *   from, to    AUTO takes the row at capacities with from <= capacity < to; NO_END: at all from
 *               there on. A first row with 0 and 0 is for capacities that no row has; of persistent
 *               kernels it is for those alone that are asked for by name
 *   measured    on so many multiprocessors: the range scales to the device's, but for bounds that
 *               one workgroup can take (ONE_WORKGROUP); 0: it does not scale
 *
 * Of the rows that have a capacity the last is taken. Where sums round, an algorithm that is asked
 * for by name has its first row at all capacities.
 */
#ifndef VKSCAN_POLICIES_H
#define VKSCAN_POLICIES_H

#include "tuning.h"

#define NO_END POLICY_NO_END

#define POLICIES(name) static const struct policy name[] = {
#define SHARED_POLICIES(name) const struct policy name[] = {
#define POLICY(devices, class, bytes, threads, items, workgroups, from, to, multiprocessors)       \
    {DEVICES_##devices, POLICY_##class | bytes, {threads, items, workgroups}, from, to,            \
     multiprocessors},
#define POLICIES_END                                                                               \
    POLICY(ANY, PLAIN, 0, 0, 0, 0, 0, 0, 0)                                                        \
    }                                                                                              \
    ;

/* Policies of the algorithms by levels of tiles, which reduce, scan and select. */
extern const struct policy vks_blelloch_policies[], vks_subgroup_policies[];

#endif
