/* SPDX-License-Identifier: MIT */
/* Predicates as kernels and as the CPU have them, and runs that are checked. */
#ifndef PREDICATES_H
#define PREDICATES_H

#include "selections.h"

struct predicate {
    const vkscan_operator *user;
    vkscan_type type; /* whose elements have as many words */
    /* Over words, at any alignment: 0, 1, or of three ways more. */
    uint32_t (*keep)(const void *element, const void *seed, uint64_t index);
};

/* Of elements of 4 to 16 bytes, in order. The first one has no kernels for addresses, and no seed;
 * the last one knows three ways. */
#define PREDICATES 5
extern const struct predicate predicates[PREDICATES];

vkscan_plan *make_predicate(struct harness *h, const struct predicate *predicate,
                            vkscan_plan_params params, vkscan_select_params select);

/* Runs of a plan of 3000 elements. */
void check_predicate(struct harness *h, const struct predicate *predicate,
                     vkscan_plan_params params, vkscan_select_params select);

#endif
