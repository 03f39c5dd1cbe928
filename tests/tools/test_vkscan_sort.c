/* SPDX-License-Identifier: MIT */
/* The command sort of the program vkscan. */
#include "program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "npy_files.h"
#include "reference_sort.h"

#define COUNT 3001

static uint64_t keys[COUNT], order[COUNT];
static uint32_t values[2 * COUNT];
static char sorted[sizeof(keys)], moved[sizeof(values)];

static int write_sources(void **state)
{
    const int status = program_setup(state);

    for (uint32_t i = 0; i < 2 * COUNT; i++)
        values[i] = i;
    write_file("values", values, COUNT * sizeof(uint32_t));
    write_file("pairs", values, sizeof(values));
    return status;
}

static void write_keys(vkscan_type type, enum reference_sort_data data)
{
    assert_true(reference_sort_fill(type, data, 1, keys, COUNT));
    write_file("keys", keys, (size_t)COUNT * vkscan_type_size(type));
}

/* The first keys in order, with values of so many bytes. */
static void sort(vkscan_type type, const vkscan_sort_params *by, size_t count, size_t value_size)
{
    const size_t size = vkscan_type_size(type);

    assert_true(reference_sort(type, by, keys, count, order));
    for (size_t i = 0; i < count; i++) {
        memcpy(sorted + i * size, (const char *)keys + order[i] * size, size);
        memcpy(moved + i * value_size, (const char *)values + order[i] * value_size, value_size);
    }
}

static void sorts_every_type_of_keys(void **state)
{
    (void)state;
    for (vkscan_type t = 1; vkscan_type_size(t) > 0; t++) {
        if (strchr(vkscan_type_name(t), 'x'))
            continue; /* a vector */
        write_keys(t, SORT_DATA_RANDOM);
        sort(t, NULL, COUNT, 0);
        assert_succeeded(RUN("sort", "keys", "--type", vkscan_type_name(t), "-o", "out"));
        assert_file("out", sorted, (size_t)COUNT * vkscan_type_size(t));
    }
}

static void moves_values_with_their_keys(void **state)
{
    const vkscan_sort_params descending = {.flags = VKSCAN_SORT_DESCENDING};

    (void)state;
    write_keys(VKSCAN_TYPE_U16, SORT_DATA_ZIPF);
    sort(VKSCAN_TYPE_U16, &descending, COUNT, 8);
    assert_succeeded(RUN("sort", "keys", "--type", "u16", "-o", "out", "--values", "pairs",
                         "--values-type", "u64", "--values-out", "moved", "--descending"));
    assert_file("out", sorted, COUNT * sizeof(uint16_t));
    assert_file("moved", moved, sizeof(values));
}

/* Equal keys keep their order, and so do their positions. */
static void tells_the_positions_of_keys(void **state)
{
    uint32_t positions[COUNT];

    (void)state;
    write_keys(VKSCAN_TYPE_F32, SORT_DATA_RANDOM);
    const vkscan_sort_params by = {.first_bit = 24, .end_bit = 31};
    sort(VKSCAN_TYPE_F32, &by, COUNT, 0);
    for (size_t i = 0; i < COUNT; i++)
        positions[i] = (uint32_t)order[i];
    assert_succeeded(
        RUN("sort", "keys", "--type", "f32", "--argsort", "--bits", "24..31", "-o", "out"));
    assert_file("out", positions, sizeof(positions));
}

static void merges_pieces(void **state)
{
    (void)state;
    write_keys(VKSCAN_TYPE_U32, SORT_DATA_ZIPF);
    sort(VKSCAN_TYPE_U32, NULL, COUNT, 4);
    assert_succeeded(RUN("sort", "keys", "--type", "u32", "--piece", "700", "-o", "out", "--values",
                         "values", "--values-type", "u32", "--values-out", "moved"));
    assert_file("out", sorted, COUNT * sizeof(uint32_t));
    assert_file("moved", moved, COUNT * sizeof(uint32_t));
}

