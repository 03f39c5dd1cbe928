/* SPDX-License-Identifier: MIT */
/* Rows of tuning as text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "interface.h"
#include "tuning_text.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

static char message[512];

static void keep_message(void *user, VkResult result, const char *text)
{
    (void)user;
    assert_int_equal(result, RESULT_INVALID);
    snprintf(message, sizeof(message), "%s", text);
}

static const struct report errors = {keep_message, NULL};

static struct tuning parse(const char *text)
{
    struct tuning tuning = *vks_tuning_row(0);

    if (vks_tuning_parse(text, &errors, &tuning) != VK_SUCCESS)
        fail_msg("'%s': %s", text, message);
    return tuning;
}

static void assert_same(const struct tuning *a, const struct tuning *b)
{
    assert_int_equal(a->multiprocessors, b->multiprocessors);
    assert_int_equal(a->looks, b->looks);
    for (uint32_t i = 0; i < LAYOUT_COUNT; i++)
        for (uint32_t k = 0; k < TUNING_SHAPES; k++) {
            const struct tuned *x = &a->layout[i][k], *y = &b->layout[i][k];
            assert_int_equal(x->shape.workgroup_size, y->shape.workgroup_size);
            assert_int_equal(x->shape.items, y->shape.items);
            assert_int_equal(x->shape.workgroups, y->shape.workgroups);
            assert_int_equal(x->range.from, y->range.from);
            assert_int_equal(x->range.to, y->range.to);
        }
}

/* ---- rows that can be ---- */

/* Over a row that has none of it, so that what is not written shows. */
static void rows_of_the_table_survive_as_text(void **state)
{
    const struct tuning *row;
    char text[TUNING_TEXT_SIZE];

    (void)state;
    for (uint32_t i = 0; (row = vks_tuning_row(i)); i++) {
        struct tuning read = {0};
        vks_tuning_format(row, TUNING_ALL_LAYOUTS, text);
        assert_null(strchr(text, '\n'));
        assert_int_equal(vks_tuning_parse(text, &errors, &read), VK_SUCCESS);
        assert_same(&read, row);
    }
}

static void the_largest_row_survives_as_text(void **state)
{
    struct tuning row = {.multiprocessors = 4096, .looks = LOOKS_MAX}, read = {0};
    char text[TUNING_TEXT_SIZE];

    (void)state;
    for (enum layout i = 0; i < LAYOUT_COUNT; i++) {
        const struct layout_facts *layout = vks_tuning_layout(i);
        row.layout[i][0].shape = (struct shape){TUNING_LARGEST_WORKGROUP, layout->most_items, 0};
        for (uint32_t k = layout->persistent ? 0 : 1; k < TUNING_SHAPES && layout->vectors; k++)
            row.layout[i][k] = (struct tuned){
                {TUNING_LARGEST_WORKGROUP, layout->most_items, layout->persistent ? 1024 : 0},
                {UINT64_MAX - 2, UINT64_MAX - 1},
            };
    }
    vks_tuning_format(&row, TUNING_ALL_LAYOUTS, text);
    assert_int_equal(vks_tuning_parse(text, &errors, &read), VK_SUCCESS);
    assert_same(&read, &row);
}

static void a_row_is_written_as_documented(void **state)
{
    const struct tuning row = {
        .multiprocessors = 16,
        .looks = 100,
        .layout = {[LAYOUT_TILE] = {{{512, 2}}, {{256, 1}, {0, 4096}}},
                   [LAYOUT_LOOKBACK] = {{{256, 4, 3}, {9, 9}}, {{128, 1, 8}, {7, 9}}},
                   [LAYOUT_LOOKAHEAD] = {{{256, 5, 3}, {0, 2097152}}},
                   [LAYOUT_SINGLE] = {{{256, 6, 3}, {8192, TUNING_NO_END}}}},
    };
    char text[TUNING_TEXT_SIZE];

    (void)state;
    vks_tuning_format(&row, 1u << LAYOUT_TILE | 1u << LAYOUT_LOOKBACK, text);
    assert_string_equal(text, "tile=512x2 tile=256x1@0..4096 lookback=256x4x3@never "
                              "lookback=128x1x8@7..9 multiprocessors=16 looks=100");
    vks_tuning_format(&row, 1u << LAYOUT_LOOKAHEAD | 1u << LAYOUT_SINGLE, text);
    assert_string_equal(text, "lookahead=256x5x3@0..2097152 single=256x6x3@8192 "
                              "multiprocessors=16 looks=100");
    vks_tuning_format(&row, 0, text);
    assert_string_equal(text, "multiprocessors=16 looks=100");
}

