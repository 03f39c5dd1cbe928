/* SPDX-License-Identifier: MIT */
/*
 * The header of NumPy's .npy files, in memory:
 *
 *   magic   6 bytes
 *   version 2 bytes, major and minor: 1.0, 2.0 or 3.0
 *   length  little-endian, npy_length_size() bytes
 *   text    length bytes, a Python dictionary: what npy_parse reads
 *
 * https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
 */
#ifndef NPY_H
#define NPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NPY_MAGIC "\x93NUMPY"
#define NPY_MAGIC_SIZE 6
#define NPY_VERSION_SIZE 2
#define NPY_ZIP "PK\x03\x04" /* the magic bytes of .npz */
#define NPY_ZIP_SIZE 4
#define NPY_HEADER_SIZE 128 /* bytes that npy_format writes */
#define NPY_AXES 32         /* as many as NumPy 1 has */
#define NPY_SHAPED_HEADER_MAX 1024

struct npy_shape {
    bool fortran_order; /* the first axis is the one whose elements are neighbours, not the last */
    unsigned dimensions;
    uint64_t lengths[NPY_AXES]; /* of the first axes, if there are more */
};

struct npy {
    char dtype[32]; /* as written, cut if longer: "<u4", "[('x', '<f4'), ..." */
    struct npy_shape shape;
    uint64_t count; /* elements of all dimensions; UINT64_MAX if there are that many or more */
    uint64_t last;  /* length of the last dimension */
};

/* Tells whether the name ends in .npy. */
bool npy_named(const char *path);

/* A format that is neither .npy nor raw elements, in words for sentences. */
struct npy_other {
    const char *names, *what, *instead;
    bool always; /* the file's bytes make no sense as elements either */
};

/* Returns the format that the ending of a file's name stands for; NULL: there is none. */
const struct npy_other *npy_other_format(const char *path);

/* Returns the bytes of the length in this version; 0 if the version is unknown. */
size_t npy_length_size(const unsigned char version[NPY_VERSION_SIZE]);

/* Parses the text. Returns NULL, or what is wrong with it. Reads nothing beyond length, whatever
 * the text holds. */
const char *npy_parse(const char *text, size_t length, struct npy *out);

/* Writes the whole header of a version 1.0 file with one dimension, or with two if there is more
 * than one component. dtype has at most 16 characters. */
void npy_format(char header[NPY_HEADER_SIZE], const char *dtype, uint64_t count,
                uint32_t components);

/* Writes that of a file of up to NPY_AXES dimensions. Returns its bytes: NPY_HEADER_SIZE or more, a
 * multiple of 64. */
size_t npy_format_shape(char header[NPY_SHAPED_HEADER_MAX], const char *dtype,
                        const struct npy_shape *shape);

#endif
