/* SPDX-License-Identifier: MIT */
/* Makes the data that is selected from and sorted where speed is measured, for the benchmark and
 * the peers alike. It is made without a sort, in parts on all processors. */
#ifndef SAMPLE_H
#define SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include <vkscan/vkscan.h>

#include "reference_sort.h"

/*
 * Makes keys, at any alignment. Integers are over the type's whole range, floats over [-1, 1]. Of
 * sorted and reversed keys there is a random one in each of `count` parts of the range. Of zipf
 * keys the k-th of 2^16, which lie all over the range, is about as frequent as 1 / k. All
 * components of a vector are alike. Returns false when out of memory.
 */
bool sample_keys(vkscan_type type, enum reference_sort_data data, void *keys, uint64_t count);

/* Returns the bits of an element's flag; 0 for criteria that compare. */
uint32_t sample_flag_bits(vkscan_criterion criterion);

/* Makes flags, a random half of which is set: the same ones as bytes, bits and words. Bits are
 * stored in whole words. */
void sample_flags(vkscan_criterion criterion, void *flags, uint64_t count);

/* Makes values. The first 4 bytes of each are its index, the others are random. */
void sample_values(uint32_t size, void *values, uint64_t count);

/* Makes weights for a histogram's elements: u32 over all of their range, whose sums wrap; or f32 of
 * integers from -7 to 7, whose sums are exact in any order as long as none strays 2^24 from 0. */
void sample_weights(vkscan_weights type, void *weights, uint64_t count);

/* Stores a key below which about half of the keys are, found among at most a few thousand of them.
 */
void sample_median(vkscan_type type, const void *keys, uint64_t count, void *median);

#endif