static void writes_npy_where_a_name_says_so(void **state)
{
    uint32_t positions[COUNT];

    (void)state;
    write_keys(VKSCAN_TYPE_I32, SORT_DATA_RANDOM);
    sort(VKSCAN_TYPE_I32, NULL, COUNT, 0);
    for (uint32_t i = 0; i < COUNT; i++)
        positions[i] = i;
    assert_succeeded(RUN("sort", "keys", "--type", "i32", "-o", "out.npy"));
    assert_npy("out.npy", VKSCAN_TYPE_I32, sorted, COUNT);
    /* The output may replace the input, which is in order already. */
    assert_succeeded(RUN("sort", "out.npy", "-o", "out.npy", "--argsort"));
    assert_npy("out.npy", VKSCAN_TYPE_U32, positions, COUNT);
}

static void takes_pipes_and_nothing(void **state)
{
    (void)state;
    write_keys(VKSCAN_TYPE_U32, SORT_DATA_REVERSED);
    sort(VKSCAN_TYPE_U32, NULL, COUNT, 0);
    const struct result *result =
        RUN_FED(keys, COUNT * sizeof(uint32_t), "sort", "-", "--type", "u32", "-o", "-");
    assert_succeeded(result);
    assert_int_equal(result->output_size, COUNT * sizeof(uint32_t));
    assert_memory_equal(result->output, sorted, result->output_size);
    assert_succeeded(RUN("sort", "-", "--type", "u32", "-o", "empty"));
    assert_file("empty", "", 0);
}

static void says_what_is_wrong(void **state)
{
    (void)state;
    write_keys(VKSCAN_TYPE_U32, SORT_DATA_RANDOM);
#define SORT "sort", "keys", "--type", "u32"
    ASSERT_FAILS(2, "sort needs a FILE", "sort");
    ASSERT_FAILS(2, "sort needs -o FILE", SORT);
    ASSERT_FAILS(2, "sort has no option --op", SORT, "-o", "out", "--op", "add");
    ASSERT_FAILS(2, "reduce has no option --descending", "reduce", "keys", "--descending");
    ASSERT_FAILS(2, "bad bits '8'", SORT, "-o", "out", "--bits", "8");
    ASSERT_FAILS(2, "bad bits '8..0'", SORT, "-o", "out", "--bits", "8..0");
    ASSERT_FAILS(2, "bad bits '-1..4'", SORT, "-o", "out", "--bits", "-1..4");
    ASSERT_FAILS(2, "no range of the 32 bits of u32", SORT, "-o", "out", "--bits", "0..33");
    ASSERT_FAILS(2, "9..9 is no range: FROM has to be below TO", SORT, "-o", "out", "--bits",
                 "9..9");
    ASSERT_FAILS(2, "keys of type u32x2, a vector", "sort", "pairs", "--type", "u32x2", "-o",
                 "out");
    ASSERT_FAILS(2, "--values and --argsort exclude", SORT, "-o", "out", "--argsort", "--values",
                 "values", "--values-out", "moved");
    ASSERT_FAILS(2, "--values and --values-out go together", SORT, "-o", "out", "--values",
                 "values");
    ASSERT_FAILS(2, "--values-type is without --values", SORT, "-o", "out", "--values-type", "u32");
    ASSERT_FAILS(2, "are one file", SORT, "-o", "out", "--values", "values", "--values-out", "out");
    ASSERT_FAILS(2, "cannot both come from standard input", "sort", "-", "--type", "u32", "-o",
                 "out", "--values", "-", "--values-out", "moved");
    ASSERT_FAILS(2, "values is raw data; say with --values-type", SORT, "-o", "out", "--values",
                 "values", "--values-out", "moved");
    ASSERT_FAILS(1, "pairs 6002 values: each key takes one", SORT, "-o", "out", "--values", "pairs",
                 "--values-type", "u32", "--values-out", "moved");
    ASSERT_FAILS(2, "does not compute sort", SORT, "-o", "out", "--algorithm", "subgroup");
#undef SORT
}

#define SORT_TEST(f) cmocka_unit_test_setup_teardown(f, write_sources, program_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SORT_TEST(sorts_every_type_of_keys),
        SORT_TEST(moves_values_with_their_keys),
        SORT_TEST(tells_the_positions_of_keys),
        SORT_TEST(merges_pieces),
        SORT_TEST(writes_npy_where_a_name_says_so),
        SORT_TEST(takes_pipes_and_nothing),
        SORT_TEST(says_what_is_wrong),
    };
    return PROGRAM_MAIN("VKSCAN_PROGRAM", tests);
}
