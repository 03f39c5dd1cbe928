/* SPDX-License-Identifier: MIT */
/*
 * Covering arrays of strength two, in place of all combinations: a few rows of values in which, for
 * any two factors, every pair of their values occurs that can occur at all.
 */
#ifndef COVER_H
#define COVER_H

#include <stdbool.h>
#include <stddef.h>

#define COVER_FACTORS 6

struct cover {
    size_t factors;
    unsigned levels[COVER_FACTORS]; /* the values of factor i are 0 to levels[i] - 1 */
    bool (*can_be)(const unsigned *row,
                   void *user); /* tells whether a row is possible; NULL: all are */
    void *user;
};

/*
 * Visits the rows of a covering array, always the same ones, or with `all` every possible row.
 * Returns their number. The array is greedy: the next row is the one with the most pairs that are
 * not covered yet.
 */
size_t cover_visit(const struct cover *cover, bool all,
                   void (*visit)(const unsigned *row, void *user));

#endif
