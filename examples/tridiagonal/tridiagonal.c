/* SPDX-License-Identifier: MIT */
/*
 * Tridiagonal systems a[i] x[i-1] + b[i] x[i] + c[i] x[i+1] = d[i], many at a time as rows, by
 * three scans: of the ratios of the elimination, of its right sides, and, in reverse, of the
 * unknowns. Read record_solution() first.
 */
#include <math.h>

#include <vkscan/operators/recurrence_f32.h>

#include "backward.h"
#include "compute.h"
#include "elimination.h"
#include "forward.h"
#include "plain_elimination.h"
#include "timer.h"

struct equation {
    float a, b, c, d;
};

/* An element of the recurrences; the second is a result. */
struct pair {
    float factor, value;
};

struct push {
    uint32_t count, length;
};

struct systems {
    struct push push;
    struct equation *equations;
    struct buffer on_device, maps, recurrence, zero;
    const struct kernel *forward, *backward;
    const struct run *ratios, *right_sides, *unknowns;
};

static void record_solution(struct compute *c, void *user)
{
    const struct systems *s = user;
    const uint32_t count = s->push.count;

    compute_fill(c, &s->zero, UINT32_MAX);
    compute_run(c, s->ratios, count, NULL);
    compute_dispatch(c, s->forward, count, &s->push,
                     BUFFERS(&s->on_device, &s->maps, &s->recurrence, &s->zero));
    compute_run(c, s->right_sides, count, NULL);
    compute_dispatch(c, s->backward, count, &s->push, BUFFERS(&s->maps, &s->recurrence));
    compute_run(c, s->unknowns, count, NULL);
}

static const struct run *plan_scan(struct compute *c, const struct systems *s,
                                   const vkscan_operator *by, uint32_t flags,
                                   const struct buffer *from, const struct buffer *to)
{
    const vkscan_segments_params rows = {.struct_size = sizeof(rows),
                                         .primitive = VKSCAN_PRIMITIVE_SEGMENTED_INCLUSIVE_SCAN,
                                         .heads = VKSCAN_HEADS_ROWS,
                                         .length = s->push.length};
    const vkscan_plan_params params = {.struct_size = sizeof(params),
                                       .primitive = rows.primitive,
                                       .capacity = s->push.count,
                                       .flags = flags,
                                       .user_operator = by,
                                       .details = &rows};

    return compute_plan(c, &params, PORTS(PORT(SOURCE, from), PORT(DESTINATION, to)));
}

static void create(struct compute *c, struct systems *s, bool plain)
{
    const size_t count = s->push.count;

    s->on_device = compute_upload(c, s->equations, count * sizeof(*s->equations));
    s->maps = compute_array(c, count * 4 * sizeof(float));
    s->recurrence = compute_array(c, count * sizeof(struct pair));
    s->zero = compute_array(c, sizeof(uint32_t));
    s->forward = compute_kernel(c, forward_spirv, sizeof(forward_spirv), 4, sizeof(s->push));
    s->backward = compute_kernel(c, backward_spirv, sizeof(backward_spirv), 2, sizeof(s->push));
    s->ratios =
        plan_scan(c, s, plain ? &plain_elimination : &elimination, 0, &s->on_device, &s->maps);
    s->right_sides = plan_scan(c, s, &vkscan_recurrence_f32, 0, &s->recurrence, &s->recurrence);
    s->unknowns = plan_scan(c, s, &vkscan_recurrence_f32, VKSCAN_PLAN_REVERSE_BIT, &s->recurrence,
                            &s->recurrence);
}

/* ---- on the host ---- */

/* Draws a number from -1 to -1/2 or from 1/2 to 1. */
static float draw(uint32_t i)
{
    const float size = 0.5f + (float)(noise(i) >> 9) / (1 << 24);

    return noise(i) & 1 ? size : -size;
}

static void make_equations(struct systems *s, float dominance)
{
    s->equations = allocate(s->push.count, sizeof(*s->equations));
    for (uint32_t i = 0; i < s->push.count; i++) {
        const float a = draw(3 * i), c = draw(3 * i + 1);
        const float b = dominance * (fabsf(a) + fabsf(c));
        s->equations[i] = (struct equation){a, i % 3 ? b : -b, c, draw(3 * i + 2)};
    }
}

