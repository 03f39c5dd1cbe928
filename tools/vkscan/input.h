/* SPDX-License-Identifier: MIT */
/*
 * A file of elements, read from its beginning to its end: .npy, known by its magic bytes, or raw
 * little-endian. Standard input and pipes work like files.
 */
#ifndef INPUT_H
#define INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

#include "npy.h"

#define INPUT_UNKNOWN UINT64_MAX

struct input {
    const char *name; /* for messages */
    vkscan_type type;
    bool npy;
    bool swapped;   /* elements are big-endian, as only .npy can tell */
    uint64_t count; /* elements; INPUT_UNKNOWN for raw data in a pipe */
    bool ended;     /* nothing more will be read */

    int fd;
    size_t element_size;
    uint64_t bytes_read;                 /* bytes of elements */
    unsigned char ahead[NPY_MAGIC_SIZE]; /* bytes that were read in search of the magic bytes */
    size_t ahead_size;
};

/* Opens an input. path may be "-". `type` is that of raw data, VKSCAN_TYPE_DEFAULT if it is not
 * known. `option` is the option by which the user tells it; NULL: there is none, and the file has
 * to be .npy. */
void input_open(struct input *input, const char *path, vkscan_type type, const char *option);

/* Reads at most size bytes, fewer only at the end. Returns the number read. */
size_t input_read(struct input *input, void *data, size_t size);

void input_close(struct input *input);

#endif
