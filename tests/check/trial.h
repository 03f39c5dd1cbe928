/* SPDX-License-Identifier: MIT */
/* One device, and the trial of one plan on it: many runs over drawn counts and data, each compared
 * with the CPU's results. */
#ifndef CHECK_TRIAL_H
#define CHECK_TRIAL_H

#include "draw.h"

#define TRIAL_NO_DEVICE 77 /* exit status */

/* Opens the device, or ends the process with the status. */
void trial_open(void);
void trial_close(void);

/* Prints the device. */
void trial_print_device(void);

/* Draws the plan of a case and returns the state behind it. */
uint64_t trial_draw(uint64_t seed, uint64_t number, struct drawn *drawn);

/* Tells whether the library creates the plan. */
bool trial_can_run(const struct drawn *drawn);

struct trial_result {
    bool created;
    uint64_t runs;
    double ms;         /* the median of a run over the capacity; 0 if it was not timed */
    const char *wrong; /* NULL: all was right */
};

/* Creates the plan and runs it `runs` times; times it if it is right and `bench` is set. */
struct trial_result trial_run(const struct drawn *drawn, uint64_t state, uint64_t runs, bool bench);

#endif
