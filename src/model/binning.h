/* SPDX-License-Identifier: MIT */
/* What a histogram goes by. Plain data. */
#ifndef VKSCAN_BINNING_H
#define VKSCAN_BINNING_H

#include <stdint.h>

struct binning {
    uint32_t kind; /* BINNING_... of interface.h */
    uint32_t bins; /* of a channel */
    uint32_t channels, counted;
    uint32_t weights; /* WEIGHTS_... */
    uint32_t flags;   /* of vkscan_histogram_flag */
    uint32_t first[2], last[2], scale[2], shift;
    uint32_t shared_copies; /* of each counter in shared memory; 0: they are in the output */
};

#endif