/* But further shapes go with the first. */
static void what_is_left_out_stays(void **state)
{
    const struct tuning *const row = vks_tuning_row(0);
    struct tuning expected = *row;
    struct tuned *const lookback = expected.layout[LAYOUT_LOOKBACK];

    (void)state;
    struct tuning read = parse("");
    assert_same(&read, row);
    read = parse("  \t\r\n");
    assert_same(&read, row);
    read = parse("lookback=256x7");
    lookback->shape.workgroup_size = 256;
    lookback->shape.items = 7;
    memset(lookback + 1, 0, (TUNING_SHAPES - 1) * sizeof(*lookback));
    assert_same(&read, &expected);
    read = parse("looks=5 lookback=256x7@0");
    expected.looks = 5;
    lookback->range = (struct range){0, TUNING_NO_END};
    assert_same(&read, &expected);
    read = parse("looks=5 lookback=256x7@3..4");
    lookback->range = (struct range){3, 4};
    assert_same(&read, &expected);
    read = parse("looks=5 lookback=256x7@never");
    lookback->range = (struct range){0, 0};
    assert_same(&read, &expected);
    read = parse("lookback=256x7x9@never\n\tlooks=5\r\n");
    lookback->shape.workgroups = 9;
    assert_same(&read, &expected);
}

/* The first of a layout takes the place of all that the row had of it; the others begin with it. */
static void further_shapes_begin_with_the_first(void **state)
{
    struct tuning expected = *vks_tuning_row(0);
    struct tuned *const single = expected.layout[LAYOUT_SINGLE];

    (void)state;
    struct tuning read = parse("single=256x4x3@1..100 single=128x2@50..60 tile=128x1 "
                               "single=128x1x9@9 single=256x5@70");
    memset(expected.layout[LAYOUT_TILE], 0, sizeof(expected.layout[LAYOUT_TILE]));
    expected.layout[LAYOUT_TILE][0].shape = (struct shape){128, 1, 0};
    single[0] = (struct tuned){{256, 4, 3}, {1, 100}};
    single[1] = (struct tuned){{128, 2, 3}, {50, 60}};
    single[2] = (struct tuned){{128, 1, 9}, {9, TUNING_NO_END}};
    single[3] = (struct tuned){{256, 5, 3}, {70, TUNING_NO_END}};
    assert_same(&read, &expected);
    assert_int_equal(vks_tuning_parse("single=512x1", &errors, &read), VK_SUCCESS);
    memset(single, 0, TUNING_SHAPES * sizeof(*single));
    single[0] = (struct tuned){{512, 1, 3}, {1, 100}};
    assert_same(&read, &expected);
}

static void every_layout_has_a_name_of_its_own(void **state)
{
    (void)state;
    for (enum layout i = 0; i < LAYOUT_COUNT; i++) {
        const struct layout_facts *layout = vks_tuning_layout(i);
        assert_in_range(layout->least_items, 1, layout->most_items);
        for (enum layout j = 0; j < i; j++)
            assert_string_not_equal(layout->name, vks_tuning_layout(j)->name);
    }
}

/* ---- rows that cannot ---- */

