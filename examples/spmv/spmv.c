/* SPDX-License-Identifier: MIT */
/*
 * A sparse matrix times a vector: a shader makes the products, and a reduction of segments by the
 * offsets of the compressed rows sums each row's, whatever the rows' lengths. Upon it PageRank.
 * Read record_product() first.
 */
#include <math.h>

#include "compute.h"
#include "matrix.h"
#include "products.h"
#include "ranks.h"
#include "timer.h"

#define DAMPING 0.85f

struct spmv {
    struct matrix m;
    struct buffer offsets, columns, values, x, products, y, total;
    const struct kernel *multiply, *next_ranks;
    const struct run *sum_rows, *sum_all;
};

static void record_product(struct compute *c, void *user)
{
    const struct spmv *s = user;

    compute_dispatch(c, s->multiply, s->m.count, &s->m.count,
                     BUFFERS(&s->columns, &s->values, &s->x, &s->products));
    compute_run(c, s->sum_rows, s->m.count, NULL);
}

/* Records y = M x, and then the next ranks x. */
static void record_step(struct compute *c, void *user)
{
    const struct spmv *s = user;
    const struct {
        uint32_t count;
        float damping;
    } push = {s->m.rows, DAMPING};

    record_product(c, user);
    compute_run(c, s->sum_all, s->m.rows, NULL);
    compute_dispatch(c, s->next_ranks, s->m.rows, &push, BUFFERS(&s->y, &s->total, &s->x));
}

static void create(struct compute *c, struct spmv *s, const float *x)
{
    const struct matrix *m = &s->m;
    const vkscan_segments_params rows = {.struct_size = sizeof(rows),
                                         .primitive = VKSCAN_PRIMITIVE_SEGMENTED_REDUCE,
                                         .heads = VKSCAN_HEADS_OFFSETS,
                                         .segments = m->rows,
                                         .offset_size = sizeof(uint32_t)};
    vkscan_plan_params params = {.struct_size = sizeof(params),
                                 .primitive = rows.primitive,
                                 .type = VKSCAN_TYPE_F32,
                                 .capacity = m->count,
                                 .details = &rows};

    s->offsets = compute_upload(c, m->offsets, ((size_t)m->rows + 1) * sizeof(uint32_t));
    s->columns = compute_upload(c, m->column, m->count * sizeof(uint32_t));
    s->values = compute_upload(c, m->value, m->count * sizeof(float));
    s->x = compute_upload(c, x, m->columns * sizeof(float));
    s->products = compute_array(c, m->count * sizeof(float));
    s->y = compute_array(c, m->rows * sizeof(float));
    s->total = compute_array(c, sizeof(float));
    s->multiply = compute_kernel(c, products_spirv, sizeof(products_spirv), 4, sizeof(uint32_t));
    s->sum_rows = compute_plan(
        c, &params,
        PORTS(PORT(SOURCE, &s->products), PORT(HEADS, &s->offsets), PORT(DESTINATION, &s->y)));
    s->next_ranks =
        compute_kernel(c, ranks_spirv, sizeof(ranks_spirv), 3, sizeof(uint32_t) + sizeof(float));
    params = (vkscan_plan_params){
        .struct_size = sizeof(params), .type = VKSCAN_TYPE_F32, .capacity = m->rows};
    s->sum_all = compute_plan(c, &params, PORTS(PORT(SOURCE, &s->y), PORT(DESTINATION, &s->total)));
}

/* ---- a plain loop ---- */

/* Sums products, and magnitudes, by which rounding errors go, unless that is NULL. */
static void multiply(const struct matrix *m, const double *x, double *y, double *magnitudes)
{
    for (uint32_t row = 0; row < m->rows; row++) {
        double sum = 0, magnitude = 0;
        for (uint32_t i = m->offsets[row]; i < m->offsets[row + 1]; i++) {
            const double product = (double)m->value[i] * x[m->column[i]];
            sum += product;
            magnitude += fabs(product);
        }
        y[row] = sum;
        if (magnitudes)
            magnitudes[row] = magnitude;
    }
}

static double *widen(const float *from, uint32_t count)
{
    double *to = allocate(count, sizeof(*to));

    for (uint32_t i = 0; i < count; i++)
        to[i] = (double)from[i];
    return to;
}

/* Returns the bytes that a product moves at the least: each entry, offset and element once. */
static double bytes_of(const struct matrix *m)
{
    return 8.0 * m->count + 4.0 * ((double)m->rows + 1 + m->rows + m->columns);
}

