/* SPDX-License-Identifier: MIT */
/* Which shapes and ranges of counts times lead to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tune/choose.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

static const struct bench_options options = {
    .sizes = {16, 32, 64, 128, 256, 512},
    .size_count = 6,
};

static const struct {
    const char *what;
    double automatic[6], ms[5][6]; /* a candidate without times is none */
    struct {
        uint32_t candidate; /* from 1 on; 0: no shape */
        struct range range;
    } shapes[TUNING_SHAPES];
    double then[6]; /* automatic */
} cases[] = {
    {
        "one that is never faster stays for those who name it",
        {1, 1, 1, 1, 1, 1},
        {{2, 2, 2, 1, 2, 2}},
        {{1, {0, 0}}},
        {1, 1, 1, 1, 1, 1},
    },
    {
        "one that is faster at large counts",
        {1, 2, 4, 8, 16, 32},
        {{5, 5, 5, 5, 5, 5}},
        {{1, {128, TUNING_NO_END}}},
        {1, 2, 4, 5, 5, 5},
    },
    {
        "one that is faster in between, and by chance elsewhere",
        {4, 4, 4, 4, 4, 4},
        {{3.9, 5, 2, 2, 5, 3.9}},
        {{1, {64, 256}}},
        {4, 4, 2, 2, 4, 4},
    },
    {
        "a count at which it is slower by a little is taken along",
        {4, 4, 4, 4, 4, 4},
        {{8, 2, 4.1, 2, 8, 8}},
        {{1, {32, 256}}},
        {4, 2, 4.1, 2, 4, 4},
    },
    {
        "the first has the large counts, others what they gain over it, the most first",
        {9, 9, 9, 9, 9, 9},
        {{8, 8, 8, 4, 4, 4}, {2, 6, 9, 9, 9, 9}, {3, 3, 3, 9, 9, 9}},
        {{1, {16, TUNING_NO_END}}, {3, {16, 128}}, {2, {16, 32}}},
        {2, 3, 3, 4, 4, 4},
    },
    {
        "the first may be never while another is not",
        {2, 2, 2, 2, 2, 2},
        {{3, 3, 3, 3, 3, 3}, {1, 1, 3, 3, 3, 3}},
        {{1, {0, 0}}, {2, {16, 64}}},
        {1, 1, 2, 2, 2, 2},
    },
    {
        "the first is never where all that it gains is taken from it",
        {9, 9, 9, 9, 9, 9},
        {{9, 9, 8, 8, 9, 9}, {9, 9, 2, 2, 8, 9}},
        {{1, {0, 0}}, {2, {64, 512}}},
        {9, 9, 2, 2, 8, 9},
    },
    {
        "one shape may have two ranges",
        {4, 4, 4, 4, 4, 4},
        {{1, 4, 9, 9, 9, 2}},
        {{1, {16, 32}}, {1, {512, TUNING_NO_END}}},
        {1, 4, 4, 4, 4, 2},
    },
    {
        "what gains too little is left",
        {2, 2, 2, 2, 2, 2},
        {{1, 1, 1, 1, 1, 1}, {1, 1, 0.99, 1, 1, 1}},
        {{1, {16, TUNING_NO_END}}},
        {1, 1, 1, 1, 1, 1},
    },
    {
        "no more shapes than a row has room for, and those that gain the most",
        {9, 9, 9, 9, 9, 9},
        {{9, 9, 9, 9, 9, 1},
         {2, 9, 9, 9, 9, 9},
         {9, 8, 9, 9, 9, 9},
         {9, 9, 3, 9, 9, 9},
         {9, 9, 9, 4, 9, 9}},
        {{1, {512, TUNING_NO_END}}, {2, {16, 32}}, {4, {64, 128}}, {5, {128, 256}}},
        {2, 9, 3, 4, 9, 1},
    },
};

static struct shape shape_of(uint32_t candidate)
{
    return (struct shape){128u << candidate, candidate, 2};
}

static void check(size_t at)
{
    struct candidate candidates[5];
    struct tuned shapes[TUNING_SHAPES];
    double automatic[BENCH_MAX_SIZES];
    uint32_t count = 0;

    for (; count < COUNT_OF(candidates) && cases[at].ms[count][0] > 0; count++) {
        candidates[count].shape = shape_of(count + 1);
        for (uint32_t k = 0; k < options.size_count; k++)
            candidates[count].ms[k] = cases[at].ms[count][k];
    }
    for (uint32_t k = 0; k < options.size_count; k++)
        automatic[k] = cases[at].automatic[k];
    tune_choose(candidates, count, &options, automatic, shapes);
    for (uint32_t n = 0; n < TUNING_SHAPES; n++) {
        const uint32_t candidate = cases[at].shapes[n].candidate;
        const struct shape expected = candidate ? shape_of(candidate) : (struct shape){0};
        if (shapes[n].shape.workgroup_size != expected.workgroup_size ||
            shapes[n].range.from != cases[at].shapes[n].range.from ||
            shapes[n].range.to != cases[at].shapes[n].range.to)
            fail_msg("%s: shape %u is %ux%u at %llu..%llu", cases[at].what, n,
                     shapes[n].shape.workgroup_size, shapes[n].shape.items,
                     (unsigned long long)shapes[n].range.from,
                     (unsigned long long)shapes[n].range.to);
    }
    for (uint32_t k = 0; k < options.size_count; k++)
        if (automatic[k] != cases[at].then[k])
            fail_msg("%s: auto then takes %g at %u", cases[at].what, automatic[k], k);
}

static void shapes_have_the_ranges_in_which_they_gain(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        check(i);
}

int main(void)
{
    const struct CMUnitTest tune_choose[] = {
        cmocka_unit_test(shapes_have_the_ranges_in_which_they_gain),
    };
    return cmocka_run_group_tests(tune_choose, NULL, NULL);
}
