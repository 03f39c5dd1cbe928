/* SPDX-License-Identifier: MIT */
#include "operators.h"

#include <math.h>
#include <string.h>

#include <vkscan/operators/arg_max_f32.h>
#include <vkscan/operators/arg_min_i32_pairs.h>
#include <vkscan/operators/bounds_f32.h>
#include <vkscan/operators/carry.h>
#include <vkscan/operators/dot_f32.h>
#include <vkscan/operators/in_front_f32x3.h>
#include <vkscan/operators/in_front_f32x4.h>
#include <vkscan/operators/kahan_sum_f32.h>
#include <vkscan/operators/product_f32_2x2.h>
#include <vkscan/operators/recurrence_f32.h>

#include "dihedral.h"
#include "heisenberg.h"
#include "matrix.h"
#include "odd.h"
#include "pick.h"
#include "spread.h"
#include "tally.h"
#include "weave.h"
#include "within.h"

typedef const uint32_t *words;

static float float_of(uint32_t bits)
{
    float value;

    memcpy(&value, &bits, sizeof(value));
    return value;
}

static void dihedral_combine(words l, words r, uint32_t *e)
{
    e[0] = l[0] % 2 == 1 ? l[0] + r[0] - 1 : l[0] - r[0] + 1;
}

static void heisenberg_combine(words l, words r, uint32_t *e)
{
    e[0] = l[0] + r[0];
    e[1] = l[1] + r[1];
    e[2] = l[2] + r[2] + l[0] * r[1];
}

static void matrix_combine(words l, words r, uint32_t *e)
{
    for (uint32_t k = 0; k < 4; k++)
        e[k] = l[k & 2] * r[k & 1] + l[(k & 2) + 1] * r[2 + (k & 1)];
}

static void tally_map(const struct operator_input *in, uint32_t *e)
{
    e[0] = (in->s[0] & 1) + (in->s[1] & 1) + (in->s[2] & 1) + (in->s[3] & 1) +
           (in->index % 5 == 0 ? 3 : 0);
}

