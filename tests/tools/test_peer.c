/* SPDX-License-Identifier: MIT */
/* The program around a peer, which vkscan-bench runs: with the CPU as the peer. */
#include "bench_output.h"

#include <string.h>

#include <vulkan/vulkan_core.h>

#include <vkscan/vkscan.h>

enum { FAILED = 1, MISUSED = 2 };

/* See peer_cpu.c. */
#define FICKLE "000000000000000000000000000000fe"
#define WRONG "000000000000000000000000000000fd"
#define BACKWARD "000000000000000000000000000000fc"

static cJSON *parse_answer(const struct result *result)
{
    assert_succeeded(result);
    cJSON *json = cJSON_ParseWithOpts(result->output, NULL, true);
    assert_non_null(json);
    return json;
}

static void without_a_count_it_tells_what_it_is(void **state)
{
    (void)state;
    cJSON *json = parse_answer(RUN("--device", "00112233445566778899aabbccDDEE00"));
    assert_members(json, ARGUMENTS("version", "runtime", "driver", "device"));
    assert_string_equal(string_of(json, "version"), "1.2.3");
    assert_string_equal(string_of(json, "runtime"), "beads 4");
    assert_string_equal(string_of(json, "driver"), "beads 5");
    assert_string_equal(string_of(json, "device"), "Abacus");
    cJSON_Delete(json);
}

static void assert_measures(vkscan_primitive primitive, vkscan_type type, vkscan_op op)
{
    cJSON *json = parse_answer(RUN("--primitive", vkscan_primitive_name(primitive), "--type",
                                   vkscan_type_name(type), "--op", vkscan_op_name(op), "--count",
                                   "10007", "--repeat", "4"));
    const cJSON *result = cJSON_GetObjectItemCaseSensitive(json, "result");

    assert_members(json, ARGUMENTS("version", "runtime", "driver", "device", "result"));
    assert_members(result, ARGUMENTS("repeats", "ms_min", "ms_median", "ms_max", "verified"));
    assert_true(number_of(result, "repeats") == 4);
    assert_true(number_of(result, "ms_min") > 0);
    assert_true(number_of(result, "ms_min") <= number_of(result, "ms_median"));
    assert_true(number_of(result, "ms_median") <= number_of(result, "ms_max"));
    assert_true(cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(result, "verified")));
    cJSON_Delete(json);
}

static bool is_verified(const struct result *result)
{
    cJSON *json = parse_answer(result);
    const cJSON *verified = cJSON_GetObjectItemCaseSensitive(
        cJSON_GetObjectItemCaseSensitive(json, "result"), "verified");
    const bool is = cJSON_IsTrue(verified);

    assert_true(cJSON_IsBool(verified));
    cJSON_Delete(json);
    return is;
}

/* Each measurement warms up. */
static void it_measures_and_verifies(void **state)
{
    (void)state;
    assert_measures(VKSCAN_PRIMITIVE_REDUCE, VKSCAN_TYPE_U32, VKSCAN_OP_ADD);
    assert_measures(VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, VKSCAN_TYPE_I32, VKSCAN_OP_MIN);
    assert_measures(VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN, VKSCAN_TYPE_F32, VKSCAN_OP_MUL);
}

static void it_takes_elements_of_up_to_eight_bytes(void **state)
{
    (void)state;
    for (int t = VKSCAN_TYPE_U32; vkscan_type_name((vkscan_type)t); t++) {
        const vkscan_type type = (vkscan_type)t;
        if (vkscan_type_size(type) <= 8)
            assert_measures(VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, type, VKSCAN_OP_ADD);
        else
            ASSERT_FAILS(FAILED, "is no type of this peer", "--type", vkscan_type_name(type),
                         "--count", "9");
    }
}

#define ORDER(...) is_verified(RUN("--count", "1009", "--repeat", "1", __VA_ARGS__))

static void selections_and_sorts_are_verified(void **state)
{
    (void)state;
    assert_true(ORDER("--primitive", "select"));
    assert_true(ORDER("--primitive", "partition", "--criterion", "less", "--type", "f32"));
    assert_true(ORDER("--primitive", "unique", "--data", "zipf"));
    assert_true(ORDER("--primitive", "sort", "--data", "reversed"));
    assert_true(ORDER("--primitive", "sort", "--values", "4", "--type", "u64"));
    assert_false(ORDER("--primitive", "sort", "--values", "4", "--device", WRONG));
    assert_false(ORDER("--primitive", "select", "--device", WRONG));
    assert_false(ORDER("--primitive", "partition", "--criterion", "less", "--device", BACKWARD));
}

#define SUM(...) is_verified(RUN("--type", "f32", "--count", "10007", "--repeat", "1", __VA_ARGS__))

static void runs_that_differ_by_a_bit_are_not_run_to_run(void **state)
{
    (void)state;
    assert_true(SUM("--run-to-run"));
    assert_true(SUM("--device", FICKLE));
    assert_false(SUM("--device", FICKLE, "--run-to-run"));
}

static void another_device_fails(void **state)
{
    (void)state;
    ASSERT_FAILS(FAILED, "there is no such abacus", "--device", "ffffffffffffffffffffffffffffffff");
}

static void bad_usage_is_refused(void **state)
{
    (void)state;
    ASSERT_FAILS(MISUSED, "bad UUID ''", "--device", "");
    ASSERT_FAILS(MISUSED, "bad UUID '00'", "--device", "00");
    ASSERT_FAILS(MISUSED, "bad UUID '0011223344556677-899aabbccddeef'", "--device",
                 "0011223344556677-899aabbccddeef");
    ASSERT_FAILS(MISUSED, "bad count '0'", "--count", "0");
    ASSERT_FAILS(MISUSED, "bad count '2^10'", "--count", "2^10");
    ASSERT_FAILS(MISUSED, "bad number of repeats '1024'; 1 to 1023", "--repeat", "1024");
    ASSERT_FAILS(MISUSED, "unknown primitive 'scan'", "--primitive", "scan");
    ASSERT_FAILS(MISUSED, "unknown operator 'sum'", "--op", "sum");
    ASSERT_FAILS(MISUSED, "unknown type 'u128'", "--type", "u128");
    ASSERT_FAILS(MISUSED, "unknown criterion 'lt'", "--criterion", "lt");
    ASSERT_FAILS(MISUSED, "unknown data 'sort'", "--data", "sort");
    ASSERT_FAILS(MISUSED, "bad values '5'; 0, 4, 8 or 16", "--values", "5");
    ASSERT_FAILS(MISUSED, "unexpected '9'", "9");
}

int main(void)
{
    const struct CMUnitTest peer[] = {
        PROGRAM_TEST(without_a_count_it_tells_what_it_is),
        PROGRAM_TEST(it_measures_and_verifies),
        PROGRAM_TEST(it_takes_elements_of_up_to_eight_bytes),
        PROGRAM_TEST(runs_that_differ_by_a_bit_are_not_run_to_run),
        PROGRAM_TEST(selections_and_sorts_are_verified),
        PROGRAM_TEST(another_device_fails),
        PROGRAM_TEST(bad_usage_is_refused),
    };

    return PROGRAM_MAIN("VKSCAN_PEER_PROGRAM", peer);
}
