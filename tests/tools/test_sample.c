/* SPDX-License-Identifier: MIT */
/* The data of selections and sorts where speed is measured, and that no wrong result of theirs
 * passes. */
#include <string.h>

#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

#include "../support/cases.h"
#include "baseline_sort.h"
#include "key_form.h"
#include "reference_select.h"
#include "sample.h"
#include "selection_mask.h"

#define MANY 10007
#define ELEMENT_MAX 16

static const uint64_t counts[] = {1, 2, 63, 64, 65, 1000};

/* All of what is measured at a time. */
static _Alignas(16) unsigned char keys[MANY * ELEMENT_MAX], values[MANY * ELEMENT_MAX],
    flags[MANY * 4];
static _Alignas(16) unsigned char result[MANY * ELEMENT_MAX], result_values[MANY * ELEMENT_MAX];
static uint32_t indices[MANY];
static uint64_t order[MANY];

static bool is_scalar(vkscan_type type)
{
    return type < VKSCAN_TYPE_U32X2;
}

/* ---- data ---- */

static uint64_t form_at(vkscan_type type, uint64_t i)
{
    return reference_sort_form(type, keys + i * vkscan_type_size(type));
}

/* How many are below, at and above the key before. */
struct steps {
    uint32_t down, same, up;
};

static struct steps fill(vkscan_type type, enum reference_sort_data data)
{
    struct steps steps = {0, 0, 0};

    assert_true(sample_keys(type, data, keys, MANY));
    for (uint64_t i = 1; i < MANY; i++) {
        const uint64_t before = form_at(type, i - 1), form = form_at(type, i);
        steps.down += form < before;
        steps.same += form == before;
        steps.up += form > before;
    }
    return steps;
}

/* Of the highest and the lowest digit all values are there, so that no pass can be left out. */
static void assert_all_digits(vkscan_type type)
{
    const uint32_t high = 8 * vkscan_type_size(type) - 8;
    bool lows[256] = {false}, highs[256] = {false};
    uint32_t low_count = 0, high_count = 0;

    for (uint64_t i = 0; i < MANY; i++) {
        const uint64_t form = form_at(type, i);
        lows[form & 255] = highs[form >> high & 255] = true;
    }
    for (size_t d = 0; d < 256; d++) {
        low_count += lows[d];
        high_count += highs[d];
    }
    assert_in_range(low_count, 250, 256);
    assert_in_range(high_count, 250, 256);
}

TEST(keys_are_what_they_are_called)
{

    for (vkscan_type type = VKSCAN_TYPE_U32; is_scalar(type); type++) {
        const bool small = vkscan_type_size(type) < 4;
        const bool is_float = key_form_of(type).infinity != 0;
        const struct steps random = fill(type, SORT_DATA_RANDOM);
        assert_in_range(random.down, MANY * 45 / 100, MANY * 55 / 100);
        if (!is_float)
            assert_all_digits(type);
        const struct steps sorted = fill(type, SORT_DATA_SORTED);
        assert_int_equal(sorted.down, 0);
        assert_true(small || sorted.same < MANY / 100);
        if (!is_float && !small)
            assert_all_digits(type);
        const struct steps reversed = fill(type, SORT_DATA_REVERSED);
        assert_int_equal(reversed.up, 0);
        assert_true(small || reversed.same < MANY / 100);
        assert_int_equal(fill(type, SORT_DATA_EQUAL).same, MANY - 1);
    }
}

/* One key in twelve or so is the most frequent, and many are nearly alone. */
TEST(zipf_is_skewed)
{
    const struct sort_records source = {VKSCAN_TYPE_U32, 0, keys, NULL};
    uint32_t most = 0, rare = 0;

    fill(VKSCAN_TYPE_U32, SORT_DATA_ZIPF);
    assert_all_digits(VKSCAN_TYPE_U32);
    assert_true(baseline_sort(&source, MANY, result, NULL));
    for (uint64_t i = 0, j; i < MANY; i = j) {
        for (j = i + 1; j < MANY && memcmp(result + 4 * i, result + 4 * j, 4) == 0;)
            j++;
        most = (uint32_t)(j - i) > most ? (uint32_t)(j - i) : most;
        rare += j - i <= 2 ? (uint32_t)(j - i) : 0;
    }
    assert_in_range(most, MANY / 20, MANY / 12);
    assert_in_range(rare, MANY / 10, MANY / 2);
}

