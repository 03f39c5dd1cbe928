/* SPDX-License-Identifier: MIT */
/* What the subject of histograms counts, against a plain loop; and that no wrong result passes. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "failure.h"
#include "subject.h"
#include "type.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))
#define COUNT 3001

const char program_name[] = "test_subject_histogram";

struct trial {
    vkscan_type type;
    const char *options[9]; /* names and values, up to NULL */
};

static const struct trial trials[] = {
    {VKSCAN_TYPE_U8, {NULL}},
    {VKSCAN_TYPE_U8, {"bins", "7", "range", "-3..200", "channels", "4", "counted", "3"}},
    {VKSCAN_TYPE_U8, {"bins", "20", "edges", "", "weights", "u32"}},
    {VKSCAN_TYPE_U16, {"bins", "1000", "channels", "3"}},
    {VKSCAN_TYPE_U32, {"bins", "256"}},
    {VKSCAN_TYPE_U32, {"bins", "77", "range", "1..4294967295", "weights", "f32"}},
    {VKSCAN_TYPE_U32, {"bins", "9", "edges", ""}},
    {VKSCAN_TYPE_I32, {"bins", "100"}},
    {VKSCAN_TYPE_I32, {"bins", "31", "edges", "", "channels", "2"}},
    {VKSCAN_TYPE_F32, {"bins", "100", "weights", "u32"}},
    {VKSCAN_TYPE_F32, {"bins", "3", "range", "-.25..0.5", "weights", "f32"}},
    {VKSCAN_TYPE_F32, {"bins", "67", "edges", ""}},
    {VKSCAN_TYPE_F64, {"bins", "300", "channels", "2", "counted", "1"}},
    {VKSCAN_TYPE_F64, {"bins", "5", "edges", "", "weights", "f32"}},
};

static int parse(struct subject_params *params, const char *name, const char *value)
{
    const struct subject_option *option = subject_histogram.options;

    while (strcmp(option->name, name) != 0)
        option++;
    return option->parse(value, params);
}

/* ---- the plain loop ---- */

static double read_value(vkscan_type type, const void *place)
{
    const struct scalar *scalar = &type_of(type)->scalar;
    const union number number = scalar_load(scalar, place);

    return scalar->kind == FLOAT    ? number.real
           : scalar->kind == SIGNED ? (double)(int64_t)number.bits
                                    : (double)number.bits;
}

static uint32_t bin_of(const struct subject_run *run, double x)
{
    const vkscan_histogram_params *h = run->plan->histogram;
    const uint32_t size = vkscan_type_size(run->plan->type);
    const char *edges = (const char *)run->read + run->layout.read.ports[2].place;
    const bool single = run->plan->type == VKSCAN_TYPE_F32;
    uint32_t bin = h->bins;

    if (h->binning == VKSCAN_BINNING_EDGES) {
        for (uint32_t i = 0; i < h->bins; i++)
            if (read_value(run->plan->type, edges + i * size) <= x &&
                x < read_value(run->plan->type, edges + (i + 1) * size))
                bin = i;
        return bin;
    }
    if (!(h->first <= x && x < h->last))
        return bin;
    if (single) {
        const float scale = (float)h->bins / ((float)h->last - (float)h->first);
        const float offset = (float)x - (float)h->first;
        bin = (uint32_t)(offset * scale);
    } else if (run->plan->type == VKSCAN_TYPE_F64) {
        bin = (uint32_t)((x - h->first) * (h->bins / (h->last - h->first)));
    } else {
        bin = (uint32_t)((uint64_t)(x - h->first) * h->bins / (uint64_t)(h->last - h->first));
    }
    return bin < h->bins ? bin : h->bins - 1;
}

static void expect(const struct subject_run *run, uint32_t counted, double *counters)
{
    const vkscan_histogram_params *h = run->plan->histogram;
    const uint32_t channels = h->channels ? h->channels : 1;
    const char *weights = (const char *)run->read + run->layout.read.ports[1].place;

    for (uint64_t i = 0; i < COUNT; i++)
        for (uint32_t c = 0; c < counted; c++) {
            const double x = read_value(run->plan->type,
                                        (const char *)run->read +
                                            (i * channels + c) * vkscan_type_size(run->plan->type));
            const uint32_t bin = bin_of(run, x);
            const vkscan_type of =
                h->weights == VKSCAN_WEIGHTS_F32 ? VKSCAN_TYPE_F32 : VKSCAN_TYPE_U32;
            if (bin < h->bins)
                counters[c * h->bins + bin] += h->weights ? read_value(of, weights + i * 4) : 1;
        }
}

/* ---- trials ---- */

