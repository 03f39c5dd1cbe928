/* SPDX-License-Identifier: MIT */
/* What host and kernels of histograms agree on. */
#ifndef HISTOGRAM_BINS_H
#define HISTOGRAM_BINS_H

#include "dispatch.h"

/* Constants of histograms. */
#define SPEC_BINNING 47  /* one of BINNING_... */
#define SPEC_BINS 48     /* of a channel */
#define SPEC_CHANNELS 49 /* values of an element */
#define SPEC_COUNTED 50  /* channels that are counted, the first ones */
#define SPEC_COPIES 51   /* of each counter in shared memory; 0: counters are in the output */
#define SPEC_WEIGHTS 52  /* one of WEIGHTS_... */
#define SPEC_FIRST 53    /* of even bins, where they begin: 2 constants */
#define SPEC_LAST 55     /* where they end; of integers values less one: 2 constants */
#define SPEC_SCALE 57    /* bins of a unit of the values: 2 constants */
#define SPEC_SHIFT 59    /* of integers, bits of SCALE behind the point */
#define SPEC_CLOSED 60   /* 1: the last bin includes its end */
/* Constants of even bins of floats. Edges of f32 lie on a grid, 2^-62 of the power of two above. */
#define SPEC_STEP 61 /* from edge to edge: a f64, or 3 words of grid units, the fraction first */
#define SPEC_GRID_FIRST 21    /* of f32, the first edge in units: 2 constants */
#define SPEC_GRID_EXPONENT 23 /* of f32, a unit's, biased */
#define SPEC_FRACTION 24      /* of f32, fraction bits of places that are right except at edges */
#define SPEC_ORIGIN 25        /* of f32, of such a place of 0, less half of the last bit */

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
