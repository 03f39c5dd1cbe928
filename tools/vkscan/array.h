/* SPDX-License-Identifier: MIT */
/*
 * A file of elements, whole in memory or in pieces, and the file that takes its place.
 *
 * int results are exit statuses, 0 or what failure.h returned.
 */
#ifndef ARRAY_H
#define ARRAY_H

#include "input.h"
#include "output.h"

struct array {
    struct input input;
    char *data;
    size_t allocated; /* bytes */
    uint64_t count;   /* elements in memory */
    struct output output;
    bool output_npy, begun; /* whether something is written */
};

#define ARRAY_NONE ((struct array){.input.fd = -1, .output = OUTPUT_NONE})
#define ARRAY_ALL UINT64_MAX

/* "-" */
bool array_is_standard(const char *path);

/* The next elements of an open input, at most so many. */
int array_read(struct array *array, uint64_t most);

/* The output: .npy if so named, of "-" if the input is. */
int array_open_output(struct array *array, const char *path);

/* A .npy header has the number of elements in all, `total`. If that is INPUT_UNKNOWN, array_finish
 * rewrites the header, which pipes do not allow. */
int array_write(struct array *array, vkscan_type type, const void *data, uint64_t count,
                uint64_t total);
int array_finish(struct array *array, vkscan_type type, uint64_t total);

/* Also of ARRAY_NONE. */
void array_close(struct array *array);

#endif
