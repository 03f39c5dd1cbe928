/* SPDX-License-Identifier: MIT */
/* What the benchmark makes of the times of its repeats. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "timing.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

/* Of binary fractions, which are exact. */
static const struct {
    const char *what;
    double times[6];
    uint32_t count;
    double min, median, max;
} cases[] = {
    {"one", {0.5}, 1, 0.5, 0.5, 0.5},
    {"two: the median is between them", {4, 1}, 2, 1, 2.5, 4},
    {"an odd number: the middle one", {8, 0.25, 2}, 3, 0.25, 2, 8},
    {"an even number: between the middle two", {16, 0.5, 3, 2}, 4, 0.5, 2.5, 16},
    {"one that is far off moves the maximum alone", {1, 1, 1, 1, 1000}, 5, 1, 1, 1000},
    {"in descending order", {6, 5, 4, 3, 2, 1}, 6, 1, 3.5, 6},
    {"by value, not by digits", {10, 9, 100}, 3, 9, 10, 100},
};

static void the_median_is_the_middle_of_the_sorted_times(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        double times[COUNT_OF(cases[i].times)];
        memcpy(times, cases[i].times, sizeof(times));
        const struct timing timing = timing_summarize(times, cases[i].count);
        if (timing.min != cases[i].min || timing.median != cases[i].median ||
            timing.max != cases[i].max || timing.repeats != cases[i].count)
            fail_msg("%s: min %g, median %g, max %g of %u", cases[i].what, timing.min,
                     timing.median, timing.max, timing.repeats);
    }
}

int main(void)
{
    const struct CMUnitTest timing[] = {
        cmocka_unit_test(the_median_is_the_middle_of_the_sorted_times),
    };
    return cmocka_run_group_tests(timing, NULL, NULL);
}
