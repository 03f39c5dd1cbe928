/* SPDX-License-Identifier: MIT */
/*
 * Products of small matrices in logarithmic depth, as reductions of rows of all their terms, and
 * upon them inverses: X <- X (2 I - A X), Newton's iteration. Read record_product() first.
 */
#include <ctype.h>
#include <math.h>

#include "compute.h"
#include "residual.h"
#include "terms.h"
#include "timer.h"

#define MOST_ROWS 256
#define MOST_STEPS 64
#define LARGEST_ERROR 1e-4 /* element of A X - I, of an inverse */

struct inverse {
    uint32_t n, steps; /* steps: of the iteration, so far */
    struct buffer a, x, terms, product, factor;
    const struct kernel *make_terms, *make_factor;
    const struct run *sum_product, *sum_x; /* of the terms */
};

/* Records a product, whose result goes where `sum` has its destination. */
static void record_product(struct compute *c, const struct inverse *s, const struct buffer *a,
                           const struct buffer *b, const struct run *sum)
{
    const uint64_t terms = (uint64_t)s->n * s->n * s->n;

    compute_dispatch(c, s->make_terms, terms, &s->n, BUFFERS(a, b, &s->terms));
    compute_run(c, sum, terms, NULL);
}

static void record_step(struct compute *c, void *user)
{
    const struct inverse *s = user;

    record_product(c, s, &s->a, &s->x, s->sum_product);
    compute_dispatch(c, s->make_factor, s->n * s->n, &s->n, BUFFERS(&s->product, &s->factor));
    record_product(c, s, &s->x, &s->factor, s->sum_x);
}

static const struct run *plan_sums(struct compute *c, const struct inverse *s,
                                   const struct buffer *to)
{
    const vkscan_segments_params rows = {.struct_size = sizeof(rows),
                                         .primitive = VKSCAN_PRIMITIVE_SEGMENTED_REDUCE,
                                         .heads = VKSCAN_HEADS_ROWS,
                                         .length = s->n};
    const vkscan_plan_params params = {.struct_size = sizeof(params),
                                       .primitive = rows.primitive,
                                       .type = VKSCAN_TYPE_F32,
                                       .capacity = (uint64_t)s->n * s->n * s->n,
                                       .details = &rows};

    return compute_plan(c, &params, PORTS(PORT(SOURCE, &s->terms), PORT(DESTINATION, to)));
}

static void create(struct compute *c, struct inverse *s, const float *a)
{
    const VkDeviceSize size = s->n * s->n * sizeof(float);

    s->a = compute_upload(c, a, size);
    s->x = compute_array(c, size);
    s->terms = compute_array(c, size * s->n);
    s->product = compute_array(c, size);
    s->factor = compute_array(c, size);
    s->make_terms = compute_kernel(c, terms_spirv, sizeof(terms_spirv), 3, sizeof(s->n));
    s->make_factor = compute_kernel(c, residual_spirv, sizeof(residual_spirv), 2, sizeof(s->n));
    s->sum_product = plan_sums(c, s, &s->product);
    s->sum_x = plan_sums(c, s, &s->x);
}

/* ---- on the host ---- */

/* Makes a matrix of elements from -1 to 1, with a diagonal as large as the rest of its row; below
 * it alone, or all.
 */
static float *make_matrix(uint32_t n, bool dense)
{
    float *a = allocate((size_t)n * n, sizeof(*a));

    for (uint32_t row = 0; row < n; row++) {
        float sum = 1;
        for (uint32_t column = 0; column < n; column++)
            if (dense ? column != row : column < row) {
                a[row * n + column] = (float)(noise(row * n + column) >> 8) / (1 << 23) - 1;
                sum += fabsf(a[row * n + column]);
            }
        a[row * n + row] = row % 2 ? -sum : sum;
    }
    return a;
}

/* Reads the numbers of a text file, row by row. */
static float *read_matrix(const char *path, uint32_t *n)
{
    size_t size, count = 0;
    char *text = file_read(path, &size), *at = text, *end;
    float *a = allocate(MOST_ROWS * MOST_ROWS, sizeof(*a));

    for (float value = strtof(at, &end); end != at; value = strtof(at = end, &end)) {
        if (count == MOST_ROWS * MOST_ROWS)
            fail("%s: more than %d x %d numbers", path, MOST_ROWS, MOST_ROWS);
        a[count++] = value;
    }
    while (isspace((unsigned char)*at))
        at++;
    *n = (uint32_t)sqrt((double)count);
    if (*at)
        fail("%s: '%c' behind number %zu is none", path, *at, count);
    if (count == 0 || count != *n * *n)
        fail("%s: %zu numbers are no square matrix", path, count);
    free(text);
    return a;
}

