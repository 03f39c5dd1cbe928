/* SPDX-License-Identifier: MIT */
/* .npy files for tests, written without the code under test. */
#ifndef NPY_FILES_H
#define NPY_FILES_H

#include <stddef.h>
#include <stdint.h>

#include <vkscan/vkscan.h>

/* Any dictionary text, in a header of that version. */
void write_npy_with(const char *name, unsigned version, const char *dictionary, const void *data,
                    size_t size);

/* An array of one dimension, and the same in memory: the caller frees it. */
void write_npy(const char *name, vkscan_type type, const void *elements, size_t count);
char *make_npy(vkscan_type type, const void *elements, size_t count, size_t *size);

/* Asserts that it is such an array, of those bits, as numpy itself would write it. */
void assert_npy(const char *name, vkscan_type type, const void *elements, size_t count);

#endif
