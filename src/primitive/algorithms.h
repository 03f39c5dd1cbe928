/* SPDX-License-Identifier: MIT */
/* The production algorithms, by primitive. */
#ifndef VKSCAN_ALGORITHMS_H
#define VKSCAN_ALGORITHMS_H

#include "algorithm.h"

extern const struct primitive vks_reduce, vks_inclusive_scan, vks_exclusive_scan;
extern const struct primitive vks_select, vks_partition, vks_unique;
extern const struct primitive vks_sort;
extern const struct primitive vks_histogram;

/* Blelloch in the one shape and with the one combine tree that is the same on every device. */
extern const struct algorithm vks_everywhere_reduce, vks_everywhere_scan;

/* Until an entry has no name. */
extern const struct algorithm vks_reduce_algorithms[], vks_scan_algorithms[];
extern const struct algorithm vks_select_algorithms[];
extern const struct algorithm vks_sort_algorithms[];
extern const struct algorithm vks_histogram_algorithms[];

#endif
