/* SPDX-License-Identifier: MIT */
/* That the benchmark holds each result against the CPU's, and says where it is wrong. */
#include <string.h>

#include "failure.h"
#include "harness.h"

#include "measure/measure.h"

const char program_name[] = "test_measure";

#define CAPACITY 1009
#define BYTES (CAPACITY * sizeof(uint32_t))
#define REPEAT 1

static void open_bench(struct harness *h, const vkscan_plan_params *params, struct bench *bench)
{
    if (!bench_open(bench, &h->gpu, params->capacity, 0, params, false) ||
        !bench_fill(bench, params, SORT_DATA_RANDOM))
        fail_msg("%s", bench->error);
}

/* error NULL: of any element. */
static void assert_wrong(struct bench *bench, bool right, const char *error)
{
    assert_false(right);
    if (error)
        assert_string_equal(bench->error, error);
    else
        assert_non_null(strstr(bench->error, "of the result is wrong"));
    bench->error[0] = '\0';
}

#define SECOND 1024 /* the first word of what is behind the elements: flags or values */

static const vkscan_sort_params pairs = {.struct_size = sizeof(vkscan_sort_params),
                                         .primitive = VKSCAN_PRIMITIVE_SORT,
                                         .value_size = 8},
                                indices = {.struct_size = sizeof(vkscan_sort_params),
                                           .primitive = VKSCAN_PRIMITIVE_SORT,
                                           .flags = VKSCAN_SORT_INDICES_BIT};
static const vkscan_histogram_params bytes = {.struct_size = sizeof(vkscan_histogram_params),
                                              .primitive = VKSCAN_PRIMITIVE_HISTOGRAM,
                                              .bins = 256,
                                              .last = 256};

/* The host's word becomes another than the device's. */
static const struct {
    vkscan_plan_params params;
    uint32_t word;
    const char *error; /* NULL: that some element is wrong */
} faults[] = {
    {{.primitive = VKSCAN_PRIMITIVE_REDUCE, .type = VKSCAN_TYPE_U32},
     700,
     "element 0 of the result is wrong"},
    {{.primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, .type = VKSCAN_TYPE_U32},
     700,
     "element 700 of the result is wrong"},
    {{.primitive = VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN, .type = VKSCAN_TYPE_U32},
     700,
     "element 701 of the result is wrong"},
    {{.primitive = VKSCAN_PRIMITIVE_SELECT, .type = VKSCAN_TYPE_U32},
     SECOND,
     "the result is wrong"},
    {{.primitive = VKSCAN_PRIMITIVE_PARTITION, .type = VKSCAN_TYPE_U32},
     SECOND + 252,
     "the result is wrong"},
    {{.primitive = VKSCAN_PRIMITIVE_UNIQUE, .type = VKSCAN_TYPE_U32},
     0,
     "element 0 of the result is wrong"},
    {{.primitive = VKSCAN_PRIMITIVE_SORT, .type = VKSCAN_TYPE_U32}, 700, "the result is wrong"},
    {{.primitive = VKSCAN_PRIMITIVE_SORT, .type = VKSCAN_TYPE_U32, .details = &pairs},
     SECOND + 1,
     "the result is wrong"},
    {{.primitive = VKSCAN_PRIMITIVE_SORT, .type = VKSCAN_TYPE_U32, .details = &indices},
     SECOND,
     "the result is wrong"},
    {{.primitive = VKSCAN_PRIMITIVE_HISTOGRAM, .type = VKSCAN_TYPE_U8, .details = &bytes},
     CAPACITY / 4 - 1,
     NULL},
};

TEST(wrong_results_are_found)
{
    for (size_t i = 0; i < COUNT_OF(faults); i++) {
        vkscan_plan_params params = faults[i].params;
        struct bench bench;
        struct timing time;
        params.struct_size = sizeof(params);
        params.capacity = CAPACITY;
        open_bench(h, &params, &bench);
        assert_true(bench_algorithm(&bench, &params, REPEAT, &time));
        assert_true(bench_cpu(&bench, &params, REPEAT, &time));
        bench.data[faults[i].word] ^= 1;
        assert_wrong(&bench, bench_algorithm(&bench, &params, REPEAT, &time), faults[i].error);
        bench.data[faults[i].word] ^= 1;
        assert_true(bench_algorithm(&bench, &params, REPEAT, &time));
        bench_close(&bench);
    }
}

/* The host's word becomes another than the device's. */
static void check_limit(struct bench *bench, const struct limit_work *work, uint32_t word,
                        const char *error)
{
    struct timing time;

    assert_true(bench_limit(bench, work, REPEAT, &time));
    bench->data[word] ^= 1;
    assert_wrong(bench, bench_limit(bench, work, REPEAT, &time), error);
    bench->data[word] ^= 1;
    assert_true(bench_limit(bench, work, REPEAT, &time));
}

TEST(wrong_limits_are_found)
{
    const vkscan_plan_params params = {
        .struct_size = sizeof(vkscan_plan_params), .type = VKSCAN_TYPE_U32, .capacity = CAPACITY};
    const struct limit_work copy = {LIMIT_COPY, .read = BYTES, .written = BYTES},
                            read = {LIMIT_READ, .read = BYTES},
                            move = {LIMIT_MOVE, .read = BYTES, .written = BYTES / 2},
                            one = {LIMIT_MOVE, .read = BYTES},
                            passes = {LIMIT_PASSES, BYTES / 2, BYTES, .passes = 3};
    struct bench bench;

    open_bench(h, &params, &bench);
    check_limit(&bench, &copy, 700, "the copy is wrong");
    check_limit(&bench, &read, 700, "the read is wrong");
    check_limit(&bench, &move, 0, "the move is wrong");
    check_limit(&bench, &move, CAPACITY - 1, "the move is wrong");
    check_limit(&bench, &one, 700, "the move is wrong");
    check_limit(&bench, &passes, CAPACITY - 1, "the last copy is wrong");
    bench_close(&bench);
}

/* Of bytes into 32 bits, a copy writes four times what it reads. */
TEST(wrong_wider_copies_are_found)
{
    const vkscan_plan_params params = {.struct_size = sizeof(vkscan_plan_params),
                                       .primitive = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN,
                                       .type = VKSCAN_TYPE_U8,
                                       .out_type = VKSCAN_TYPE_U32,
                                       .capacity = CAPACITY};
    struct bench bench;

    open_bench(h, &params, &bench);
    const struct limit_work work = bench_limit_work(&bench, &params);
    assert_int_equal(bench.count_place, 4 * bench.source.size);
    assert_int_equal(limits_moved(&work), 5 * CAPACITY);
    check_limit(&bench, &work, 250, "the copy is wrong"); /* near the end */
    bench_close(&bench);
}

HARNESS_MAIN(measure)
