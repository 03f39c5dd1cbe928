/* SPDX-License-Identifier: MIT */
/* A file of elements, whole in memory or in pieces, and the file that takes its place. In a team
 * each rank has its slab of the file. */
#ifndef ARRAY_H
#define ARRAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

#include "npy.h"
#include "quit.h"

/* ---- inputs ---- */

#define INPUT_UNKNOWN UINT64_MAX
#define INPUT_AHEAD 64 /* bytes that tell what a file is */

/* A file of elements: .npy, known by its magic bytes, or raw little-endian. Standard input and
 * pipes work like files. */
struct input {
    const char *name;              /* for messages */
    vkscan_type type, stored_type; /* of elements in memory, and in the file */
    struct npy_shape shape;        /* of .npy */
    bool npy;
    bool swapped;   /* elements are big-endian, as only .npy can tell */
    uint64_t count; /* elements; INPUT_UNKNOWN for raw data in a pipe */
    bool ended;     /* nothing more will be read */
    bool is_part;   /* the file goes on behind what is read: a slab */

    int fd;
    int64_t begin; /* byte of the file at which the elements begin; -1: it is read in order alone */
    size_t element_size, stored_size;
    uint64_t bytes_read;              /* bytes of elements */
    int error;                        /* errno of what could not be read; 0: none */
    unsigned char ahead[INPUT_AHEAD]; /* bytes that were read to see what the file is */
    size_t ahead_size;
};

/* What an array of several dimensions is: */
enum input_shape {
    INPUT_LIST,      /* vectors, if it has two and rows of 2 to 4 of 32 bits; else it is refused */
    INPUT_ELEMENTS,  /* vectors in the same way, else its scalars in C order */
    INPUT_SCALARS,   /* its scalars in C order */
    INPUT_AS_IT_LIES /* its scalars, in the order of the file */
};

/* Opens an input. path may be "-". `type` is that of raw data, VKSCAN_TYPE_NONE if it is not
 * known. `option` is the option by which the user tells it; NULL: there is none, and the file has
 * to be .npy. input_open_list() takes INPUT_LIST. */
void input_open(struct input *input, const char *path, vkscan_type type, const char *option,
                enum input_shape shape);
void input_open_list(struct input *input, const char *path, vkscan_type type, const char *option);

/* Tells the type of raw data of which nothing has been read. */
void input_set_type(struct input *input, vkscan_type type);

/* Reads at most size bytes, fewer only at the end. Returns the number read. Several threads read
 * what is in a file. input_check() fails where that did, or at the end where the length is wrong:
 * the command ends on its first thread alone. */
size_t input_read(struct input *input, void *data, size_t size);
void input_check(const struct input *input);

void input_close(struct input *input);

/* ---- arrays ---- */

struct array {
    struct input input;
    char *data;
    size_t allocated; /* bytes */
    uint64_t count;   /* elements in memory */
    uint64_t first;   /* elements of FILE, known once it has been read whole */
    uint64_t all;     /* elements of FILE, which is read whole */
    struct output output;
    bool output_npy, begun;               /* begun: the header is written */
    const struct npy_shape *output_shape; /* NULL: one dimension, or two of vectors */
    struct parallel *parallel;            /* a team's part of the array */
};

#define ARRAY_NONE ((struct array){.input.fd = -1, .output = OUTPUT_NONE})
#define ARRAY_ALL UINT64_MAX

/* Tells whether the path is "-". */
bool array_is_standard(const char *path);

/* Makes the rank's slab the input, in units of `unit` elements. Without a team that is the whole
 * file. */
void array_share(struct array *array, uint32_t unit);

/* Has elements converted as they are read: see widen.h. */
void array_widen(struct array *array);

/* Reads the next elements of an open input, `most` at most. array_read_to() reads them to `data`,
 * by this process alone, and returns their number; input_check() is the caller's. */
void array_read(struct array *array, uint64_t most);
uint64_t array_read_to(struct array *array, char *data, uint64_t most);

/* Reads like array_read(), but for what converts elements: teams do. */
void array_read_alone(struct array *array, uint64_t most);

/* Opens the output. It is .npy if its name says so; standard output is .npy if the input is. */
void array_open_output(struct array *array, const char *path);

/* Places the next `count` elements that this rank writes: behind all that has been written before,
 * and behind those of lower ranks. */
void array_place(struct array *array, uint64_t count);

/* Writes elements. A .npy header has the number of all elements, `total`. If that is INPUT_UNKNOWN,
 * array_finish() rewrites the header, which pipes do not allow. */
void array_write(struct array *array, vkscan_type type, const void *data, uint64_t count,
                 uint64_t total);
void array_finish(struct array *array, vkscan_type type, uint64_t total);

/* Completes the output, which can then fail only when it is renamed. A command closes all of its
 * outputs before it commits the first. */
void array_close_output(struct array *array);
void array_commit(struct array *array);

#endif