static void tally_combine(words l, words r, uint32_t *e)
{
    e[0] = l[0] + r[0];
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static uint32_t most(uint32_t a, uint32_t b)
{
    return a < b ? b : a;
}

static void spread_map(const struct operator_input *in, uint32_t *e)
{
    e[0] = least(in->s[0], least(in->s[1], in->s[2]));
    e[1] = most(in->s[0], most(in->s[1], in->s[2]));
    e[2] = in->s[0] + in->s[1] + in->s[2];
    e[3] = 1;
}

static void spread_combine(words l, words r, uint32_t *e)
{
    e[0] = least(l[0], r[0]);
    e[1] = most(l[1], r[1]);
    e[2] = l[2] + r[2];
    e[3] = l[3] + r[3];
}

static void carry_map(const struct operator_input *in, uint32_t *e)
{
    const uint64_t sum = (uint64_t)in->s[0] + in->s[1];

    e[0] = (uint32_t)(sum >> 32) | (sum == UINT32_MAX) << 1;
}

static void carry_combine(words l, words r, uint32_t *e)
{
    e[0] = ((r[0] & 1) | (r[0] >> 1 & l[0] & 1)) | (l[0] & r[0] & 2);
}

static void arg_map(const struct operator_input *in, uint32_t *e)
{
    e[0] = in->s[0];
    e[1] = in->index;
}

static void arg_max_f32_combine(words l, words r, uint32_t *e)
{
    const float left = float_of(l[0]), right = float_of(r[0]);
    const bool is_left = isnan(left) != isnan(right)    ? isnan(left)
                         : isnan(left) || left == right ? l[1] < r[1]
                                                        : left > right;

    memcpy(e, is_left ? l : r, 2 * sizeof(*e));
}

static void arg_min_i32_combine(words l, words r, uint32_t *e)
{
    const bool is_left = (int32_t)l[0] < (int32_t)r[0] || (l[0] == r[0] && l[1] < r[1]);

    memcpy(e, is_left ? l : r, 2 * sizeof(*e));
}

static void bounds_map(const struct operator_input *in, uint32_t *e)
{
    e[0] = e[1] = in->s[0];
}

static void bounds_combine(words l, words r, uint32_t *e)
{
    e[0] = float_of(l[0]) < float_of(r[0]) ? l[0] : r[0];
    e[1] = float_of(l[1]) > float_of(r[1]) ? l[1] : r[1];
}

static void store(uint32_t *e, double value)
{
    const float single = (float)value;

    memcpy(e, &single, sizeof(*e));
}

static void sum_map(const struct operator_input *in, uint32_t *e)
{
    e[0] = in->s[0];
    e[1] = 0;
}

/* In the sense of the pair: its value. */
static void sum_combine(words l, words r, uint32_t *e)
{
    const double value = (double)float_of(l[0]) + float_of(l[1]) + float_of(r[0]) + float_of(r[1]);

    store(e, value);
    store(e + 1, value - float_of(e[0]));
}

static void recurrence_combine(words l, words r, uint32_t *e)
{
    store(e, (double)float_of(l[0]) * float_of(r[0]));
    store(e + 1, (double)float_of(r[0]) * float_of(l[1]) + float_of(r[1]));
}

static void product_combine(words l, words r, uint32_t *e)
{
    for (uint32_t k = 0; k < 4; k++)
        store(e + k, (double)float_of(l[k & 1]) * float_of(r[k & 2]) +
                         (double)float_of(l[2 + (k & 1)]) * float_of(r[(k & 2) + 1]));
}

static void weave_map(const struct operator_input *in, uint32_t *e)
{
    e[0] = in->s[0] ^ in->t[2];
    e[1] = in->s[1] + in->t[0] * in->t[1] + in->index;
}

static void weave_combine(words l, words r, uint32_t *e)
{
    const uint32_t l0 = l[0];

    e[1] = r[0] * l[1] + r[1];
    e[0] = l0 * r[0];
}

static void dot_map(const struct operator_input *in, uint32_t *e)
{
    store(e, (double)float_of(in->s[0]) * float_of(in->t[0]));
}

static void dot_combine(words l, words r, uint32_t *e)
{
    store(e, (double)float_of(l[0]) + float_of(r[0]));
}

#define ONE 0x3f800000u
#define INFINITE 0x7f800000u
#define NEGATIVE 0x80000000u

const struct operator_row operator_rows[] = {
    {&dihedral, NULL, dihedral_combine, {1}, OPERATOR_WORDS, 0},
    {&heisenberg, NULL, heisenberg_combine, {0}, OPERATOR_WORDS, 0},
    {&matrix, NULL, matrix_combine, {1, 0, 0, 1}, OPERATOR_WORDS, 0},
    {&tally, tally_map, tally_combine, {0}, OPERATOR_WORDS, 0},
    {&spread, spread_map, spread_combine, {UINT32_MAX}, OPERATOR_WORDS, 0},
    {&vkscan_carry, carry_map, carry_combine, {2}, OPERATOR_PAIRS, 0},
    {&vkscan_arg_max_f32,
     arg_map,
     arg_max_f32_combine,
     {INFINITE | NEGATIVE, UINT32_MAX},
     OPERATOR_WHOLE_FLOATS,
     0},
    {&vkscan_arg_min_i32_pairs,
     NULL,
     arg_min_i32_combine,
     {INT32_MAX, UINT32_MAX},
     OPERATOR_WORDS,
     0},
    {&vkscan_bounds_f32,
     bounds_map,
     bounds_combine,
     {INFINITE, INFINITE | NEGATIVE},
     OPERATOR_FLOATS,
     0},
    {&vkscan_kahan_sum_f32, sum_map, sum_combine, {0}, OPERATOR_FLOATS, 1e-6},
    {&vkscan_recurrence_f32, NULL, recurrence_combine, {ONE}, OPERATOR_FLOATS, 1e-4},
    {&vkscan_product_f32_2x2, NULL, product_combine, {ONE, 0, 0, ONE}, OPERATOR_ROTATIONS, 1e-2},
    {&weave, weave_map, weave_combine, {1}, OPERATOR_WORDS, 0},
    {&vkscan_dot_f32, dot_map, dot_combine, {0}, OPERATOR_WHOLE_FLOATS, 0},
    {0},
};

/* ---- data ---- */

/* Stores one word of an operand. Factors are near 1, so that long products neither vanish nor
 * overflow; pairs of a carry often propagate it. */
static void fill_word(enum operator_data data, uint32_t random, uint64_t i, uint32_t *to)
{
    switch (data) {
    case OPERATOR_WORDS:
        to[i] = random;
        break;
    case OPERATOR_PAIRS:
        to[i] = i % 2 && random >> 30 ? ~to[i - 1] : random;
        break;
    case OPERATOR_WHOLE_FLOATS:
        store(&to[i], (double)(random >> 27) - 15);
        break;
    case OPERATOR_FLOATS:
        store(&to[i], (random >> 8) * 0x1p-25 + 0.25 - (double)(i % 3) / 4);
        break;
    case OPERATOR_ROTATIONS:
        store(&to[i], (i % 4 == 0 || i % 4 == 3 ? 1 : 0) + (random >> 8) * 0x1p-34 - 0x1p-11);
        break;
    }
}

void operator_fill(enum operator_data data, uint32_t random, void *to, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        random = random * 1664525 + 1013904223;
        fill_word(data, random, i, to);
    }
}

