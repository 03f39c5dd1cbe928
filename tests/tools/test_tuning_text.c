/* SPDX-License-Identifier: MIT */
/* Tuning as text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tuning_text.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

static struct user_tuning parse(const char *text)
{
    struct user_tuning tuning;
    char error[TUNING_ERROR_SIZE];

    if (!tuning_parse(text, &tuning, error))
        fail_msg("'%s': %s", text, error);
    return tuning;
}

static void assert_same(const struct user_tuning *a, const struct user_tuning *b)
{
    assert_int_equal(a->spin_limit, b->spin_limit);
    assert_int_equal(a->multiprocessors, b->multiprocessors);
    assert_int_equal(a->policy_count, b->policy_count);
    for (uint32_t i = 0; i < a->policy_count; i++) {
        const vkscan_tuning_policy *p = &a->policies[i], *q = &b->policies[i];
        assert_int_equal(p->algorithm, q->algorithm);
        assert_int_equal(p->workgroup_size, q->workgroup_size);
        assert_int_equal(p->items, q->items);
        assert_int_equal(p->workgroups, q->workgroups);
        assert_int_equal(p->from, q->from);
        assert_int_equal(p->to, q->to);
    }
}

/* ---- text that can be read ---- */

static const struct {
    const char *text;
    struct user_tuning tuning;
} rows[] = {
    {"", {.policy_count = 0}},
    {"spin-limit=100 multiprocessors=4096", {.spin_limit = 100, .multiprocessors = 4096}},
    {"subgroup=512x2 lookback=512x1x4@8192..524288 lookback=128x4@never lookahead=512x4x2@524288 "
     "spin-limit=128",
     {
         .policies = {{VKSCAN_ALGORITHM_SUBGROUP, 512, 2, 0, 0, 0},
                      {VKSCAN_ALGORITHM_LOOKBACK, 512, 1, 4, 8192, 524288},
                      {VKSCAN_ALGORITHM_LOOKBACK, 128, 4, 0, VKSCAN_TUNING_NEVER, 0},
                      {VKSCAN_ALGORITHM_LOOKAHEAD, 512, 4, 2, 524288, VKSCAN_TUNING_NO_END}},
         .policy_count = 4,
         .spin_limit = 128,
     }},
    {"single=256x4x3@0..18446744073709551614",
     {.policies = {{VKSCAN_ALGORITHM_SINGLE, 256, 4, 3, 0, UINT64_MAX - 1}}, .policy_count = 1}},
    {"single=256x4@0",
     {.policies = {{VKSCAN_ALGORITHM_SINGLE, 256, 4, 0, 0, VKSCAN_TUNING_NO_END}},
      .policy_count = 1}},
};

static void text_is_read_and_written_as_documented(void **state)
{
    char text[TUNING_TEXT_SIZE];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const struct user_tuning tuning = parse(rows[i].text);
        assert_same(&tuning, &rows[i].tuning);
        tuning_format(&tuning, text);
        assert_string_equal(text, rows[i].text);
    }
}

static void any_white_space_separates_entries(void **state)
{
    const struct user_tuning expected = {
        .policies = {{VKSCAN_ALGORITHM_TREE, 128, 2, 0, 0, 0}}, .policy_count = 1, .spin_limit = 9};

    (void)state;
    const struct user_tuning tuning = parse(" \ttree=128x2\r\n\n spin-limit=9 ");
    assert_same(&tuning, &expected);
    assert_int_equal(parse("  \t\r\n").policy_count, 0);
}

/* As many as there may be, with the longest numbers. */
static void the_longest_text_has_room(void **state)
{
    struct user_tuning tuning = {
        .policy_count = TUNING_MAX_POLICIES, .spin_limit = 128, .multiprocessors = 4096};
    char text[TUNING_TEXT_SIZE];

    (void)state;
    for (uint32_t i = 0; i < TUNING_MAX_POLICIES; i++)
        tuning.policies[i] = (vkscan_tuning_policy){VKSCAN_ALGORITHM_BRENT_KUNG_UNPADDED,
                                                    UINT32_MAX,
                                                    UINT32_MAX,
                                                    UINT32_MAX,
                                                    UINT64_MAX - 2,
                                                    UINT64_MAX - 1};
    tuning_format(&tuning, text);
    const struct user_tuning again = parse(text);
    assert_same(&again, &tuning);
}

