/* SPDX-License-Identifier: MIT */
/* What host and kernels of histograms agree on. */
#ifndef HISTOGRAM_BINS_H
#define HISTOGRAM_BINS_H

#include "dispatch.h"

/* How values go to bins. */
#define BINNING_EVEN 0
#define BINNING_EDGES 1
#define BINNING_VALUES 2 /* a bin for each value */
#define BINNING_SCALED 3 /* even ones of integers, whose SCALE is exact enough by itself */
#define BINNING_HUGE 4   /* even ones of floats whose range may overflow, by 1 / HUGE_SCALE */
#define HUGE_SCALE 1024

#define WEIGHTS_NONE 0
#define WEIGHTS_U32 1
#define WEIGHTS_F32 2

/* push.parameter of a histogram. */
#define HISTOGRAM_COPIES(parameter) ((parameter)&0xffff)
#define HISTOGRAM_ADDS 0x10000   /* to what the output holds */
#define HISTOGRAM_CLEARS 0x20000 /* the number of values outside */

#endif
