/* SPDX-License-Identifier: MIT */
/* test_counts.c runs the shaders and compares work, barriers, loads and stores. metrics.txt has
 * expected numbers for steps, path barriers and conflicts. */
#include "metrics.h"

#include <string.h>

#include "plan.h"
#include "interface.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

static uint64_t divide_up(uint64_t a, uint64_t b)
{
    return a / b + (a % b != 0);
}

static uint64_t at_least_one(uint64_t count)
{
    return count > 0 ? count : 1;
}

/* Returns a - b, or 0 if that is negative. */
static uint64_t beyond(uint64_t a, uint64_t b)
{
    return a > b ? a - b : 0;
}

/* Returns the logarithm, rounded up. */
static uint64_t log_2(uint64_t n)
{
    uint64_t exponent = 0;

    while (1ull << exponent < n)
        exponent++;
    return exponent;
}

/* Returns the work of Kogge and Stone's scan of n elements, which takes log_2(n) steps. */
static uint64_t kogge_stone(uint64_t n)
{
    return n * log_2(n) - ((1ull << log_2(n)) - 1);
}

/* ---- lookback.glsl, single_pass.glsl ---- */

struct exchange {
    uint64_t work, steps;
};

/*
 * Returns the least work and steps by which tiles get their prefixes. A window of tile states has
 * one tile per lane, so that many tiles get their prefixes at once, from the prefix of the tile
 * before the first of them. That takes one window if each tile publishes its inclusive prefix. It
 * takes two if only a window's last tile does: the first is the tile's own window, and for floats
 * the second combines nothing. The first tile of a window publishes the prefix of the window
 * before, for which it takes one window more. Repeated polls, longer look-backs and fallbacks
 * depend on timing, and are not counted.
 */
static struct exchange exchange_prefixes(const struct plan *plan, uint64_t tiles, uint64_t lanes,
                                         bool per_window)
{
    const bool floats = plan->type->kind == KIND_FLOAT && plan->op->domain == DOMAIN_ARITHMETIC;
    const bool scanned = !floats && plan->op->commutative;
    const uint64_t log = log_2(lanes), windows = divide_up(tiles, lanes), later = windows - 1;
    const uint64_t turns = per_window && !floats ? 2 : 1;
    /* The cost to combine a window, for one tile. */
    const struct exchange one = {
        (floats    ? lanes * log
         : scanned ? 0
                   : kogge_stone(lanes)) +
            lanes,
        (scanned ? 0 : log) + 1,
    };
    /* The cost of the window before: for floats the two windows are one sum. */
    const bool joined = per_window && floats && lanes > 1;
    const struct exchange before = joined ? (struct exchange){lanes, 1} : one;
    struct exchange all = {tiles * turns * one.work, windows * turns * one.steps};

    if (per_window || floats) {
        all.work += later * before.work;
        all.steps += later * before.steps;
    } else { /* inclusive prefixes: each tile adds its own aggregate */
        all.work += tiles;
        all.steps += windows;
    }
    if (scanned) {
        all.work += tiles * kogge_stone(lanes);
        all.steps += windows * log;
    }
    return all;
}

/* ---- the kernels ---- */

#define EACH(count, barriers) (count) * (barriers), barriers

bool kernel_cost_find(const struct plan *plan, const struct pass *pass, uint32_t lanes,
                      struct kernel_cost *out)
{
    const struct stage *stage = &plan->algorithm->stages[pass->stage];
    const bool x = vks_plan_exclusive(plan, stage), commutes = plan->op->commutative;
    const uint64_t n = pass->count, stride = pass->parameter, tile = plan->tile_size;
    const uint64_t size = plan->shape.workgroup_size, items = plan->shape.items;
    /* Unless kernels are persistent, each tile has its own workgroup. */
    const uint64_t tiles = at_least_one(divide_up(n, tile)), groups = pass->groups;
    const uint64_t log = log_2(tile), log_size = log_2(size);

