/* SPDX-License-Identifier: MIT */
/*
 * All primitives and algorithms. To add an algorithm: a kernel in shaders/, an entry in the list of
 * its primitive's file with the function that plans its dispatches. To add a primitive: its file in
 * src/primitive, and a row of primitives.def.
 */
#ifndef VKSCAN_CATALOGUE_H
#define VKSCAN_CATALOGUE_H

#include "primitive.h"

/* NULL if unknown. */
const struct primitive *vks_catalogue_primitive(vkscan_primitive primitive);

/* The entry that computes the primitive; NULL if there is none. */
const struct algorithm *vks_catalogue_find(vkscan_algorithm id, vkscan_primitive primitive);

/* Whether the device has what the entry needs, and the entry what the plan asks. */
bool vks_catalogue_can(const struct caps *caps, const struct algorithm *entry,
                       const struct plan *plan);

/* The entry that AUTO takes on such a device for a plan that has none yet, and its shape. */
const struct algorithm *vks_catalogue_choose(const struct caps *caps, const struct plan *plan,
                                             struct shape *shape);

/* Whether the build has an algorithm's kernels at all; and all of their modules for a type and an
 * operator, or a user operator has them. */
bool vks_catalogue_is_built(const struct algorithm *algorithm);
bool vks_catalogue_has_modules(const struct algorithm *algorithm, const char *class,
                               const struct op *op);

/* The entry with this index, for visiting them all; NULL past the last. */
const struct algorithm *vks_catalogue_entry(uint32_t index);

/* Checks the caller's policies. Errors: RESULT_INVALID, reported. */
VkResult vks_catalogue_check_tuning(const struct tuning *tuning, const struct report *errors);

#endif
