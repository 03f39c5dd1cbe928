/* SPDX-License-Identifier: MIT */
#include "matrix.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compute.h"

#define MOST_ENTRIES 0x7fffffffu

static void allocate_entries(struct matrix *m, uint64_t count)
{
    if (count > MOST_ENTRIES)
        fail("%llu entries are more than %u", (unsigned long long)count, MOST_ENTRIES);
    m->count = (uint32_t)count;
    m->column = allocate(count, sizeof(*m->column));
    m->value = allocate(count, sizeof(*m->value));
}

void matrix_free(struct matrix *m)
{
    free(m->offsets);
    free(m->column);
    free(m->value);
}

/* Draws a number from 0 to below 1. */
static double uniform(uint32_t i)
{
    return (double)(noise(i) >> 8) / (1 << 24);
}

/* Draws the length of a row. By the power law P(length > l) falls with l^-1.5; a tenth of the rows
 * is empty. */
static uint32_t row_length(enum matrix_kind kind, uint32_t row, uint32_t rows, uint32_t mean)
{
    if (kind != MATRIX_POWER)
        return mean < rows ? mean : rows;
    const double length = mean / 2.7 * pow(1 - uniform(row), -1 / 1.5);
    return noise(~row) % 10 == 0 ? 0 : (uint32_t)fmin(length, rows);
}

static uint32_t entry_column(enum matrix_kind kind, uint32_t row, uint32_t i, uint32_t rows,
                             uint32_t mean)
{
    if (kind == MATRIX_BANDED)
        return (uint32_t)(((uint64_t)row + rows - mean / 2 % rows + i) % rows);
    const double place = uniform(row * 0x9e3779b9u + i);
    return (uint32_t)(rows * (kind == MATRIX_POWER ? place * place : place));
}

struct matrix matrix_generate(enum matrix_kind kind, uint32_t rows, uint32_t mean)
{
    struct matrix m = {
        .rows = rows, .columns = rows, .offsets = allocate((size_t)rows + 1, sizeof(*m.offsets))};
    uint64_t count = 0;

    for (uint32_t row = 0; row < rows; row++) {
        count += row_length(kind, row, rows, mean);
        m.offsets[row + 1] = (uint32_t)count;
    }
    allocate_entries(&m, count);
    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t i = m.offsets[row]; i < m.offsets[row + 1]; i++) {
            m.column[i] = entry_column(kind, row, i - m.offsets[row], rows, mean);
            m.value[i] = (float)(2 * uniform(i) - 1);
        }
    return m;
}

/* ---- Matrix Market ---- */

struct market {
    const char *path;
    char *at; /* what is read next */
    bool has_values;
    int mirrored; /* 1 of symmetric matrices, -1 of skew-symmetric ones, 0 of general ones */
};

static bool is_word(const char *word, const char *const *words)
{
    while (*words && strcmp(word, *words) != 0)
        words++;
    return *words;
}

static void read_header(struct market *f)
{
    static const char *const fields[] = {"real", "integer", "pattern", NULL};
    static const char *const kinds[] = {"general", "symmetric", "skew-symmetric", NULL};
    char format[16], field[16], kind[16];

    for (char *c = f->at; *c && *c != '\n'; c++)
        *c = (char)tolower((unsigned char)*c);
    if (sscanf(f->at, "%%%%matrixmarket matrix %15s %15s %15s", format, field, kind) != 3)
        fail("%s: not a Matrix Market file: it does not begin with %%%%MatrixMarket matrix",
             f->path);
    if (strcmp(format, "coordinate") != 0 || !is_word(field, fields) || !is_word(kind, kinds))
        fail("%s: a matrix that is %s, %s and %s is not read, but coordinate; real, integer or "
             "pattern; general, symmetric or skew-symmetric ones",
             f->path, format, field, kind);
    f->has_values = strcmp(field, "pattern") != 0;
    f->mirrored = kind[0] == 'g' ? 0 : kind[1] == 'y' ? 1 : -1;
    while (*f->at == '%' || *f->at == '\n') {
        f->at += strcspn(f->at, "\n");
        f->at += *f->at == '\n';
    }
}

/* Reads the next number, which `what` and `of` tell in a message. */
static double read_number(struct market *f, const char *what, uint64_t of)
{
    char *end;
    const double value = strtod(f->at, &end);

    if (end == f->at || (*end && !isspace((unsigned char)*end)))
        fail("%s: %s %llu is cut short or no number", f->path, what, (unsigned long long)of);
    f->at = end;
    return value;
}

static uint32_t read_index(struct market *f, const char *what, uint64_t of, double least,
                           double most)
{
    const double value = read_number(f, what, of);

    if (!(value >= least && value <= most) || value != floor(value))
        fail("%s: %s %llu has %g, not a whole number from %.0f to %.0f", f->path, what,
             (unsigned long long)of, value, least, most);
    return (uint32_t)value;
}

/* Sorts entries by rows, by counting: each row's entries stay in the file's order. */
static void store_rows(struct matrix *m, const uint32_t *rows, const uint32_t *columns,
                       const float *values, uint32_t count)
{
    uint32_t *next = m->offsets;

    for (uint32_t i = 0; i < count; i++)
        next[rows[i] + 1]++;
    for (uint32_t row = 0; row < m->rows; row++)
        next[row + 1] += next[row];
    allocate_entries(m, count);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t to = next[rows[i]]++;
        m->column[to] = columns[i];
        m->value[to] = values[i];
    }
    memmove(next + 1, next, m->rows * sizeof(*next));
    next[0] = 0;
}

struct matrix matrix_read(const char *path)
{
    size_t size;
    char *text = file_read(path, &size);
    struct market f = {.path = path, .at = text};
    struct matrix m = {0};
    uint32_t stored = 0;

    read_header(&f);
    m.rows = read_index(&f, "size", 1, 1, MOST_ENTRIES);
    m.columns = read_index(&f, "size", 2, 1, MOST_ENTRIES);
    const uint32_t entries = read_index(&f, "size", 3, 0, (double)size);
    m.offsets = allocate((size_t)m.rows + 1, sizeof(*m.offsets));
    uint32_t *rows = allocate(2 * (size_t)entries, sizeof(*rows));
    uint32_t *columns = allocate(2 * (size_t)entries, sizeof(*columns));
    float *values = allocate(2 * (size_t)entries, sizeof(*values));
    for (uint32_t i = 1; i <= entries; i++) {
        const uint32_t row = read_index(&f, "the row of entry", i, 1, m.rows) - 1;
        const uint32_t column = read_index(&f, "the column of entry", i, 1, m.columns) - 1;
        const double value = f.has_values ? read_number(&f, "the value of entry", i) : 1;
        rows[stored] = row, columns[stored] = column, values[stored++] = (float)value;
        if (f.mirrored && row != column && m.rows == m.columns)
            rows[stored] = column, columns[stored] = row,
            values[stored++] = (float)(f.mirrored * value);
    }
    store_rows(&m, rows, columns, values, stored);
    free(rows);
    free(columns);
    free(values);
    free(text);
    return m;
}
