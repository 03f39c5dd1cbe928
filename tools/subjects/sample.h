/* SPDX-License-Identifier: MIT */
/* What is selected from and sorted where speed is measured, of the benchmark and peers alike: made
 * from no sort, in parts on all processors. */
#ifndef SAMPLE_H
#define SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include <vkscan/vkscan.h>

#include "reference_sort.h"

/*
 * Integers over all of their range, floats over [-1, 1]. Sorted keys, and reversed ones, are random
 * with one in each of `count` parts of the range. Of zipf the k-th of 2^16 keys, which lie all over
 * the range, is about as frequent as 1 / k. All components of a vector are alike. False: out of
 * memory.
 */
bool sample_keys(vkscan_type type, enum reference_sort_data data, void *keys, uint64_t count);

/* Bits of an element's flag; 0 of criteria that compare. */
uint32_t sample_flag_bits(vkscan_criterion criterion);

/* Of which a random half is set, the same ones of bytes, bits and words; whole words of bits. */
void sample_flags(vkscan_criterion criterion, void *flags, uint64_t count);

/* The first 4 bytes of each are its index, the others random. */
void sample_values(uint32_t size, void *values, uint64_t count);

/* Of a histogram's elements: u32 over all of their range, which wrap; or f32 of integers from -7 to
 * 7, of which sums are exact in any order, as long as none strays 2^24 from 0. */
void sample_weights(vkscan_weights type, void *weights, uint64_t count);

/* A key that about half of the keys are below, found among at most a few thousand of them. */
void sample_median(vkscan_type type, const void *keys, uint64_t count, void *median);

#endif
