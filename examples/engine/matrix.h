/* SPDX-License-Identifier: MIT */
/* Sparse matrices by compressed rows (CSR). */
#ifndef MATRIX_H
#define MATRIX_H

#include <stdint.h>

struct matrix {
    uint32_t rows, columns, count; /* count: of stored entries */
    uint32_t *offsets;             /* rows + 1: entries of row r are offsets[r] to offsets[r + 1] */
    uint32_t *column;              /* of each entry */
    float *value;
};

enum matrix_kind { MATRIX_UNIFORM, MATRIX_BANDED, MATRIX_POWER };

/* Makes a square matrix with `mean` entries a row: of each row in random columns, or around the
 * diagonal; or of lengths by a power law, of which the longest row may have as many as there are
 * columns. */
struct matrix matrix_generate(enum matrix_kind kind, uint32_t rows, uint32_t mean);

/* Reads a Matrix Market file of coordinates, real, integer or pattern; or fails. */
struct matrix matrix_read(const char *path);

void matrix_free(struct matrix *m);

#endif
