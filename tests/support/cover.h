/* SPDX-License-Identifier: MIT */
/*
 * Covering arrays of strength two: a few rows of values in which, for any two factors, every pair
 * of their values occurs that can occur at all. In place of all combinations.
 */
#ifndef COVER_H
#define COVER_H

#include <stdbool.h>
#include <stddef.h>

#define COVER_FACTORS 6

struct cover {
    size_t factors;
    unsigned levels[COVER_FACTORS];                  /* a factor's values are 0 to levels - 1 */
    bool (*can_be)(const unsigned *row, void *user); /* NULL: all rows can */
    void *user;
};

/*
 * Visits the rows, always the same ones. Greedy: the next row is the one with the most pairs that
 * are not covered yet. With `all`, visits every row that can be. Returns how many.
 */
size_t cover_visit(const struct cover *cover, bool all,
                   void (*visit)(const unsigned *row, void *user));

#endif
