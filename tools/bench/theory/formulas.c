/* SPDX-License-Identifier: MIT */
/* What textbooks say of the work and the steps of n elements in one tile: for a power of two, and
 * without a seed. */
#include <string.h>

#include "metrics.h"

/* Both kinds of scans, unless one that is inclusive has a row of its own behind. */
static const struct {
    const char *kernel;
    struct formulas formulas, inclusive;
} rows[] = {
    {"blelloch_tile_reduce", {"n - 1", "log n"}, {0}},
    {"blelloch_tile_scan", {"2 n - 2", "2 log n"}, {"3 n - 2", "2 log n + 1"}},
    {"brent_kung_scan", {"2 n - log n - 2", "2 log n - 1"}, {0}},
    {"direct_scan", {"n (n - 1) / 2", "n - 1"}, {0}},
    {"interleaved_reduce", {"n - 1", "log n"}, {0}},
    {"kogge_stone_scan", {"n log n - n + 1", "log n"}, {0}},
    {"naive_scan", {"n log n - n + 1", "log n"}, {0}},
    {"sequential_reduce", {"n - 1", "log n"}, {0}},
    {"tree_reduce", {"n - 1", "log n"}, {0}},
};

struct formulas metrics_formulas(const struct plan *plan)
{
    struct pass_list list;
    struct plan tile = *plan;

    tile.capacity = 2; /* a pass of a tile, or the first step */
    vks_plan_passes(&tile, tile.capacity, &list);
    const struct stage *stage = &plan->algorithm->stages[list.pass[0].stage];
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (strcmp(rows[i].kernel, stage->kernel) == 0)
            return rows[i].inclusive.work && !vks_plan_exclusive(plan, stage) ? rows[i].inclusive
                                                                              : rows[i].formulas;
    return (struct formulas){NULL, NULL};
}
