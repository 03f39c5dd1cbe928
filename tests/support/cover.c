/* SPDX-License-Identifier: MIT */
#include "cover.h"

#include <stdlib.h>
#include <string.h>

/* The pairs that are covered: a byte for each two values of each two factors. */
struct pairs {
    const struct cover *cover;
    unsigned first[COVER_FACTORS]; /* index of factor i's value 0 among the values of all */
    unsigned values;
    unsigned char *covered;
};

static unsigned char *find_pair(const struct pairs *pairs, const unsigned *row, size_t i, size_t j)
{
    const unsigned left = pairs->first[i] + row[i], right = pairs->first[j] + row[j];

    return &pairs->covered[left * pairs->values + right];
}

static unsigned count_new(const struct pairs *pairs, const unsigned *row)
{
    unsigned count = 0;

    for (size_t i = 0; i < pairs->cover->factors; i++)
        for (size_t j = i + 1; j < pairs->cover->factors; j++)
            count += !*find_pair(pairs, row, i, j);
    return count;
}

static void mark(const struct pairs *pairs, const unsigned *row)
{
    for (size_t i = 0; i < pairs->cover->factors; i++)
        for (size_t j = i + 1; j < pairs->cover->factors; j++)
            *find_pair(pairs, row, i, j) = 1;
}

/* Steps to the next combination in counting order. Returns false after the last one. */
static bool step(const struct cover *cover, unsigned *row)
{
    for (size_t i = cover->factors; i-- > 0;) {
        if (++row[i] < cover->levels[i])
            return true;
        row[i] = 0;
    }
    return false;
}

static bool can_be(const struct cover *cover, const unsigned *row)
{
    return !cover->can_be || cover->can_be(row, cover->user);
}

/* Finds the first row with the most new pairs. Returns the number of these. */
static unsigned find_best(const struct pairs *pairs, unsigned *best)
{
    unsigned row[COVER_FACTORS] = {0};
    unsigned most = 0;

    do {
        const unsigned count = count_new(pairs, row);
        if (count > most && can_be(pairs->cover, row)) {
            most = count;
            memcpy(best, row, sizeof(row));
        }
    } while (step(pairs->cover, row));
    return most;
}

static size_t visit_all(const struct cover *cover, void (*visit)(const unsigned *row, void *user))
{
    unsigned row[COVER_FACTORS] = {0};
    size_t rows = 0;

    do {
        if (can_be(cover, row)) {
            visit(row, cover->user);
            rows++;
        }
    } while (step(cover, row));
    return rows;
}

size_t cover_visit(const struct cover *cover, bool all,
                   void (*visit)(const unsigned *row, void *user))
{
    struct pairs pairs = {.cover = cover};
    unsigned row[COVER_FACTORS];
    size_t rows = 0;

    if (all)
        return visit_all(cover, visit);
    for (size_t i = 0; i < cover->factors; i++) {
        pairs.first[i] = pairs.values;
        pairs.values += cover->levels[i];
    }
    pairs.covered = calloc((size_t)pairs.values * pairs.values, 1);
    if (!pairs.covered)
        abort();
    while (find_best(&pairs, row) > 0) {
        mark(&pairs, row);
        visit(row, cover->user);
        rows++;
    }
    free(pairs.covered);
    return rows;
}