/* Solves one system by Thomas's loop; `ratios` is room for its length. */
static void solve(const struct equation *e, uint32_t length, double *ratios, double *x)
{
    for (uint32_t i = 0; i < length; i++) {
        const double a = i ? (double)e[i].a : 0,
                     pivot = (double)e[i].b - a * (i ? ratios[i - 1] : 0);
        ratios[i] = (double)e[i].c / pivot;
        x[i] = ((double)e[i].d - a * (i ? x[i - 1] : 0)) / pivot;
    }
    for (uint32_t i = length - 1; i > 0; i--)
        x[i - 1] -= ratios[i - 1] * x[i];
}

static double solve_all(const struct systems *s, double *x)
{
    double *ratios = allocate(s->push.length, sizeof(*ratios));
    const double start = timer_now();

    for (uint32_t i = 0; i < s->push.count; i += s->push.length)
        solve(s->equations + i, s->push.length, ratios, x + i);
    free(ratios);
    return timer_now() - start;
}

static void check_pivots(struct compute *c, const struct systems *s, bool plain)
{
    uint32_t zero;

    compute_read(c, &s->zero, &zero, sizeof(zero));
    if (zero != UINT32_MAX)
        fail("system %u has %s in row %u", zero / s->push.length,
             plain ? "a pivot that is zero, or products that overflow,"
                   : "a pivot that is zero or nearly so, and rows are not exchanged,",
             zero % s->push.length);
}

static bool verify(struct compute *c, const struct systems *s, const double *expected)
{
    struct pair *found = allocate(s->push.count, sizeof(*found));
    float *x = allocate(s->push.count, sizeof(*x));
    double largest = 0;

    compute_read(c, &s->recurrence, found, s->push.count * sizeof(*found));
    for (uint32_t i = 0; i < s->push.count; i++) {
        x[i] = found[i].value;
        largest = fmax(largest, fabs(expected[i]));
    }
    const bool right =
        compute_near("tridiagonal: unknown", x, expected, NULL, s->push.count, 1e-5 * largest);
    free(x);
    free(found);
    return right;
}

int main(int argc, char **argv)
{
    uint64_t length = 1 << 10, systems = 1 << 6;
    double dominance = 1.25;
    bool plain = false;
    const struct argument arguments[] = {
        {"--length", ARGUMENT_NUMBER, &length, "unknowns of a system (1024)", 1, 1 << 27, NULL},
        {"--systems", ARGUMENT_NUMBER, &systems, "how many (64)", 1, 1 << 27, NULL},
        {"--dominance", ARGUMENT_REAL, &dominance, "b / (|a| + |c|) (1.25)", 0, 1000, NULL},
        {"--plain", ARGUMENT_FLAG, &plain, .help = "products without scaling, which overflow"}};
    struct compute c;
    struct systems s = {0};

    compute_arguments(&c, "tridiagonal", "Solves tridiagonal systems by scans.", arguments,
                      sizeof(arguments) / sizeof(*arguments), argc, argv);
    if (length * systems > 1 << 27)
        fail("more than 2^27 unknowns: take fewer --systems or a smaller --length");
    s.push = (struct push){(uint32_t)(length * systems), (uint32_t)length};
    make_equations(&s, (float)dominance);
    compute_open(&c);
    create(&c, &s, plain);
    const double device = compute_time(&c, record_solution, &s);
    check_pivots(&c, &s, plain);
    double *expected = allocate(s.push.count, sizeof(*expected));
    const double host = solve_all(&s, expected);
    const bool right = verify(&c, &s, expected);
    if (right) {
        printf("%u systems of %u unknowns are right\n", (unsigned)systems, (unsigned)length);
        compute_report(&c, device, "Thomas's loop, by doubles", host,
                       s.push.count * (sizeof(struct equation) + sizeof(float)));
    }
    free(expected);
    free(s.equations);
    return compute_close(&c, right);
}
