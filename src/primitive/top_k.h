/* SPDX-License-Identifier: MIT */
/* What the algorithms of top-k share; and the one that sorts. */
#ifndef VKSCAN_PRIMITIVE_TOP_K_H
#define VKSCAN_PRIMITIVE_TOP_K_H

#include "primitive.h"
#include "top_k/top_k.h"

/* Returns the plan's parameters. */
vkscan_top_k_params vks_top_k_params(const struct plan *plan);

/* Returns the elements of a row at a count, or of the array. */
uint64_t vks_top_k_row(const struct plan *plan, uint64_t count);

/* Returns the elements from a row's first to the next one's. */
uint64_t vks_top_k_pitch(const struct plan *plan, uint64_t count);

/* Returns the results of a full row. */
uint64_t vks_top_k_results(const struct plan *plan);

/* What a level takes, and how. */
struct top_k_level {
    uint32_t workgroup;            /* threads */
    uint32_t items, chunk_threads; /* of a chunk */
    uint32_t kept;                 /* elements of a chunk */
    uint32_t list;                 /* elements that a lane sorts; 0: chunks are no subgroups' */
    uint32_t group_size;           /* where they are none */
    uint32_t level;                /* mask of LEVEL_... */
};

/* Adds the constants of a level. */
void vks_constants_top_k(const struct plan *plan, const struct top_k_level *level,
                         struct constants *list);

/* Adds the pass, as one that writes results to the ports that the plan has. */
void vks_pass_add_top_k(const struct plan *plan, struct pass pass, struct pass_list *list);

/* ---- rows that are sorted: top_k_sorted.c ---- */

/* Stages of radix that sort the elements, and those that sort the indices of the best; and between
 * and behind these the ones that take the first of each row. */
enum top_k_sorted_stage {
    STAGE_SORT_ELEMENTS = 0,
    STAGE_SORT_INDICES = 4,
    STAGE_KEEP_FIRST = 8,
    STAGE_STORE_FIRST
};

/* Return the sort of the elements, and that of the indices of the best. */
struct plan vks_top_k_sort(const struct plan *plan);
struct plan vks_top_k_index_sort(const struct plan *plan);

/* Tells whether results are in the order of their indices. */
bool vks_top_k_by_index(const struct plan *plan);

/* Adds the constants of those that take the first. */
constants_fn vks_constants_first;

/* Sorts each row by its elements, and stores the first ones; or sorts their indices before. */
passes_fn vks_passes_top_k_sorted;

#endif
