/* SPDX-License-Identifier: MIT */
/* The data of selections and sorts where speed is measured. */
#include <string.h>

#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

#include "../support/cases.h"
#include "key_form.h"
#include "reference_sort.h"
#include "sample.h"

#define MANY 10007
#define ELEMENT_MAX 16

/* All of what is measured at a time. */
static _Alignas(16) unsigned char keys[MANY * ELEMENT_MAX], result[MANY * ELEMENT_MAX],
    flags[MANY * 4];

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
    const struct sort_records source = {.type = VKSCAN_TYPE_U32, .keys = keys};
    uint32_t most = 0, rare = 0;

    fill(VKSCAN_TYPE_U32, SORT_DATA_ZIPF);
    assert_all_digits(VKSCAN_TYPE_U32);
    assert_true(reference_sort_records(NULL, &source, MANY, result, NULL));
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

RUN_TESTS(sample)