/* ---- folds ---- */

void operator_element(const struct operator_row *row, const struct operator_input *in,
                      uint32_t *element)
{
    if (row->map)
        row->map(in, element);
    else
        memcpy(element, in->s, row->user->input_size);
}

/* Tells whether word k of an element is right. What is left over of a sum is not rounded again, and
 * a sum of products that are zeros of either sign has the sign that the grouping brings. */
static bool is_near(const struct operator_row *row, uint64_t k, uint32_t found, uint32_t expected)
{
    const double right = (double)float_of(expected), error = fabs((double)float_of(found) - right);

    return found == expected ||
           (row->user == &vkscan_dot_f32 && float_of(found) == 0 && right == 0) ||
           (row->tolerance > 0 && (error <= row->tolerance * fmax(1, fabs(right)) ||
                                   (k == 1 && row->user == &vkscan_kahan_sum_f32)));
}

void operator_accept(const struct operator_row *row, const uint32_t *found, uint32_t *expected)
{
    for (uint32_t k = 0; k < row->user->element_size / 4; k++)
        if (is_near(row, k, found[k], expected[k]))
            expected[k] = found[k];
}

/* ---- predicates ---- */

static uint32_t odd_keep(const void *element, const void *seed, uint64_t index)
{
    uint32_t e;

    (void)seed;
    memcpy(&e, element, sizeof(e));
    return (e + index) % 2 == 1;
}

static uint32_t within_keep(const void *element, const void *seed, uint64_t index)
{
    uint32_t e[2], limits[3];

    memcpy(e, element, sizeof(e));
    memcpy(limits, seed, sizeof(limits));
    return index % 5 == 0 || (int32_t)e[1] < (int32_t)limits[0] || e[0] - limits[1] < limits[2] ||
           e[0] + e[1] - limits[1] < limits[2];
}

static float front(const float *point, const float *plane)
{
    return point[0] * plane[0] + point[1] * plane[1] + point[2] * plane[2] + plane[3];
}

static uint32_t points_keep(const void *element, const void *seed, uint64_t index)
{
    float e[3], plane[4];

    (void)index;
    memcpy(e, element, sizeof(e));
    memcpy(plane, seed, sizeof(plane));
    return front(e, plane) > 0;
}

static uint32_t spheres_keep(const void *element, const void *seed, uint64_t index)
{
    float e[4], plane[4];

    (void)index;
    memcpy(e, element, sizeof(e));
    memcpy(plane, seed, sizeof(plane));
    return front(e, plane) > -e[3];
}

static uint32_t pick_keep(const void *element, const void *seed, uint64_t index)
{
    uint32_t e[4], first;

    memcpy(e, element, sizeof(e));
    memcpy(&first, seed, sizeof(first));
    return e[(first + index) % 4] >> 30;
}

const struct predicate_row predicate_rows[] = {
    {&odd, VKSCAN_TYPE_U32, odd_keep, OPERATOR_WORDS},
    {&within, VKSCAN_TYPE_U32X2, within_keep, OPERATOR_WORDS},
    {&vkscan_in_front_f32x3, VKSCAN_TYPE_F32X3, points_keep, OPERATOR_WHOLE_FLOATS},
    {&vkscan_in_front_f32x4, VKSCAN_TYPE_F32X4, spheres_keep, OPERATOR_WHOLE_FLOATS},
    {&pick, VKSCAN_TYPE_U32X4, pick_keep, OPERATOR_WORDS},
    {0},
};
