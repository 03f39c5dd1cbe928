/* SPDX-License-Identifier: MIT */
/* Computes histograms on the CPU, as vkscan's histogram.h defines them. */
#ifndef REFERENCE_HISTOGRAM_H
#define REFERENCE_HISTOGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include <vkscan/vkscan.h>

/* The arrays lie as in the device's memory; the source and edges at any alignment. */
struct reference_histogram {
    vkscan_type type;
    const vkscan_histogram_params *params;
    const void *source, *weights, *edges;
    bool wide; /* weights and counters are f64, which params->weights cannot tell */
};

/* Return the channels that are interleaved and counted, and the counters of all these. */
uint32_t reference_histogram_channels(const vkscan_histogram_params *params);
uint32_t reference_histogram_counted(const vkscan_histogram_params *params);
uint64_t reference_histogram_counters(const vkscan_histogram_params *params);

/* Adds the elements [first, end) to the counters. Weights of f32 are summed one by one. */
void reference_histogram_count(const struct reference_histogram *histogram, uint64_t first,
                               uint64_t end, void *counters);

/* Adds counters, such as those of another part, to others. */
void reference_histogram_join(const vkscan_histogram_params *params, const void *part,
                              void *counters);

#endif