static void every_algorithm_has_its_own_name(void **state)
{
    char text[64];

    (void)state;
    for (vkscan_algorithm a = VKSCAN_ALGORITHM_AUTO + 1; vkscan_algorithm_name(a); a++) {
        snprintf(text, sizeof(text), "%s=128x1", vkscan_algorithm_name(a));
        assert_int_equal(parse(text).policies[0].algorithm, a);
    }
}

static void parameters_refer_to_it(void **state)
{
    const struct user_tuning tuning = parse("tree=128x2 spin-limit=9 multiprocessors=7");
    vkscan_context_params params = {.policies = NULL};

    (void)state;
    tuning_give(&tuning, &params);
    assert_ptr_equal(params.policies, tuning.policies);
    assert_int_equal(params.policy_count, 1);
    assert_int_equal(params.spin_limit, 9);
    assert_int_equal(params.multiprocessors, 7);
}

/* ---- text that cannot ---- */

static const struct {
    const char *text, *bad, *right;
} refused[] = {
    {"tile=512x2", "'tile=512x2' has no known name", "there are blelloch, subgroup"},
    {"auto=512x2", "'auto=512x2' has no known name", "there are blelloch"},
    {"Subgroup=512x2", "'Subgroup=512x2' has no known name",
     "single, blelloch-tile, radix, onesweep, counters, spin-limit, multiprocessors"},
    {"subgrou=512x2", "'subgrou=512x2' has no known name", "there are blelloch"},
    {"=512x2", "'=512x2' has no known name", "there are blelloch"},
    {"512x2", "'512x2' has no known name", "there are blelloch"},
    {"spin-limit=9 , tree=512x2", "',' has no known name", "there are blelloch"},
    {"subgroup", "'subgroup' has no value", "NAME=VALUE"},
    {"subgroup =512x2", "'subgroup' has no value", "NAME=VALUE"},
    {"spin-limit=9 spin-limit=9", "'spin-limit=9' is the second spin-limit", "give one"},

    {"subgroup=", "'subgroup=' is no policy", "ALGORITHM=WORKGROUPxITEMS"},
    {"subgroup= 512x2", "'subgroup=' is no policy", "WORKGROUPxITEMS"},
    {"subgroup=512", "'subgroup=512' is no policy", "WORKGROUPxITEMS"},
    {"subgroup=512x", "'subgroup=512x' is no policy", "WORKGROUPxITEMS"},
    {"subgroup=x2", "'subgroup=x2' is no policy", "WORKGROUPxITEMS"},
    {"subgroup=512X2", "'subgroup=512X2' is no policy", "WORKGROUPxITEMS"},
    {"subgroup=-512x2", "'subgroup=-512x2' is no policy", "WORKGROUPxITEMS"},
    {"subgroup=512x+2", "'subgroup=512x+2' is no policy", "WORKGROUPxITEMS"},
    {"subgroup=512x2,", "'subgroup=512x2,' is no policy", "WORKGROUPxITEMS"},
    {"subgroup=512x2;spin-limit=9", "is no policy", "WORKGROUPxITEMS"},
    {"subgroup=4294967808x2", "is no policy", "WORKGROUPxITEMS"},
    {"subgroup=18446744073709552128x2", "is no policy", "WORKGROUPxITEMS"},
    {"lookback=512x2x", "is no policy", "xWORKGROUPS"},
    {"lookback=512x2x0", "is no policy", "xWORKGROUPS"},
    {"lookback=512x2x2@", "is no policy", "@FROM..TO"},
    {"lookback=512x2x2@-1", "is no policy", "@FROM"},
    {"lookback=512x2x2@2^20", "is no policy", "@FROM"},
    {"lookback=512x2x2@nevermore", "is no policy", "@never"},
    {"lookback=512x2x2@never@9", "is no policy", "@never"},
    {"lookback=512x2x2x2", "is no policy", "xWORKGROUPS"},
    {"lookback=512x2x2@8192..", "is no policy", "@FROM..TO"},
    {"lookback=512x2x2@..8192", "is no policy", "@FROM..TO"},
    {"lookback=512x2x2@1.8192", "is no policy", "@FROM..TO"},
    {"lookback=512x2x2@1...8192", "is no policy", "@FROM..TO"},
    {"lookback=512x2x2@1..2..3", "is no policy", "@FROM..TO"},
    {"lookback=512x2x2@1..never", "is no policy", "@FROM..TO"},
    {"lookback=512x2x2@never..9", "is no policy", "@FROM..TO"},
    {"lookback=512x2x2@1..18446744073709551616", "is no policy", "@FROM..TO"},

    {"lookback=512x2@9..9", "'lookback=512x2@9..9' has an empty range", "FROM is less than TO"},
    {"lookahead=512x2@10..9", "has an empty range", "@never"},
    {"single=512x2@0..0", "has an empty range", "FROM is less than TO"},
    {"single=512x2@9..0", "has an empty range", "FROM is less than TO"},
    {"single=512x2@18446744073709551615", "has an empty range", "@never"},

    {"spin-limit=", "'spin-limit=' is out of range", "accepts 1 to 128"},
    {"spin-limit=0", "'spin-limit=0' is out of range", "accepts 1 to 128"},
    {"spin-limit=many", "'spin-limit=many' is out of range", "accepts 1 to 128"},
    {"spin-limit=9x", "'spin-limit=9x' is out of range", "accepts 1 to 128"},
    {"spin-limit=129", "'spin-limit=129' is out of range", "accepts 1 to 128"},
    {"multiprocessors=4294967297", "is out of range", "accepts 1 to 4096"},
};