static const struct {
    const char *text, *bad, *right;
} refused[] = {
    {"tiles=512x2", "'tiles=512x2' has no known name", "there are tile, lookback"},
    {"Tile=512x2", "'Tile=512x2' has no known name", "multiprocessors, looks"},
    {"til=512x2", "'til=512x2' has no known name", "there are tile"},
    {"=512x2", "'=512x2' has no known name", "there are tile"},
    {"512x2", "'512x2' has no known name", "there are tile"},
    {"looks=9 , tile=512x2", "',' has no known name", "there are tile"},
    {"tile", "'tile' has no value", "put ="},
    {"tile =512x2", "'tile' has no value", "put ="},
    {"coarse=512x2 looks=9 coarse=512x1", "'coarse=512x1' is the second coarse", "one is enough"},
    {"tile=512x2 looks=9 tile=512x1", "'tile=512x1' is a further tile", "@FROM..TO"},
    {"looks=9 looks=9", "'looks=9' is the second looks", "one is enough"},
    {"single=512x2 single=512x1", "'single=512x1' is a further single", "@FROM..TO"},
    {"single=512x2 single=512x1@never", "'single=512x1@never' is a further single", "@FROM"},
    {"single=512x2 single=512x1@1 single=512x1@2 single=512x1@3 single=512x1@4",
     "'single=512x1@4' is one single too many", "4 are enough"},

    {"tile=", "'tile=' is no shape", "tile takes WORKGROUPxITEMS, like"},
    {"tile= 512x2", "'tile=' is no shape", "WORKGROUPxITEMS"},
    {"tile=512", "'tile=512' is no shape", "WORKGROUPxITEMS"},
    {"tile=512x", "'tile=512x' is no shape", "WORKGROUPxITEMS"},
    {"tile=x2", "'tile=x2' is no shape", "WORKGROUPxITEMS"},
    {"tile=512X2", "'tile=512X2' is no shape", "WORKGROUPxITEMS"},
    {"tile=-512x2", "'tile=-512x2' is no shape", "WORKGROUPxITEMS"},
    {"tile=512x+2", "'tile=512x+2' is no shape", "WORKGROUPxITEMS"},
    {"tile=512x2,", "'tile=512x2,' is no shape", "WORKGROUPxITEMS"},
    {"tile=512x2;looks=9", "'tile=512x2;looks=9' is no shape", "WORKGROUPxITEMS"},
    {"tile=0x200x2", "workgroups of 0", "powers of two, 128 to 1024"},
    {"tile=18446744073709552128x2", "is no shape", "WORKGROUPxITEMS"},
    {"lookback=512x2x", "is no shape", "xWORKGROUPS@FROM..TO, like 512x2x2@8192..65536"},
    {"lookback=512x2x2@", "is no shape", "xWORKGROUPS@FROM"},
    {"lookback=512x2x2@-1", "is no shape", "xWORKGROUPS@FROM"},
    {"lookback=512x2x2@2^20", "is no shape", "xWORKGROUPS@FROM"},
    {"lookback=512x2x2@nevermore", "is no shape", "xWORKGROUPS@FROM"},
    {"lookback=512x2x2@never@9", "is no shape", "xWORKGROUPS@FROM"},
    {"lookback=512x2x2x2", "is no shape", "xWORKGROUPS@FROM"},
    {"lookback=512x2x2@8192..", "is no shape", "@FROM..TO"},
    {"lookback=512x2x2@..8192", "is no shape", "@FROM..TO"},
    {"lookback=512x2x2@1.8192", "is no shape", "@FROM..TO"},
    {"lookback=512x2x2@1...8192", "is no shape", "@FROM..TO"},
    {"lookback=512x2x2@1..2..3", "is no shape", "@FROM..TO"},
    {"lookback=512x2x2@1..never", "is no shape", "@FROM..TO"},
    {"lookback=512x2x2@never..9", "is no shape", "@FROM..TO"},
    {"lookback=512x2x2@1..18446744073709551616", "is no shape", "@FROM..TO"},
    {"tile=512x2..9", "'tile=512x2..9' is no shape", "WORKGROUPxITEMS"},

    {"tile=500x2", "workgroups of 500", "powers of two, 128 to 1024"},
    {"tile=0x2", "workgroups of 0", "powers of two, 128 to 1024"},
    {"tile=64x2", "workgroups of 64", "powers of two, 128 to 1024"},
    {"tile=2048x2", "workgroups of 2048", "powers of two, 128 to 1024"},
    {"tile=4294967808x2", "workgroups of 4294967808", "powers of two, 128 to 1024"},
    {"tile=512x0", "0 items", "tile takes 1 to 16"},
    {"lookahead=512x17x2", "17 items", "lookahead takes 1 to 16"},
    {"single=512x4294967297", "4294967297 items", "single takes 1 to 16"},
    {"step=256x2", "2 items", "step takes 1"},
    {"block=256x4", "4 items", "block takes 2"},
    {"coarse=256x3", "3 items", "coarse takes powers of two, 1 to 8"},
    {"chain=256x1", "1 items", "chain takes powers of two, 2 to 8"},
    {"tile=512x2x2", "'tile=512x2x2' tells too much", "tile takes WORKGROUPxITEMS, and @FROM"},
    {"tile=512x2@9", "'tile=512x2@9' tells too much", "@FROM..TO behind any but the first"},
    {"tile=512x2 tile=512x1x2@9", "'tile=512x1x2@9' tells too much", "@FROM..TO"},
    {"block=256x2@9", "'block=256x2@9' tells too much", "block takes WORKGROUPxITEMS alone"},
    {"lookback=512x2x0", "0 workgroups", "1 to 1024"},
    {"lookback=512x2x1025@9", "1025 workgroups", "1 to 1024"},

    {"lookback=512x2@9..9", "'lookback=512x2@9..9' has a range from 9 to 9", "less than TO"},
    {"lookahead=512x2@10..9", "has a range from 10 to 9, which holds no capacity", "@never"},
    {"single=512x2@0..0", "has a range from 0 to 0", "less than TO"},
    {"single=512x2@18446744073709551615", "has a range from 18446744073709551615", "@never"},

    {"looks=", "'looks=' is no number that can be", "looks takes 1 to 128"},
    {"looks=0", "'looks=0' is no number that can be", "looks takes 1 to 128"},
    {"looks=many", "'looks=many' is no number that can be", "looks takes 1 to 128"},
    {"looks=9x", "'looks=9x' is no number that can be", "looks takes 1 to 128"},
    {"looks=129", "'looks=129' is no number that can be", "looks takes 1 to 128"},
    {"multiprocessors=4294967297", "is no number that can be", "multiprocessors takes 1 to 4096"},
};

