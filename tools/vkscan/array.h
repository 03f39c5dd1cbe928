/* SPDX-License-Identifier: MIT */
/*
 * A file of elements, whole in memory, and the file that takes its place.
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
    uint64_t count;
    struct output output;
    bool output_npy;
};

#define ARRAY_NONE ((struct array){.input.fd = -1, .output = OUTPUT_NONE})

/* "-" */
bool array_is_standard(const char *path);

/* All of an open input, which the command needs whole. */
int array_read(struct array *array, const char *command);

/* The output: .npy if so named, of "-" if the input is. */
int array_open_output(struct array *array, const char *path);
int array_write(struct array *array, vkscan_type type, const void *data, uint64_t count);

/* Also of ARRAY_NONE. */
void array_close(struct array *array);

/* ---- options ---- */

/* NULL, not given, is as the library has it. */
int array_parse_piece(const char *text, uint64_t *out);
int array_parse_type(const char *text, vkscan_type *out);
int array_parse_algorithm(const char *text, vkscan_algorithm *out);

#endif
