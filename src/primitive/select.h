/* SPDX-License-Identifier: MIT */
/* What select, partition and unique are asked for, and how they are planned. */
#ifndef VKSCAN_PRIMITIVE_SELECT_H
#define VKSCAN_PRIMITIVE_SELECT_H

#include "primitive.h"

/* Vectors per thread of the kernels that scan the numbers of the tiles. */
#define SELECT_SCAN_ITEMS 4

extern const struct algorithm vks_select_algorithms[];

/* What a plan was made of, defaults filled in; whether it has any of these outputs, and values. */
vkscan_select_params vks_select_params(const struct plan *plan);
bool vks_select_has(const struct plan *plan, uint32_t outputs);
bool vks_select_has_values(const struct plan *plan);
bool vks_select_in_place(const struct plan *plan);

/* Whether what is not kept is stored too, behind what is. */
bool vks_select_has_rest(const struct plan *plan);

/* Groups of elements that are kept apart: of a partition into three ways two. */
uint64_t vks_select_groups(const struct plan *plan);

/* Whether each run compares with a seed. */
bool vks_select_compares(const struct plan *plan);

/* Marks what is kept, scans the numbers of the tiles, stores. */
passes_fn vks_passes_select_by_marks;

/* Everything in one dispatch of persistent workgroups, of a partition in two. */
passes_fn vks_passes_select_at_once;

#endif
