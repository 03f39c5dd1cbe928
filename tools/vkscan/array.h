/* SPDX-License-Identifier: MIT */
/* A file of elements, whole in memory or in pieces, and the file that takes its place. */
#ifndef ARRAY_H
#define ARRAY_H

#include "quit.h"
#include "input.h"

struct array {
    struct input input;
    char *data;
    size_t allocated; /* bytes */
    uint64_t count;   /* elements in memory */
    struct output output;
    bool output_npy, begun; /* whether the header is written */
};

#define ARRAY_NONE ((struct array){.input.fd = -1, .output = OUTPUT_NONE})
#define ARRAY_ALL UINT64_MAX

/* "-" */
bool array_is_standard(const char *path);

/* The next elements of an open input, at most so many. */
void array_read(struct array *array, uint64_t most);

/* The output: .npy if so named, of "-" if the input is. */
void array_open_output(struct array *array, const char *path);

/* A .npy header has the number of elements in all, `total`. If that is INPUT_UNKNOWN, array_finish
 * rewrites the header, which pipes do not allow. */
void array_write(struct array *array, vkscan_type type, const void *data, uint64_t count,
                 uint64_t total);
void array_finish(struct array *array, vkscan_type type, uint64_t total);

#endif
