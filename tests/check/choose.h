/* SPDX-License-Identifier: MIT */
/* Which draws are tried: those that have the most pairs of values of two factors. */
#ifndef CHECK_CHOOSE_H
#define CHECK_CHOOSE_H

#include "command_line.h"

struct choice {
    uint64_t count, covering; /* cases; how many of them it takes for every pair that was drawn */
    uint64_t draws;
    uint64_t *cases; /* room for options->count */
};

/* Stores the cases. Returns false when out of memory. */
bool choose(const struct check_options *options, struct choice *choice);

#endif
