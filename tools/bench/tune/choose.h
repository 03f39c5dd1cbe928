/* SPDX-License-Identifier: MIT */
/* From times to policies. Pure arithmetic. */
#ifndef TUNE_CHOOSE_H
#define TUNE_CHOOSE_H

#include "arguments.h"
#include "tuning.h"

struct candidate {
    struct shape shape;
    double ms[BENCH_MAX_SIZES]; /* at each of the sizes */
};

/*
 * The policies of an algorithm from its candidates and, in automatic[], what AUTO takes without the
 * algorithm at each of the sizes, which ascend; automatic[] becomes what AUTO takes with them. The
 * first candidate is the first policy in any case, as it is the algorithm's by name. Each policy's
 * range is where its total gain over those before it is largest: consecutive sizes, up to the size
 * after them, without an end if there is none, or empty. Further policies that gain too little are
 * left out.
 */
void tune_choose(const struct candidate *candidates, uint32_t count,
                 const struct bench_options *options, double automatic[BENCH_MAX_SIZES],
                 struct policies *policies);

#endif