    /* shift.glsl: an exclusive scan takes the seed in place of each tile's first element and leaves
     * out the last, except for the aggregates if there are several; an inclusive scan combines the
     * seed. */
    const uint64_t aggregates = groups > 1 ? groups : 0;
    const uint64_t shifted = x ? aggregates : groups;
    const uint64_t operands = n - (x && groups == 1 ? n / tile : 0);

    /* tile.glsl: vectors, stripes over a subgroup's lanes, and workgroup.glsl over subgroups. */
    const uint64_t vector = VECTOR_BYTES / plan->type->size, all = tiles * size;
    const uint64_t scan = kogge_stone(lanes), log_lanes = log_2(lanes), subgroups = size / lanes;
    const uint64_t turns = divide_up(subgroups, lanes);
    const uint64_t stripes = all * items * (vector - 1) + tiles * subgroups * items * scan;
    const uint64_t stripe_steps = vector - 1 + log_lanes + items;
    const uint64_t reduce = turns * (scan + lanes), reduce_steps = log_lanes + turns;
    const uint64_t slots = tiles * (reduce + subgroups);
    const uint64_t prefixes = pass->prefixed ? all : 0;

    /* tree_tile.glsl: the same as tile.glsl, by trees over leaves of vectors. */
    const uint64_t leaf_barriers = items > 1 ? 1 : 0, some = n > 0 ? 1 : 0;
    const uint64_t rounds = divide_up(tiles, groups ? groups : 1); /* tiles of a workgroup */

    /* The last workgroup of single_reduce takes all results, one per thread at a time, each time
     * behind a barrier. */
    const uint64_t takes = divide_up(groups, size);
    const uint64_t last = takes * (subgroups * scan + reduce + size) + 1;
    const uint64_t last_steps = takes * (log_lanes + reduce_steps + 1) + 1;
    const uint64_t slices =
        all * items * vector + (commutes ? groups : tiles * items) * subgroups * scan;

    /* A look-back's tile scans twice: for its aggregate, and again from its prefix. */
    const bool per_window = strcmp(stage->kernel, "lookahead_scan") == 0;
    const struct exchange exchange = exchange_prefixes(plan, tiles, lanes, per_window);
    const uint64_t back = all * items * vector + (commutes ? 1 : items) * tiles * subgroups * scan +
                          slots + exchange.work + all + stripes + all * items * (vector + 2);
    const uint64_t back_steps = 2 * stripe_steps + reduce_steps + exchange.steps + 1 + vector;
    /* A workgroup takes one ticket more than it gets tiles, unless each workgroup has one tile. */
    const uint64_t tickets = tiles > groups ? tiles + groups : groups;

    /* Reductions in device memory combine the seed in the last step. */
    const uint64_t left = at_least_one(divide_up(n, 2 * at_least_one(stride)));
    const uint64_t right = divide_up(beyond(n, stride), 2 * at_least_one(stride));
    const uint64_t half = at_least_one(divide_up(n, 2)), above = beyond(n, half);
    /* The first step of an inclusive naive scan: the first element combines the seed, and so does
     * its neighbour's copy of it. */
    const uint64_t pairs = beyond(n, stride), first = stride == 1 ? 1 + (pairs > 0) : 0;
    const uint64_t longest = n - (x ? 1 : 0);

    /* Barriers of a stride: one, if two arrays take turns. */
    const uint64_t strides = plan->algorithm->arrangement->shared_per_thread == 1 ? 2 : 1;