static void what_cannot_be_is_refused_and_told(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(refused); i++) {
        struct tuning tuning = *vks_tuning_row(0);
        message[0] = '\0';
        assert_int_equal(vks_tuning_parse(refused[i].text, &errors, &tuning), RESULT_INVALID);
        if (!strstr(message, refused[i].bad) || !strstr(message, refused[i].right))
            fail_msg("'%s': %s", refused[i].text, message);
    }
}

/* What is told stays on one line, however long and odd the row is. */
static void messages_are_one_short_line(void **state)
{
    struct tuning tuning = *vks_tuning_row(0);
    char text[5000];

    (void)state;
    memset(text, '\a', sizeof(text));
    text[sizeof(text) - 1] = '\0';
    assert_int_equal(vks_tuning_parse(text, &errors, &tuning), RESULT_INVALID);
    assert_non_null(strstr(message, "'???"));
    assert_non_null(strstr(message, "there are tile"));
    assert_null(strchr(message, '\a'));
}

int main(void)
{
    const struct CMUnitTest tuning_text[] = {
        cmocka_unit_test(rows_of_the_table_survive_as_text),
        cmocka_unit_test(the_largest_row_survives_as_text),
        cmocka_unit_test(a_row_is_written_as_documented),
        cmocka_unit_test(what_is_left_out_stays),
        cmocka_unit_test(further_shapes_begin_with_the_first),
        cmocka_unit_test(every_layout_has_a_name_of_its_own),
        cmocka_unit_test(what_cannot_be_is_refused_and_told),
        cmocka_unit_test(messages_are_one_short_line),
    };
    return cmocka_run_group_tests(tuning_text, NULL, NULL);
}