TEST(components_of_vectors_are_alike)
{
    uint32_t element[3];

    assert_true(sample_keys(VKSCAN_TYPE_U32X3, SORT_DATA_RANDOM, keys, MANY));
    memcpy(element, keys + (size_t)12 * (MANY - 1), sizeof(element));
    assert_int_equal(element[0], element[1]);
    assert_int_equal(element[1], element[2]);
}

TEST(half_of_the_flags_are_set_and_the_same_ones)
{
    bool set_at[MANY];
    uint32_t set = 0;

    sample_flags(VKSCAN_CRITERION_FLAG_BYTES, flags, MANY);
    for (uint64_t i = 0; i < MANY; i++) {
        assert_in_range(flags[i], 0, 1);
        set += set_at[i] = flags[i];
    }
    assert_in_range(set, MANY * 48 / 100, MANY * 52 / 100);
    sample_flags(VKSCAN_CRITERION_FLAG_BITS, flags, MANY);
    for (uint64_t i = 0; i < MANY; i++)
        assert_int_equal(flags[i / 8] >> i % 8 & 1, set_at[i]);
    sample_flags(VKSCAN_CRITERION_FLAG_WORDS, flags, MANY);
    for (uint64_t i = 0; i < MANY; i++) {
        uint32_t word;
        memcpy(&word, flags + 4 * i, sizeof(word));
        assert_int_equal(word, set_at[i]);
    }
}

TEST(the_median_has_half_below_it)
{
    unsigned char median[ELEMENT_MAX];

    for (vkscan_type type = VKSCAN_TYPE_U32; is_scalar(type); type++) {
        uint32_t below = 0;
        fill(type, SORT_DATA_RANDOM);
        sample_median(type, keys, MANY, median);
        for (uint64_t i = 0; i < MANY; i++)
            below += form_at(type, i) < reference_sort_form(type, median);
        assert_in_range(below, MANY * 46 / 100, MANY * 54 / 100);
    }
}

/* ---- selections ---- */

static struct reference_selection selection_in(vkscan_primitive primitive, vkscan_type type,
                                               vkscan_criterion criterion, const void *seed)
{
    return (struct reference_selection){.primitive = primitive,
                                        .type = type,
                                        .criterion = criterion,
                                        .source = keys,
                                        .flags = flags,
                                        .seed = seed};
}

static void assert_selects(const struct reference_selection *s, uint64_t count)
{
    const uint32_t size = vkscan_type_size(s->type);
    const uint64_t kept = reference_select(s, count, indices);
    const uint64_t stored = s->primitive == VKSCAN_PRIMITIVE_PARTITION ? count : kept;
    uint64_t at = 0;

    memset(result, 0, sizeof(result));
    assert_int_equal(selection_number(s, count), kept);
    assert_int_equal(selection_run(s, count, result), kept);
    for (uint64_t i = 0; i < stored; i++)
        assert_memory_equal(result + i * size, keys + indices[i] * size, size);
    assert_true(selection_check(s, count, result, kept, &at));
}

TEST(selections_are_the_reference_s)
{
    unsigned char seed[ELEMENT_MAX];

    for (vkscan_type type = VKSCAN_TYPE_U32; vkscan_type_name(type); type++) {
        assert_true(sample_keys(type, SORT_DATA_ZIPF, keys, MANY));
        sample_median(type, keys, MANY, seed);
        for (vkscan_criterion c = 0; c < VKSCAN_CRITERION_PREDICATE; c++) {
            const bool ordered = c >= VKSCAN_CRITERION_LESS && c <= VKSCAN_CRITERION_GREATER_EQUAL;
            if (ordered && !is_scalar(type))
                continue;
            sample_flags(c, flags, MANY);
            for (size_t n = 0; n < COUNT_OF(counts); n++)
                for (int p = VKSCAN_PRIMITIVE_SELECT; p <= VKSCAN_PRIMITIVE_UNIQUE; p++) {
                    const struct reference_selection s =
                        selection_in((vkscan_primitive)p, type, c, seed);
                    assert_selects(&s, counts[n]);
                }
        }
    }
}

TEST(wrong_selections_are_found)
{
    const struct reference_selection s = selection_in(VKSCAN_PRIMITIVE_PARTITION, VKSCAN_TYPE_U32,
                                                      VKSCAN_CRITERION_FLAG_BYTES, NULL);
    uint64_t at = 0;

    fill(VKSCAN_TYPE_U32, SORT_DATA_RANDOM);
    sample_flags(s.criterion, flags, MANY);
    const uint64_t kept = selection_run(&s, MANY, result);
    assert_true(selection_check(&s, MANY, result, kept, &at));
    for (uint64_t i = 0; i < MANY; i += MANY - 1) {
        result[4 * i] ^= 1;
        assert_false(selection_check(&s, MANY, result, kept, &at));
        assert_int_equal(at, i);
        result[4 * i] ^= 1;
    }
    assert_false(selection_check(&s, MANY, result, kept + 1, &at));
    assert_false(selection_check(&s, MANY, result, kept - 1, &at));
    assert_int_equal(at, MANY);
}

