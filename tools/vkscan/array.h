/* SPDX-License-Identifier: MIT */
/* A file of elements, whole in memory or in pieces, and the file that takes its place. Of a team
 * each rank has its slab. */
#ifndef ARRAY_H
#define ARRAY_H

#include "quit.h"
#include "input.h"

struct array {
    struct input input;
    char *data;
    size_t allocated; /* bytes */
    uint64_t count;   /* elements in memory */
    uint64_t first;   /* elements of FILE before the slab */
    uint64_t all;     /* elements of FILE, which is read whole */
    struct output output;
    bool output_npy, begun;    /* whether the header is written */
    struct parallel *parallel; /* what a team has of it */
};

#define ARRAY_NONE ((struct array){.input.fd = -1, .output = OUTPUT_NONE})
#define ARRAY_ALL UINT64_MAX

/* "-" */
bool array_is_standard(const char *path);

/* Makes the slab, in units of so many elements, the input: of the whole file if there is no team.
 */
void array_share(struct array *array, uint32_t unit);

/* The next elements of an open input, at most so many. */
void array_read(struct array *array, uint64_t most);

/* From the end of an input back to its first element. */
void array_rewind(struct array *array);

/* The output: .npy if so named, of "-" if the input is. */
void array_open_output(struct array *array, const char *path);

/* The next `count` elements that this rank writes are behind all that was written before, and
 * behind those of lower ranks. */
void array_place(struct array *array, uint64_t count);

/* A .npy header has the number of elements in all, `total`. If that is INPUT_UNKNOWN, array_finish
 * rewrites the header, which pipes do not allow. */
void array_write(struct array *array, vkscan_type type, const void *data, uint64_t count,
                 uint64_t total);
void array_finish(struct array *array, vkscan_type type, uint64_t total);

/* The output is complete, and can no longer fail but by its name. A command closes all of its
 * outputs before it commits the first. */
void array_close_output(struct array *array);
void array_commit(struct array *array);

#endif
