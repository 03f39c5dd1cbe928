/* SPDX-License-Identifier: MIT */
/* From times to the shapes of a row. Pure arithmetic. */
#ifndef TUNE_CHOOSE_H
#define TUNE_CHOOSE_H

#include "arguments.h"
#include "tuning.h"

struct candidate {
    struct shape shape;
    double ms[BENCH_MAX_SIZES]; /* at each of the sizes */
};

/*
 * Of candidates for a layout, and what AUTO takes without it at each of the sizes, which ascend,
 * makes the layout's shapes, and of automatic[] what AUTO takes with them. The first candidate is
 * the first shape in any case, as it is what algorithms have by name. Each has the range in which
 * it gains the most in all over those before it: neighbours among the sizes, up to the size after
 * them, without an end if there is none, or never. Further shapes that gain too little are left.
 */
void tune_choose(const struct candidate *candidates, uint32_t count,
                 const struct bench_options *options, double automatic[BENCH_MAX_SIZES],
                 struct tuned shapes[TUNING_SHAPES]);

#endif