/* ---- sorts ---- */

static void sort(vkscan_type type, uint32_t value_size, uint64_t count)
{
    const struct sort_records source = {type, value_size, keys, values};

    assert_true(baseline_sort(&source, count, result, result_values));
}

static bool is_sorted(vkscan_type type, uint32_t value_size, uint64_t count, uint64_t *at)
{
    const struct sort_records source = {type, value_size, keys, values},
                              sorted = {type, value_size, result, result_values};

    return sort_check(&source, &sorted, count, at);
}

static void assert_sorts(vkscan_type type, uint32_t value_size, uint64_t count)
{
    const uint32_t size = vkscan_type_size(type);
    uint64_t at = 0;

    if (value_size > 0)
        sample_values(value_size, values, count);
    sort(type, value_size, count);
    assert_true(reference_sort(type, NULL, keys, count, order));
    for (uint64_t i = 0; i < count; i++) {
        assert_memory_equal(result + i * size, keys + order[i] * size, size);
        if (value_size > 0)
            assert_memory_equal(result_values + i * value_size, values + order[i] * value_size,
                                value_size);
    }
    assert_true(is_sorted(type, value_size, count, &at));
}

TEST(sorts_are_the_reference_s)
{
    static const uint32_t value_sizes[] = {0, 4, 8, 16};

    for (vkscan_type type = VKSCAN_TYPE_U32; is_scalar(type); type++)
        for (size_t n = 0; n < COUNT_OF(counts); n++)
            for (size_t v = 0; v < COUNT_OF(value_sizes); v++) {
                assert_true(reference_sort_fill(type, SORT_DATA_RANDOM, n, keys, counts[n]));
                assert_sorts(type, value_sizes[v], counts[n]);
            }
    fill(VKSCAN_TYPE_I32, SORT_DATA_ZIPF);
    assert_sorts(VKSCAN_TYPE_I32, 4, MANY);
}

static void exchange(unsigned char *elements, uint64_t i, uint64_t j, uint32_t size)
{
    unsigned char element[ELEMENT_MAX];

    memcpy(element, elements + i * size, size);
    memcpy(elements + i * size, elements + j * size, size);
    memcpy(elements + j * size, element, size);
}

/* What is done to a right result: two elements change places, one takes another's, or a bit of it
 * flips; at: where that is found, MANY if by no element. */
static const struct {
    enum reference_sort_data data;
    uint32_t value_size;
    enum { EXCHANGE, COPY, FLIP } fault;
    bool values;
    uint64_t i, j, at;
} faults[] = {
    {SORT_DATA_RANDOM, 4, EXCHANGE, false, 700, 701, 701},
    {SORT_DATA_RANDOM, 4, EXCHANGE, true, 700, 7, MANY}, /* the values of other keys */
    {SORT_DATA_RANDOM, 0, COPY, false, 0, 1, MANY},      /* a key twice, and another lost */
    {SORT_DATA_EQUAL, 16, EXCHANGE, true, 700, 701, 701},
    {SORT_DATA_EQUAL, 16, FLIP, true, 700, 0, MANY},
};

TEST(wrong_sorts_are_found)
{
    uint64_t at = 0;

    for (size_t f = 0; f < COUNT_OF(faults); f++) {
        const uint32_t size = faults[f].values ? faults[f].value_size : 4;
        unsigned char *all = faults[f].values ? result_values : result;
        unsigned char *element = all + faults[f].i * size;
        fill(VKSCAN_TYPE_U32, faults[f].data);
        if (faults[f].value_size)
            sample_values(faults[f].value_size, values, MANY);
        sort(VKSCAN_TYPE_U32, faults[f].value_size, MANY);
        assert_true(is_sorted(VKSCAN_TYPE_U32, faults[f].value_size, MANY, &at));
        if (faults[f].fault == EXCHANGE)
            exchange(all, faults[f].i, faults[f].j, size);
        else if (faults[f].fault == COPY)
            memcpy(element, all + faults[f].j * size, size);
        else
            element[size - 1] ^= 1;
        assert_false(is_sorted(VKSCAN_TYPE_U32, faults[f].value_size, MANY, &at));
        assert_int_equal(at, faults[f].at);
    }
}

RUN_TESTS(sample)