/* Tells whether nothing is above the diagonal; fails if then something on it is 0. */
static bool is_triangular(const float *a, uint32_t n)
{
    for (uint32_t i = 0; i < n * n; i++)
        if (i % n > i / n && a[i] != 0)
            return false;
    for (uint32_t i = 0; i < n; i++)
        if (a[i * n + i] == 0)
            fail("the matrix is singular: element %u of its diagonal is 0", i);
    return true;
}

/* Makes the first X: the inverse of the diagonal, with which n steps are as one; of dense matrices
 * the transpose over the largest sums of a row and of a column, from which the iteration converges
 * (Pan and Reif 1985). */
static void start(const float *a, uint32_t n, bool triangular, float *x)
{
    double rows = 0, columns = 0;

    for (uint32_t i = 0; i < n; i++) {
        double row = 0, column = 0;
        for (uint32_t k = 0; k < n; k++) {
            row += fabs((double)a[i * n + k]);
            column += fabs((double)a[k * n + i]);
        }
        rows = fmax(rows, row);
        columns = fmax(columns, column);
    }
    for (uint32_t i = 0; i < n * n; i++)
        if (triangular)
            x[i] = i / n == i % n ? 1 / a[i] : 0;
        else
            x[i] = (float)((double)a[i % n * n + i / n] / (rows * columns));
}

/* Returns the largest element of A X - I, and the time of its loop. */
static double distance(const float *a, const float *x, uint32_t n, double *time)
{
    const double begin = timer_now();
    double largest = 0;

    for (uint32_t row = 0; row < n; row++)
        for (uint32_t column = 0; column < n; column++) {
            double sum = row == column ? -1 : 0;
            for (uint32_t k = 0; k < n; k++)
                sum += (double)a[row * n + k] * (double)x[k * n + column];
            largest = sum == sum ? fmax(largest, fabs(sum)) : (double)INFINITY;
        }
    *time = timer_now() - begin;
    return largest;
}

static uint32_t steps_of(uint32_t n)
{
    uint32_t steps = 0;

    while (1u << steps < n)
        steps++;
    return steps;
}

/* Iterates. Of triangular matrices log2 n steps are exact, but for rounding; dense ones take some
 * more. */
static bool invert(struct compute *c, struct inverse *s, const float *a, float *x)
{
    const bool triangular = is_triangular(a, s->n);
    const uint32_t most = triangular ? steps_of(s->n) : MOST_STEPS;
    double product_time, off = 0;

    start(a, s->n, triangular, x);
    compute_write(c, &s->x, x, s->n * s->n * sizeof(*x));
    for (;; s->steps++) {
        compute_read(c, &s->x, x, s->n * s->n * sizeof(*x));
        off = distance(a, x, s->n, &product_time);
        if (s->steps == most || (!triangular && off < LARGEST_ERROR))
            break;
        compute_begin(c);
        record_step(c, s);
        compute_end(c);
    }
    if (!(off < LARGEST_ERROR)) {
        fprintf(stderr,
                "inverse: after %u steps A X is off I by %g: the matrix is singular or nearly so\n",
                s->steps, off);
        return false;
    }
    printf("%u x %u, %s: after %u steps A X is off I by %.1e\n", s->n, s->n,
           triangular ? "triangular" : "dense", s->steps, off);
    compute_report(c, compute_time(c, record_step, s), "a step of a plain loop, by doubles",
                   2 * product_time, 0);
    return true;
}

int main(int argc, char **argv)
{
    const char *path = NULL;
    uint64_t rows = 64;
    bool dense = false;
    const struct argument arguments[] = {
        {"--rows", ARGUMENT_NUMBER, &rows, "of a made matrix (64)", 1, MOST_ROWS, NULL},
        {"--dense", ARGUMENT_FLAG, &dense, .help = "not only below its diagonal"},
        {"--matrix", ARGUMENT_TEXT, &path, .help = "a text file with its elements, row by row"}};
    struct compute c;
    struct inverse s = {0};

    compute_arguments(&c, "inverse", "Inverts a small matrix in logarithmic depth.", arguments,
                      sizeof(arguments) / sizeof(*arguments), argc, argv);
    s.n = (uint32_t)rows;
    float *a = path ? read_matrix(path, &s.n) : make_matrix(s.n, dense);
    float *x = allocate((size_t)s.n * s.n, sizeof(*x));
    compute_open(&c);
    create(&c, &s, a);
    const bool right = invert(&c, &s, a, x);
    for (uint32_t i = 0; right && path && i < s.n * s.n; i++)
        printf("%g%c", (double)x[i], (i + 1) % s.n ? ' ' : '\n');
    free(a);
    free(x);
    return compute_close(&c, right);
}
