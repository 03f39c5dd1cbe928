/* SPDX-License-Identifier: MIT */
/* Policies: how the library's are written, the choice among an algorithm's on a device, and what
 * the device's limits make of a shape. Pure arithmetic. */
#ifndef VKSCAN_POLICIES_H
#define VKSCAN_POLICIES_H

#include "plan.h"

/* The devices that a policy is for: those of a vendor, by its PCI id; all GPUs, which are no
 * software drivers; or any. */
enum { DEVICES_ANY = 0, DEVICES_GPU = 1, DEVICES_NVIDIA = 0x10de };

#define POLICY_NO_END UINT64_MAX
#define POLICIES_MAX 5 /* the most of an algorithm on a device */

/* Flags of an element size: none; class packed, whose vectors have 16 bytes; arithmetic of f16; a
 * sort of rows; a selection by flags. An algorithm without policies for flag and size has those for
 * the flag and 0 bytes, or else those of the size. POLICY_SIZE selects the size. */
#define POLICY_PLAIN 0
#define POLICY_PACKED 0x100
#define POLICY_HALF 0x200
#define POLICY_ROWS 0x400
#define POLICY_FLAGS 0x800
#define POLICY_SIZE 0xff

/* A shape, and the capacities at which AUTO takes it: from <= capacity < to. */
struct policy {
    uint32_t devices;
    uint32_t element_size; /* with flags; 0: all elements without policies of their own */
    struct shape shape;
    uint64_t from, to;
    uint32_t measured_on; /* multiprocessors; 0: the range does not depend on them */
};

/* ---- the library's policies ---- */

/*
 * How the library's policies are written, in a file NAME.def that the code with the algorithms
 * includes, or tuning.c and textbook.c for tables that several share. A table is for an algorithm
 * or for several: POLICIES(name) begins it, or SHARED_POLICIES(name) if other files use it too;
 * POLICIES_END ends it, without a shape; and a row is POLICY(devices, class, bytes, threads, items,
 * workgroups, from, to, measured).
 *
 *   devices     NVIDIA, GPU (all but software drivers) or ANY. A device goes by its vendor's rows;
 *               if there are none of class PLAIN and 0 bytes, by those for GPU, or else by those
 *               for ANY. The same devices, class and bytes have at most POLICIES_MAX rows
 *   class       PACKED: for kernels of class packed alone; HALF: for arithmetic of f16 alone; ROWS:
 *               for sorts of an array's rows, whose length is in the place of the capacity; FLAGS:
 *               for selections by flags; PLAIN: for all that have no rows of their own
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

/* ---- the choice ---- */

/* Reads one of the caller's policies. Each has to have the struct_size of the first. */
VkResult vks_tuning_read(const struct tuning *tuning, uint32_t index, vkscan_tuning_policy *policy,
                         const struct report *errors);

/* Returns the elements by which a plan's policy is chosen: the capacity, or the length of its rows.
 */
uint64_t vks_plan_policy_capacity(const struct plan *plan);

/* Returns the shape of an algorithm asked for by name: that for AUTO, if there is one. A persistent
 * kernel out of range has that of the last policy that begins at or below the capacity, else that
 * of the first. With POLICY_FIRST as the capacity it is the first policy's, so that floats are
 * grouped alike at all capacities. */
#define POLICY_FIRST UINT64_MAX
struct shape vks_tuning_shape_by_name(const struct caps *caps, const struct algorithm *algorithm,
                                      vkscan_primitive primitive, uint32_t element_size,
                                      uint64_t capacity);

/*
 * Finds the shape for AUTO: that of the last policy whose range has the capacity. If no range has
 * it, the shape is the first policy's; returns false for persistent kernels then.
 */
bool vks_tuning_shape_for_auto(const struct caps *caps, const struct algorithm *algorithm,
                               vkscan_primitive primitive, uint32_t element_size, uint64_t capacity,
                               struct shape *shape);

/* Returns the most workgroups of a persistent kernel: as many as should be resident at once, or as
 * many as the device allows if the shape does not say. */
uint64_t vks_tuning_workgroups(const struct caps *caps, const struct shape *shape);

/* Returns the polls of an invalid tile state before the fallback. */
uint32_t vks_tuning_spin_limit(const struct caps *caps);

/* ---- shapes ---- */

/* Returns the element size that policies are for: the larger one of the source's and the
 * destination's; with the flag that it has, or none. */
uint32_t vks_plan_policy_size(const struct caps *caps, const struct plan *plan,
                              const struct algorithm *algorithm);

/* Tells whether the items per thread have to be a power of two, because they are the leaves of a
 * tree. Items that are vectors are combined before the tree. */
bool vks_shape_takes_powers_of_two(const struct arrangement *arrangement);

/* Returns the items per thread as kernels count them: elements, or vectors of `vector_bytes`, the
 * larger of the source's and the destination's. Those of a shape have 16 bytes: threads hold fewer
 * of larger vectors, and in persistent kernels more of smaller ones. */
uint32_t vks_shape_items(const struct shape *shape, const struct arrangement *arrangement,
                         uint32_t vector_bytes);

/* Returns the elements that one workgroup takes at a time, for types of at least 4 bytes. */
uint32_t vks_shape_tile_size(const struct shape *shape, const struct arrangement *arrangement,
                             uint32_t element_size);

/* Returns the bytes of shared memory that a workgroup uses, padded for `banks` banks. */
uint32_t vks_shape_shared_memory(const struct shape *shape, const struct arrangement *arrangement,
                                 uint32_t banks, uint32_t element_size);

/* Halves the workgroup until the device's limits allow it. */
struct shape vks_shape_cut(const struct caps *caps, const struct shape *shape,
                           const struct arrangement *arrangement, uint32_t element_size);

/* Returns the shape, or if a workgroup of it takes fewer than `least` items, the smallest workgroup
 * that can take them with more items each; the shape again if the device's limits allow none. */
struct shape vks_shape_grow(const struct caps *caps, const struct shape *shape,
                            const struct arrangement *arrangement, uint32_t element_size,
                            uint64_t least);

/* Returns the shape cut to the device's limits; of an algorithm whose workgroups take rows whole,
 * one that takes the plan's rows, if there is one. */
struct shape vks_plan_shape(const struct caps *caps, const struct plan *plan,
                            const struct algorithm *algorithm, const struct shape *shape);

/* Returns the most items that a workgroup can take on the device. */
uint32_t vks_shape_most_items(const struct caps *caps, const struct arrangement *arrangement,
                              uint32_t element_size);

/* Returns the subgroup size that a pipeline requires: the device's, if workgroups then consist of
 * full subgroups, and of no more than the device allows. Otherwise returns 0, and kernels count
 * lanes at run time. */
uint32_t vks_shape_subgroup_size(const struct caps *caps, const struct shape *shape);

#endif