static bool run_product(struct compute *c, struct spmv *s)
{
    const struct matrix *m = &s->m;
    float *x = allocate(m->columns, sizeof(*x)), *y = allocate(m->rows, sizeof(*y));
    double *expected = allocate(m->rows, sizeof(*expected));
    double *magnitudes = allocate(m->rows, sizeof(*magnitudes));

    for (uint32_t i = 0; i < m->columns; i++)
        x[i] = (float)(noise(i) >> 8) / (1 << 24);
    create(c, s, x);
    double *wide = widen(x, m->columns);
    multiply(m, wide, expected, magnitudes);
    const double start = timer_now();
    multiply(m, wide, expected, NULL);
    const double host = timer_now() - start, device = compute_time(c, record_product, s);
    compute_read(c, &s->y, y, m->rows * sizeof(*y));
    const bool right = compute_near("spmv: element", y, expected, magnitudes, m->rows, 4e-6);
    if (right) {
        printf("%u x %u, %u entries: y = M x is right\n", m->rows, m->columns, m->count);
        compute_report(c, device, "a plain loop, by doubles", host, bytes_of(m));
    }
    free(wide);
    free(x);
    free(y);
    free(expected);
    free(magnitudes);
    return right;
}

/* ---- PageRank: an entry in row i and column j is a link from page j to page i ---- */

/* Makes each of a page's links hand on the same part of its rank. */
static void divide_columns(struct matrix *m)
{
    uint32_t *links = allocate(m->columns, sizeof(*links));

    for (uint32_t i = 0; i < m->count; i++)
        links[m->column[i]]++;
    for (uint32_t i = 0; i < m->count; i++)
        m->value[i] = 1 / (float)links[m->column[i]];
    free(links);
}

static void rank_pages(const struct matrix *m, double *ranks, uint64_t steps)
{
    double *linked = allocate(m->rows, sizeof(*linked));

    for (uint64_t step = 0; step < steps; step++) {
        double total = 0;
        multiply(m, ranks, linked, NULL);
        for (uint32_t i = 0; i < m->rows; i++)
            total += linked[i];
        for (uint32_t i = 0; i < m->rows; i++)
            ranks[i] = (double)DAMPING * linked[i] + (1 - (double)DAMPING * total) / m->rows;
    }
    free(linked);
}

static void print_highest(const double *ranks, uint32_t count)
{
    uint32_t highest = 0;

    for (uint32_t i = 1; i < count; i++)
        highest = ranks[i] > ranks[highest] ? i : highest;
    printf("page %u has the highest rank, %.6f, %.1f times the mean\n", highest + 1, ranks[highest],
           ranks[highest] * count);
}

static bool run_ranks(struct compute *c, struct spmv *s, uint64_t steps)
{
    struct matrix *m = &s->m;

    if (m->rows != m->columns)
        fail("PageRank takes a square matrix, not %u x %u", m->rows, m->columns);
    divide_columns(m);
    float *ranks = allocate(m->rows, sizeof(*ranks));
    for (uint32_t i = 0; i < m->rows; i++)
        ranks[i] = 1 / (float)m->rows;
    double *expected = widen(ranks, m->rows);
    create(c, s, ranks);
    for (uint64_t step = 0; step < steps; step++) {
        compute_begin(c);
        record_step(c, s);
        compute_end(c);
    }
    compute_read(c, &s->x, ranks, m->rows * sizeof(*ranks));
    const double start = timer_now();
    rank_pages(m, expected, steps);
    const double host = (timer_now() - start) / (double)steps;
    const bool right = compute_near("spmv: rank", ranks, expected, expected, m->rows, 1e-4);
    if (right) {
        printf("%u pages, %u links: ranks are right after %u steps\n", m->rows, m->count,
               (unsigned)steps);
        print_highest(expected, m->rows);
        compute_report(c, compute_time(c, record_step, s), "a step of a plain loop, by doubles",
                       host, bytes_of(m));
    }
    free(expected);
    free(ranks);
    return right;
}

int main(int argc, char **argv)
{
    static const char *const kinds[] = {"uniform", "banded", "power-law", NULL};
    const char *path = NULL;
    uint64_t rows = 1 << 16, mean = 16, steps = 50;
    uint32_t kind = MATRIX_UNIFORM;
    bool ranks = false;
    const struct argument arguments[] = {
        {"--matrix", ARGUMENT_TEXT, &path,
         .help = "a Matrix Market file in place of a generated matrix"},
        {"--kind", ARGUMENT_CHOICE, &kind, .help = "of the generated matrix", .choices = kinds},
        {"--rows", ARGUMENT_NUMBER, &rows, "its rows (65536)", 1, 1 << 28, NULL},
        {"--mean", ARGUMENT_NUMBER, &mean, "its entries a row (16)", 1, 1 << 20, NULL},
        {"--pagerank", ARGUMENT_FLAG, &ranks, .help = "ranks pages, each entry a link"},
        {"--steps", ARGUMENT_NUMBER, &steps, "of PageRank (50)", 1, 10000, NULL}};
    struct compute c;
    struct spmv s = {0};

    compute_arguments(&c, "spmv", "Multiplies a sparse matrix by a vector.", arguments,
                      sizeof(arguments) / sizeof(*arguments), argc, argv);
    s.m = path ? matrix_read(path)
               : matrix_generate((enum matrix_kind)kind, (uint32_t)rows, (uint32_t)mean);
    compute_open(&c);
    const bool right = ranks ? run_ranks(&c, &s, steps) : run_product(&c, &s);
    matrix_free(&s.m);
    return compute_close(&c, right);
}