    const struct kernel_cost rows[] = {
        /* work, steps; barriers; loads, stores; kinds of steps */
        {"add_prefixes", n, 1, 0, 0, groups * size + n, n, ""},
        {"blelloch_reduce",
         commutes ? some * all * items * vector + groups * size
                  : some * tiles * (size * (items * vector + 1) - 1) + groups,
         some * (vector - 1 + (commutes ? rounds * items : items - 1 + log_size + rounds)) +
             (commutes ? log_size : 0) + 1,
         EACH(commutes ? groups : some * tiles,
              commutes ? log_size + 2 : some * (log_size + 2 + leaf_barriers)),
         n, groups, commutes ? "u" : "lu"},
        {"blelloch_scan", all * items * (2 * vector + 1) - 3 * tiles,
         2 * (vector + items + log_size) - 4, EACH(tiles, 2 * log_size + 1 + 2 * leaf_barriers),
         n + prefixes, n, "ludl"},
        {"blelloch_tile_reduce", tiles * (tile - 1) + groups, log + 1, EACH(tiles, log + 2), n,
         groups, "U"},
        {"blelloch_tile_scan", 2 * tiles * (tile - 1) + (x ? 0 : n), 2 * log + !x,
         EACH(tiles, 2 * log + 4), n, n + aggregates, "UzDo"},
        {"brent_kung_scan", tiles * (2 * tile - 2 - log) + shifted, 2 * log - 1 + (shifted > 0),
         EACH(tiles, 2 * log + 2), operands, n + aggregates, "xUH"},
        /* A step for every tile but one. Each of these polls once, with two barriers. */
        {"chained_scan", tiles * (2 * tile - 2 - log) + 2 * groups - 1 + n, 2 * log + groups,
         tiles * (2 * log + 4) + 2 * (groups - 1), 2 * log + 4 + (groups > 1 ? 2 : 0), n, n, "xUH"},
        {"coarse_scan",
         groups * (size * (items - 1) + kogge_stone(size) + (size - 1) * items) + shifted,
         items + log_size + (shifted > 0), EACH(tiles, log_size + 4), operands, n + aggregates,
         "la"},
        {"direct_scan", longest * (longest + 1) / 2, longest, 0, 0, longest * (longest + 1) / 2, n,
         ""},
        {"interleaved_reduce", right + (left == 1), (right > 0) + (left == 1), 0, 0,
         divide_up(n, 2 * at_least_one(stride)) + right, left, "I"},
        {"kogge_stone_scan", groups * kogge_stone(size) + shifted, log_size + (shifted > 0),
         EACH(tiles, strides * log_size + 2), operands, n + aggregates, "xK"},
        /* One barrier for a prefix and the next aggregate; a workgroup's first aggregate has its
         * own. */
        {"lookahead_scan", back, back_steps, tickets + tiles + groups, 3, n, n, ""},
        {"lookback_scan", back, back_steps, tickets + 2 * tiles, 3, n, n, ""},
        {"naive_scan", (x ? 0 : first) + pairs, (!x && first > 0) + (pairs > 0), 0, 0,
         n + pairs - (x ? first : 0), n, "XN"},
        {"sequential_reduce", above + (half == 1), (above > 0) + (half == 1), 0, 0, n, half, "S"},
        {"single_reduce",
         slices + (commutes ? groups : tiles) * reduce + (commutes ? 0 : all) + last,
         (commutes ? vector - 1 + rounds * items + log_lanes : stripe_steps + rounds) +
             reduce_steps + last_steps,
         2 * ((commutes ? groups : tiles) + groups + takes) + 1, 5 + 2 * takes, n, 1, ""},
        {"subgroup_reduce", stripes + all * items + tiles * reduce + groups,
         stripe_steps + reduce_steps + 1, EACH(tiles, 2), n, groups, ""},
        {"subgroup_scan", stripes + all * (items * (vector + 3) + 1) + slots,
         stripe_steps + reduce_steps + vector + 2, EACH(tiles, 3), n + prefixes, n, ""},
        {"tree_reduce", 2 * groups * size, log_size + 2, EACH(tiles, log_size + 1), n, groups,
         "LT"},
        /* The same as tree_reduce down to a subgroup, whose lanes then all combine in every step.
         */
        {"unrolled_reduce", groups * (2 * size - lanes + lanes * log_lanes + 1), log_size + 2,
         EACH(tiles, log_size - log_lanes + 2), n, groups, ""},
    };

    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (strcmp(rows[i].kernel, stage->kernel) == 0)
            return *out = rows[i], true;
    return false;
}
