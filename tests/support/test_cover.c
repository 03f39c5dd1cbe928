/* SPDX-License-Identifier: MIT */
/* Tests that covering arrays cover. */
#include <string.h>

#include "cases.h"
#include "cover.h"

#define MOST_ROWS 1000

struct rows {
    size_t count, factors;
    unsigned row[MOST_ROWS][COVER_FACTORS];
};

static void keep(const unsigned *row, void *user)
{
    struct rows *rows = user;

    assert_true(rows->count < MOST_ROWS);
    memcpy(rows->row[rows->count++], row, rows->factors * sizeof(*row));
}

static struct rows visit(struct cover cover, bool all)
{
    struct rows rows = {.factors = cover.factors};

    cover.user = &rows;
    const size_t count = cover_visit(&cover, all, keep);
    assert_int_equal(count, rows.count);
    return rows;
}

static bool has_pair(const struct rows *rows, size_t i, unsigned a, size_t j, unsigned b)
{
    for (size_t r = 0; r < rows->count; r++)
        if (rows->row[r][i] == a && rows->row[r][j] == b)
            return true;
    return false;
}

/* Asserts that the chosen rows are possible and at most `most`, and that they have every pair of
 * every possible row. */
static void check(struct cover cover, size_t most)
{
    const struct rows all = visit(cover, true), chosen = visit(cover, false);

    assert_true(chosen.count <= most);
    for (size_t r = 0; r < chosen.count; r++)
        assert_true(!cover.can_be || cover.can_be(chosen.row[r], NULL));
    for (size_t r = 0; r < all.count; r++)
        for (size_t i = 0; i < cover.factors; i++)
            for (size_t j = i + 1; j < cover.factors; j++)
                assert_true(has_pair(&chosen, i, all.row[r][i], j, all.row[r][j]));
}

TEST(all_pairs_occur)
{
    check((struct cover){.factors = 2, .levels = {3, 4}}, 12);
    check((struct cover){.factors = 3, .levels = {2, 2, 2}}, 4);
    check((struct cover){.factors = 4, .levels = {9, 3, 3, 7}}, 70);
    check((struct cover){.factors = 5, .levels = {3, 3, 3, 3, 3}}, 20);
    check((struct cover){.factors = 6, .levels = {2, 3, 2, 3, 2, 5}}, 20);
}

static bool differ(const unsigned *row, void *user)
{
    (void)user;
    return row[0] != row[1] && row[1] != row[2];
}

TEST(only_rows_that_can_be_are_chosen)
{
    check((struct cover){.factors = 3, .levels = {4, 4, 4}, .can_be = differ}, 20);
}

static bool none(const unsigned *row, void *user)
{
    (void)row, (void)user;
    return false;
}

TEST(nothing_is_chosen_where_nothing_can_be)
{
    assert_int_equal(visit((struct cover){2, {2, 2}, none, NULL}, false).count, 0);
    assert_int_equal(visit((struct cover){2, {2, 2}, none, NULL}, true).count, 0);
}

RUN_TESTS(cover)
