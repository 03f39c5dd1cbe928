/* SPDX-License-Identifier: MIT */
#include "predicates.h"

#include <string.h>

#include <vkscan/operators/in_front_f32x3.h>
#include <vkscan/operators/in_front_f32x4.h>

#include "odd.h"
#include "element.h"
#include "pick.h"
#include "within.h"

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

const struct predicate predicates[PREDICATES] = {
    {&odd, VKSCAN_TYPE_U32, odd_keep},
    {&within, VKSCAN_TYPE_U32X2, within_keep},
    {&vkscan_in_front_f32x3, VKSCAN_TYPE_F32X3, points_keep},
    {&vkscan_in_front_f32x4, VKSCAN_TYPE_F32X4, spheres_keep},
    {&pick, VKSCAN_TYPE_U32X4, pick_keep},
};

/* ---- runs ---- */

static bool has_floats(const struct predicate *predicate)
{
    return predicate->type == VKSCAN_TYPE_F32X3 || predicate->type == VKSCAN_TYPE_F32X4;
}

/* Words; of floats small whole numbers. */
static void fill(const struct predicate *predicate, uint64_t random, void *words, uint64_t count)
{
    uint32_t state = (uint32_t)random;

    for (uint64_t i = 0; i < count; i++) {
        state = state * 1664525 + 1013904223;
        const float whole = (float)(state >> 27) - 15;
        memcpy((char *)words + i * sizeof(state),
               has_floats(predicate) ? (const void *)&whole : &state, sizeof(state));
    }
}

/* One in each of two turns. */
static void make_seed(const struct predicate *predicate, uint64_t turn, uint32_t seed[4])
{
    static const float planes[2][4] = {{1, -2, 3, 4}, {-5, 1, 0, -6}};
    static const uint32_t limits[2][4] = {{0xc0000001, 7u << 28, 1u << 29, 0},
                                          {0, 0xf0000000, 1u << 28, 0}};

    memcpy(seed, has_floats(predicate) ? (const void *)planes[turn % 2] : limits[turn % 2],
           sizeof(planes[0]));
}

vkscan_plan *make_predicate(struct harness *h, const struct predicate *predicate,
                            vkscan_plan_params params, vkscan_select_params select)
{
    static struct op ops[PREDICATES]; /* which plans point to */
    struct op *op = &ops[predicate - predicates];

    *op = vks_operator_op(predicate->user);
    params.user_operator = predicate->user;
    select.criterion = VKSCAN_CRITERION_PREDICATE;
    params.details = &select;
    return harness_plan_with(h->context, params, op, &small);
}

static void fill_predicate(struct subject *s, uint64_t random)
{
    memory_poison(&s->source);
    memory_poison(&s->flags);
    fill(s->predicate, random, memory_before(&s->source), s->source.size / sizeof(uint32_t));
}

void check_predicate(struct harness *h, const struct predicate *predicate,
                     vkscan_plan_params params, vkscan_select_params select)
{
    static const uint32_t counts[] = {3000, 0, 1, 127, 128, 129, 2999, 1000};
    struct subject s = open_subject(h, make_predicate(h, predicate, params, select),
                                    predicate->type, 1 + params.algorithm % 4);
    uint32_t seed[4];

    assert_int_equal(plan_of(&s)->computation.seed_size, predicate->user->seed_size);
    s.predicate = predicate;
    if (select.flags & VKSCAN_SELECT_IN_PLACE_BIT)
        run_in_place(&s);
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        const bool counted = params.flags & VKSCAN_PLAN_COUNT_IN_BUFFER_BIT;
        fill_predicate(&s, i);
        make_seed(predicate, i, seed);
        check_run(h, &s, (struct run){counted ? 3000 : counts[i], counts[i], seed});
    }
    close_subject(h, &s);
}
