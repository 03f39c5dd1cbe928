/* SPDX-License-Identifier: MIT */
/*
 * All primitives and algorithms. An algorithm takes a kernel in shaders/, and an entry in the list
 * of its primitive's file with the function that plans its dispatches. A primitive takes a file in
 * src/primitive, and a row of primitives.def.
 */
#ifndef VKSCAN_CATALOGUE_H
#define VKSCAN_CATALOGUE_H

#include "primitive.h"

/* Returns the primitive's description; NULL if the value is unknown. */
const struct primitive *vks_catalogue_primitive(vkscan_primitive primitive);

/* Returns the algorithm's entry that computes the primitive; NULL if there is none. */
const struct algorithm *vks_catalogue_find(vkscan_algorithm id, vkscan_primitive primitive);

/* Tells whether the device has the capabilities that the entry needs, and the entry computes such a
 * plan. */
bool vks_catalogue_can(const struct caps *caps, const struct algorithm *entry,
                       const struct plan *plan);

/* Returns the entry that AUTO takes for a plan that has no algorithm yet, and its shape: the last
 * production entry that the device and the build can run and that has a policy for the capacity, as
 * entries without persistent workgroups always have. If none has one, it is the first entry that
 * they can run, in its first policy's shape. NULL if they can run none. Lists are in rising order
 * of preference, while vkscan.h names the algorithms best first. */
const struct algorithm *vks_catalogue_choose(const struct caps *caps, const struct plan *plan,
                                             struct shape *shape);

/* Tells whether the build has the algorithm's kernels at all. */
bool vks_catalogue_is_built(const struct algorithm *algorithm);

/* Tells whether the build, or the user operator, has all modules of the algorithm's kernels for the
 * class and the operator. */
bool vks_catalogue_has_modules(const struct algorithm *algorithm, const char *class,
                               const struct op *op);

/* Returns the entry with this index, to visit all entries; NULL past the last. */
const struct algorithm *vks_catalogue_entry(uint32_t index);

/* Checks the caller's policies. Errors: RESULT_INVALID, reported. */
VkResult vks_catalogue_check_tuning(const struct tuning *tuning, const struct report *errors);

#endif
