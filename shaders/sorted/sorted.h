/* SPDX-License-Identifier: MIT */
/* What host and the kernels of sorted arrays agree on. */
#ifndef SORTED_SORTED_H
#define SORTED_SORTED_H

/* Specialization constants. */
#define SPEC_UPPER 26 /* 1: bounds are behind keys that equal the value */

#endif