static void assert_refused(const char *text, const char *bad, const char *right)
{
    struct user_tuning tuning;
    char error[TUNING_ERROR_SIZE] = "";

    if (tuning_parse(text, &tuning, error) || !strstr(error, bad) || !strstr(error, right))
        fail_msg("'%s': %s", text, error);
}

static void what_cannot_be_read_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(refused); i++)
        assert_refused(refused[i].text, refused[i].bad, refused[i].right);
}

static void too_many_policies_are_refused(void **state)
{
    char text[(TUNING_MAX_POLICIES + 1) * 11 + 1] = "";

    (void)state;
    for (int i = 0; i < TUNING_MAX_POLICIES; i++)
        strcat(text, "tree=128x2 ");
    assert_int_equal(parse(text).policy_count, TUNING_MAX_POLICIES);
    strcat(text, "tree=256x2 ");
    assert_refused(text, "'tree=256x2' is one policy too many", "64 are enough");
}

/* However long and odd the text is. */
static void errors_are_one_short_line(void **state)
{
    struct user_tuning tuning;
    char text[5000], error[TUNING_ERROR_SIZE];

    (void)state;
    memset(text, '\a', sizeof(text));
    text[sizeof(text) - 1] = '\0';
    assert_false(tuning_parse(text, &tuning, error));
    assert_non_null(strstr(error, "'???"));
    assert_non_null(strstr(error, "there are blelloch"));
    assert_non_null(strstr(error, "multiprocessors"));
    assert_null(strchr(error, '\a'));
}

int main(void)
{
    const struct CMUnitTest tuning_text[] = {
        cmocka_unit_test(text_is_read_and_written_as_documented),
        cmocka_unit_test(any_white_space_separates_entries),
        cmocka_unit_test(the_longest_text_has_room),
        cmocka_unit_test(every_algorithm_has_its_own_name),
        cmocka_unit_test(parameters_refer_to_it),
        cmocka_unit_test(what_cannot_be_read_is_refused),
        cmocka_unit_test(too_many_policies_are_refused),
        cmocka_unit_test(errors_are_one_short_line),
    };
    return cmocka_run_group_tests(tuning_text, NULL, NULL);
}
