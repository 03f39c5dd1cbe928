/* SPDX-License-Identifier: MIT */
/* Chooses policies from times. Pure arithmetic. */
#ifndef TUNE_CHOOSE_H
#define TUNE_CHOOSE_H

#include "arguments.h"
#include "tuning.h"

struct candidate {
    struct shape shape;
    double ms[BENCH_MAX_SIZES]; /* time at each size */
};

/*
 * Chooses an algorithm's policies from its candidates and from automatic[], the times of what AUTO
 * takes without the algorithm at each size; sizes ascend. Updates automatic[] to the times of what
 * AUTO takes with the algorithm. The first candidate is the first policy in any case, as the
 * algorithm has it by name. A policy's range is where its total gain over the earlier policies is
 * largest: consecutive sizes, up to the next larger size, without an end if there is none; or
 * empty. Further policies that gain too little are left out.
 */
void tune_choose(const struct candidate *candidates, uint32_t count,
                 const struct bench_options *options, double automatic[BENCH_MAX_SIZES],
                 struct policies *policies);

#endif