/* The counters of a computed run are the plain loop's, and one that is not is found. */
static void check_run(const struct subject_run *run, uint32_t counted)
{
    const vkscan_histogram_params *h = run->plan->histogram;
    const uint32_t counters = counted * h->bins;
    double *expected = calloc(counters, sizeof(expected[0]));
    uint32_t *found = run->written;
    uint64_t at;

    assert_int_equal(run->layout.written.size, counters * sizeof(uint32_t));
    expect(run, counted, expected);
    assert_true(subject_histogram.compute(run));
    for (uint32_t i = 0; i < counters; i++) {
        const vkscan_type of = h->weights == VKSCAN_WEIGHTS_F32 ? VKSCAN_TYPE_F32 : VKSCAN_TYPE_U32;
        assert_true(read_value(of, &found[i]) ==
                    (h->weights == VKSCAN_WEIGHTS_U32 ? fmod(expected[i], 0x1p32) : expected[i]));
    }
    assert_true(subject_histogram.check(run, &at));
    for (uint32_t i = 0; i < counters; i += 1 + counters / 8) {
        found[i] ^= 1u << i % 31;
        assert_false(subject_histogram.check(run, &at));
        assert_int_equal(at, i);
        found[i] ^= 1u << i % 31;
    }
    free(expected);
}

static void try(const struct trial *trial, enum reference_sort_data data)
{
    struct subject_params params = {.histogram = {0}};
    vkscan_plan_params plan = {.struct_size = sizeof(vkscan_plan_params),
                               .primitive = VKSCAN_PRIMITIVE_HISTOGRAM,
                               .type = trial->type,
                               .capacity = COUNT};

    for (size_t i = 0; trial->options[i]; i += 2)
        assert_int_equal(parse(&params, trial->options[i], trial->options[i + 1]), 0);
    subject_histogram.settle(&params, &plan);
    const struct subject_layout layout = subject_lay_out(&plan, COUNT);
    void *read = calloc(1, layout.read.size), *written = calloc(1, layout.written.size);
    const struct subject_run run = subject_run_of(&plan, read, written, NULL);
    const vkscan_histogram_params *h = plan.histogram;

    assert_true(subject_histogram.fill(&run, data));
    check_run(&run, h->counted ? h->counted : h->channels ? h->channels : 1);
    free(read);
    free(written);
}

static void counters_are_those_of_a_plain_loop(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(trials); i++)
        for (int data = 0; data < SORT_DATA_COUNT; data++)
            try(&trials[i], (enum reference_sort_data)data);
}

static void nans_and_ends_go_where_they_belong(void **state)
{
    const float values[] = {NAN, -1, 1, -0.0f, INFINITY, -INFINITY, 0.99999994f, -0.99999994f};
    const uint32_t expected[] = {2, 2};
    vkscan_histogram_params histogram = {
        .struct_size = sizeof(vkscan_histogram_params), .bins = 2, .first = -1, .last = 1};
    const vkscan_plan_params plan = {.struct_size = sizeof(vkscan_plan_params),
                                     .primitive = VKSCAN_PRIMITIVE_HISTOGRAM,
                                     .type = VKSCAN_TYPE_F32,
                                     .capacity = COUNT_OF(values),
                                     .histogram = &histogram};
    uint32_t counters[2];
    const struct subject_run run = subject_run_of(&plan, (void *)(uintptr_t)values, counters, NULL);

    (void)state;
    assert_true(subject_histogram.compute(&run));
    assert_memory_equal(counters, expected, sizeof(expected));
}

static void ranges_default_to_what_data_has(void **state)
{
    static const struct {
        vkscan_type type;
        double first, last;
    } rows[] = {{VKSCAN_TYPE_U8, 0, 256},           {VKSCAN_TYPE_U16, 0, 65536},
                {VKSCAN_TYPE_U32, 0, 4294967296.0}, {VKSCAN_TYPE_I32, -2147483648.0, 2147483648.0},
                {VKSCAN_TYPE_F32, -1, 1},           {VKSCAN_TYPE_F64, -1, 1}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct subject_params params = {.histogram = {0}};
        vkscan_plan_params plan = {.struct_size = sizeof(vkscan_plan_params), .type = rows[i].type};
        subject_histogram.settle(&params, &plan);
        assert_ptr_equal(plan.histogram, &params.histogram);
        assert_int_equal(params.histogram.bins, 256);
        assert_true(params.histogram.first == rows[i].first);
        assert_true(params.histogram.last == rows[i].last);
    }
}

static void bad_options_are_refused(void **state)
{
    static const char *const rows[][2] = {
        {"bins", "0"},       {"bins", "1048577"}, {"bins", "-1"},     {"bins", "8x"},
        {"bins", ""},        {"channels", "5"},   {"counted", "0"},   {"range", "1"},
        {"range", "1..1"},   {"range", "2..1"},   {"range", "1..x"},  {"range", "..1"},
        {"range", "nan..1"}, {"range", "1.."},    {"weights", "u16"}, {"weights", ""},
    };
    struct subject_params params = {.histogram = {0}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_int_equal(parse(&params, rows[i][0], rows[i][1]), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counters_are_those_of_a_plain_loop),
        cmocka_unit_test(nans_and_ends_go_where_they_belong),
        cmocka_unit_test(ranges_default_to_what_data_has),
        cmocka_unit_test(bad_options_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
