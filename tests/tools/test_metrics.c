/* SPDX-License-Identifier: MIT */
/*
 * The measures of the algorithms against what the textbooks say of them, in closed form. The extra
 * of seeds and totals, which the textbooks leave out, is written out beside each.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "resolve.h"
#include "textbook.h"
#include "theory/metrics.h"

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

#define REDUCE VKSCAN_PRIMITIVE_REDUCE
#define INCLUSIVE VKSCAN_PRIMITIVE_INCLUSIVE_SCAN
#define EXCLUSIVE VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN

#define LANES 32

static const struct caps gpu = {
    .capabilities = VKSCAN_CAPABILITY_SUBGROUPS | VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL |
                    VKSCAN_CAPABILITY_INT64_ATOMICS,
    .subgroup_size = LANES,
    .max_subgroups = 64,
    .max_workgroup_size = 1024,
    .max_workgroup_count = 65535,
    .shared_memory = 49152,
    .max_range = UINT32_MAX,
    .range_alignment = 16,
};

static struct plan resolve(vkscan_algorithm algorithm, vkscan_primitive primitive,
                           uint64_t capacity, const struct shape *shape)
{
    const vkscan_plan_params params = {
        .primitive = primitive, .algorithm = algorithm, .capacity = capacity};
    const struct report quiet = {0};
    struct plan plan;

    assert_int_equal(
        vks_plan_resolve_with(&gpu, &params, vks_element_op(VKSCAN_OP_ADD), shape, &quiet, &plan),
        VK_SUCCESS);
    return plan;
}

static struct metrics compute(const struct plan *plan, uint64_t count, uint64_t processors)
{
    struct metrics metrics;

    metrics_compute(plan, LANES, count, processors, &metrics);
    return metrics;
}

/* Others have no operator that could be counted. */
static bool reduces_or_scans(const struct algorithm *row)
{
    return row->primitives & (PRIMITIVES_REDUCE | PRIMITIVES_SCAN);
}

static void every_kernel_has_a_cost(void **state)
{
    const struct algorithm *row;

    (void)state;
    for (uint32_t i = 0; (row = vks_catalogue_entry(i)); i++)
        for (uint32_t s = 0; s < ALGORITHM_MAX_STAGES && row->stages[s].kernel; s++)
            assert_true(!reduces_or_scans(row) || kernel_cost_find(row->stages[s].kernel));
    assert_null(kernel_cost_find("no_such_kernel"));
}

/* ---- closed forms ---- */

static uint64_t log2_of(uint64_t n)
{
    uint64_t exponent = 0;

    while (1ull << exponent < n)
        exponent++;
    return exponent;
}

static void assert_form(vkscan_algorithm algorithm, vkscan_primitive primitive,
                        const struct shape *shape, uint64_t n, uint64_t work, uint64_t steps)
{
    const struct plan plan = resolve(algorithm, primitive, n, shape);
    const struct metrics metrics = compute(&plan, n, 1);

    assert_int_equal(metrics.work, work);
    assert_int_equal(metrics.steps, steps);
}

/* One tile of n elements in all, for n a power of two. */
#define FOR_EACH_TILE(n) for (uint64_t n = 4; n <= 1024; n *= 2)

static void kogge_stone_does_n_log_n(void **state)
{
    (void)state;
    FOR_EACH_TILE(n)
    {
        const struct shape shape = {(uint32_t)n, 1, 0};
        const uint64_t work = n * log2_of(n) - (n - 1);
        /* The inclusive one takes in the seed, in a step of its own. */
        assert_form(VKSCAN_ALGORITHM_KOGGE_STONE, INCLUSIVE, &shape, n, work + 1, log2_of(n) + 1);
        assert_form(VKSCAN_ALGORITHM_KOGGE_STONE, EXCLUSIVE, &shape, n, work, log2_of(n));
    }
}

static void brent_kung_does_less_than_2_n(void **state)
{
    (void)state;
    FOR_EACH_TILE(n)
    {
        const struct shape shape = {(uint32_t)n / 2, 2, 0};
        const uint64_t work = 2 * n - log2_of(n) - 2, steps = 2 * log2_of(n) - 1;
        /* The inclusive one takes in the seed, in a step of its own. */
        assert_form(VKSCAN_ALGORITHM_BRENT_KUNG, INCLUSIVE, &shape, n, work + 1, steps + 1);
        assert_form(VKSCAN_ALGORITHM_BRENT_KUNG, EXCLUSIVE, &shape, n, work, steps);
        assert_form(VKSCAN_ALGORITHM_BRENT_KUNG_UNPADDED, EXCLUSIVE, &shape, n, work, steps);
        assert_form(VKSCAN_ALGORITHM_BRENT_KUNG_COARSE, EXCLUSIVE, &shape, n, work, steps);
        /* Then all elements take in the seed. Before, an inclusive scan has begun with the
         * identity, and an exclusive one has made the tile's aggregate, though there is no next
         * tile. */
        assert_form(VKSCAN_ALGORITHM_CHAINED, INCLUSIVE, &shape, n, work + 1 + n, steps + 2);
        assert_form(VKSCAN_ALGORITHM_CHAINED, EXCLUSIVE, &shape, n, work + 1 + n, steps + 2);
    }
}

/* The root is set to the seed, which combines nothing; an inclusive scan adds each own element. */
static void blelloch_tile_does_2_n_less_2(void **state)
{
    (void)state;
    FOR_EACH_TILE(n)
    {
        const struct shape shape = {(uint32_t)n / 2, 2, 0};
        const uint64_t work = 2 * (n - 1), steps = 2 * log2_of(n);
        assert_form(VKSCAN_ALGORITHM_BLELLOCH_TILE, EXCLUSIVE, &shape, n, work, steps);
        assert_form(VKSCAN_ALGORITHM_BLELLOCH_UNPADDED, EXCLUSIVE, &shape, n, work, steps);
        assert_form(VKSCAN_ALGORITHM_BLELLOCH_TILE, INCLUSIVE, &shape, n, work + n, steps + 1);
    }
}

/* The seed is combined at the end. */
static void trees_do_n_less_1(void **state)
{
    static const vkscan_algorithm trees[] = {VKSCAN_ALGORITHM_BLELLOCH_TILE, VKSCAN_ALGORITHM_TREE};

    (void)state;
    FOR_EACH_TILE(n)
    for (size_t i = 0; i < COUNT_OF(trees); i++) {
        const struct shape shape = {(uint32_t)n / 2, 2, 0};
        assert_form(trees[i], REDUCE, &shape, n, n - 1 + 1, log2_of(n) + 1);
    }
}

/* The same down to a subgroup, all of whose lanes combine in each of the steps that are left. */
static void unrolled_ends_with_a_subgroup(void **state)
{
    (void)state;
    FOR_EACH_TILE(n)
    {
        const struct shape shape = {(uint32_t)n / 2, 2, 0};
        const uint64_t lanes = n / 2 < LANES ? n / 2 : LANES;
        assert_form(VKSCAN_ALGORITHM_UNROLLED, REDUCE, &shape, n,
                    (n - lanes) + lanes * log2_of(lanes) + 1, log2_of(n) + 1);
    }
}

/* Segments of m elements, n / m of them: in order, then their totals, then all but the first. */
static void coarse_does_little_more_than_2_n(void **state)
{
    const uint64_t m = 8;

    (void)state;
    for (uint64_t n = 32; n <= 2048; n *= 2) {
        const uint64_t t = n / m;
        const struct shape shape = {(uint32_t)t, m, 0};
        const uint64_t work = (n - t) + (t * log2_of(t) - (t - 1)) + (n - m);
        const uint64_t steps = (m - 1) + log2_of(t) + 1;
        assert_form(VKSCAN_ALGORITHM_COARSE, EXCLUSIVE, &shape, n, work, steps);
        /* And the seed. */
        assert_form(VKSCAN_ALGORITHM_COARSE, INCLUSIVE, &shape, n, work + 1, steps + 1);
    }
}

static const uint64_t counts[] = {3, 4, 5, 64, 100, 1000, 1024, 10007};

static uint64_t naive_work(uint64_t n)
{
    uint64_t work = 0;

    for (uint64_t stride = 1; stride < n; stride *= 2)
        work += n - stride;
    return work;
}

static void naive_adds_up_all_strides(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        const uint64_t n = counts[i];
        assert_form(VKSCAN_ALGORITHM_NAIVE, EXCLUSIVE, NULL, n, naive_work(n), log2_of(n));
        /* The seed is taken in by the first element, and by its neighbour's copy of it. */
        assert_form(VKSCAN_ALGORITHM_NAIVE, INCLUSIVE, NULL, n, naive_work(n) + 2, log2_of(n) + 1);
    }
}

static void reductions_in_device_memory_do_n_less_1(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        const uint64_t n = counts[i];
        /* And the seed, at the end. */
        assert_form(VKSCAN_ALGORITHM_INTERLEAVED, REDUCE, NULL, n, n - 1 + 1, log2_of(n) + 1);
        assert_form(VKSCAN_ALGORITHM_SEQUENTIAL, REDUCE, NULL, n, n - 1 + 1, log2_of(n) + 1);
    }
}

static void direct_does_half_of_n_squared(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        const uint64_t n = counts[i];
        assert_form(VKSCAN_ALGORITHM_DIRECT, EXCLUSIVE, NULL, n, n * (n - 1) / 2, n - 1);
        /* From the seed on: a combination more for each. */
        assert_form(VKSCAN_ALGORITHM_DIRECT, INCLUSIVE, NULL, n, n * (n - 1) / 2 + n, n);
    }
}

/* Lanes L by Kogge and Stone: L log L - (L - 1) in log L steps. */
static void subgroups_scan_by_kogge_and_stone(void **state)
{
    const uint64_t stripes = 4, size = 256, lanes = LANES, subgroups = size / lanes;
    const uint64_t scan = lanes * log2_of(lanes) - (lanes - 1), n = 4 * size * stripes;
    const struct shape shape = {size, stripes, 0};
    /* Vectors of 4, their subgroups, stripes in order; the subgroups' aggregates by the first of
     * them; the seed. */
    const uint64_t reduce = 3 * size * stripes + stripes * subgroups * scan + stripes * size;

    (void)state;
    assert_form(VKSCAN_ALGORITHM_SUBGROUP, REDUCE, &shape, n, reduce + scan + lanes + 1,
                3 + log2_of(lanes) + stripes + log2_of(lanes) + 1 + 1);
    /* Stripes twice: what comes before and what is handed on. And back to the elements. */
    assert_form(VKSCAN_ALGORITHM_SUBGROUP, INCLUSIVE, &shape, n,
                reduce + stripes * size + scan + subgroups + lanes + size + stripes * size + n,
                3 + log2_of(lanes) + stripes + log2_of(lanes) + 1 + 1 + 1 + 4);
}

/* Threads t with m vectors of 4 each. */
static void trees_of_vectors_add_little_to_the_elements(void **state)
{
    const uint64_t m = 8, t = 128, n = 4 * m * t;
    const struct shape shape = {t, m, 0};
    const uint64_t vectors = 3 * m * t, leaves = (m - 1) * t;

    (void)state;
    /* Each thread its vectors, the tree, the seed. */
    assert_form(VKSCAN_ALGORITHM_BLELLOCH, REDUCE, &shape, n, vectors + m * t + (t - 1) + 1,
                3 + m + log2_of(t) + 1);
    /* Leaves there and back, sweeps that have one step in common, and the elements. */
    assert_form(VKSCAN_ALGORITHM_BLELLOCH, INCLUSIVE, &shape, n,
                vectors + 2 * leaves + (2 * t - 3) + n, 3 + 2 * (m - 1) + (2 * log2_of(t) - 1) + 4);
}

/* Tiles by themselves, their aggregates as one tile, and the elements once more. */
static void further_levels_are_added(void **state)
{
    const uint64_t size = 64, tiles = 10, n = size * (tiles - 1) + 5;
    const struct shape shape = {(uint32_t)size / 2, 2, 0};
    const uint64_t tile_work = 2 * size - log2_of(size) - 2;
    const uint64_t tile_steps = 2 * log2_of(size) - 1;

    (void)state;
    /* Every tile but the only one of its level makes its aggregate, by a combination more. */
    assert_form(VKSCAN_ALGORITHM_BRENT_KUNG, EXCLUSIVE, &shape, n,
                tiles * (tile_work + 1) + tile_work + n, tile_steps + 1 + tile_steps + 1);
    /* The tiles take in the identity in place of a seed; their aggregates are scanned exclusively.
     */
    assert_form(VKSCAN_ALGORITHM_BRENT_KUNG, INCLUSIVE, &shape, n,
                tiles * (1 + tile_work) + tile_work + n, 1 + tile_steps + tile_steps + 1);
    /* Chained, one prefix after the other. */
    assert_form(VKSCAN_ALGORITHM_CHAINED, INCLUSIVE, &shape, n,
                tiles * (1 + tile_work) + (tiles - 1) + n, 1 + tile_steps + (tiles - 1) + 1);
}

/* ---- processors ---- */

/* Calls visit for every algorithm, primitive and some counts. */
static void for_each_case(void (*visit)(const struct plan *plan, uint64_t count))
{
    const struct algorithm *row;

    for (uint32_t i = 0; (row = vks_catalogue_entry(i)); i++)
        for (vkscan_primitive p = 0; p <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN; p++)
            for (size_t c = 0; c < COUNT_OF(counts) && row->primitives & 1u << p; c++) {
                const struct plan plan = resolve(row->id, p, counts[c], NULL);
                visit(&plan, counts[c]);
            }
}

static void assert_brent(const struct plan *plan, uint64_t count)
{
    uint64_t before = UINT64_MAX;

    for (uint64_t p = 1; p <= 1u << 16; p = 3 * p + 1) {
        const struct metrics m = compute(plan, count, p);
        assert_int_equal(m.cost, p * m.time);
        assert_true(m.cost >= m.work);
        /* Brent: no longer than an even distribution, and a turn left over in each step. */
        assert_true(m.time <= m.work / p + m.steps);
        assert_true(m.time >= m.steps);
        assert_true(m.time <= before);
        before = m.time;
        if (p == 1)
            assert_int_equal(m.time, m.work);
    }
    assert_int_equal(compute(plan, count, UINT32_MAX).time, compute(plan, count, 1).steps);
}

static void cost_is_at_least_work(void **state)
{
    (void)state;
    for_each_case(assert_brent);
}

static bool does_more_than_linear_work(vkscan_algorithm algorithm)
{
    return algorithm == VKSCAN_ALGORITHM_DIRECT || algorithm == VKSCAN_ALGORITHM_NAIVE ||
           algorithm == VKSCAN_ALGORITHM_KOGGE_STONE;
}

static void assert_optimality(const struct plan *plan, uint64_t count)
{
    const bool expected = !does_more_than_linear_work(plan->algorithm->id);

    assert_int_equal(compute(plan, count, 1).work_optimal, expected);
    /* Of one processor cost is work; of a million for these counts most is idling. */
    assert_int_equal(compute(plan, count, 1).cost_optimal, expected);
    assert_false(compute(plan, count, 1u << 20).cost_optimal);
}

static void all_but_three_are_work_optimal(void **state)
{
    (void)state;
    for_each_case(assert_optimality);
}

/* The shapes that a device leads to do not decide it. */
static void work_optimality_is_the_algorithms(void **state)
{
    static const struct shape shapes[] = {{64, 1, 0}, {128, 3, 0}, {256, 8, 0}, {1024, 4, 0}};
    const struct algorithm *row;

    (void)state;
    for (uint32_t i = 0; (row = vks_catalogue_entry(i)); i++)
        for (size_t s = 0; s < COUNT_OF(shapes) && reduces_or_scans(row); s++) {
            const vkscan_primitive p = row->primitives & 1u << REDUCE ? REDUCE : INCLUSIVE;
            struct plan plan = resolve(row->id, p, 1000, NULL);
            plan.shape.workgroup_size = shapes[s].workgroup_size;
            if (row->arrangement->least_items < row->arrangement->most_items)
                plan.shape.items = shapes[s].items;
            plan.tile_size = vks_shape_tile_size(&plan.shape, row->arrangement, sizeof(uint32_t));
            assert_int_equal(compute(&plan, 1000, 1).work_optimal,
                             !does_more_than_linear_work(row->id));
        }
}

/* ---- dispatches and memory ---- */

static void an_empty_scan_does_nothing(void **state)
{
    const struct plan plan = resolve(VKSCAN_ALGORITHM_BRENT_KUNG, INCLUSIVE, 100, NULL);
    const struct metrics m = compute(&plan, 0, 7);

    (void)state;
    assert_int_equal(m.dispatches, 0);
    assert_int_equal(m.pipeline_barriers, 0);
    assert_int_equal(m.cost + m.work + m.steps + m.barriers + m.bytes_read + m.bytes_written, 0);
}

/* Two tiles: each by itself, both aggregates, everything once more. */
static void memory_traffic_and_barriers_of_two_tiles(void **state)
{
    const struct shape shape = {32, 2, 0};
    const struct plan plan = resolve(VKSCAN_ALGORITHM_BLELLOCH_TILE, EXCLUSIVE, 128, &shape);
    const struct metrics m = compute(&plan, 128, 1);
    const uint64_t tile_barriers = 1 + (6 + 1) + (1 + 6 + 1);

    (void)state;
    assert_int_equal(m.dispatches, 3);
    assert_int_equal(m.pipeline_barriers, 2);
    assert_int_equal(m.bytes_read, 4 * (128 + 2 + 128 + 2 * 32));
    assert_int_equal(m.bytes_written, 4 * (128 + 2 + 2 + 128));
    assert_int_equal(m.path_barriers, 2 * tile_barriers);
    assert_int_equal(m.barriers, 3 * tile_barriers);
    assert_int_equal(m.shared_memory, 4 * (64 + 1));
}

/* ---- banks ---- */

#define MAX_STEPS 64

struct conflicts {
    uint32_t banks;
    uint32_t of[MAX_STEPS]; /* each step with strided accesses */
    uint32_t count;
};

static void add_conflict(void *user, const struct step *step)
{
    struct conflicts *conflicts = user;
    const uint32_t conflict = metrics_conflict(&step->strided, conflicts->banks);

    if (conflict > 0)
        conflicts->of[conflicts->count++] = conflict;
}

static struct conflicts find_conflicts(vkscan_algorithm algorithm, struct shape shape,
                                       uint32_t banks)
{
    struct conflicts conflicts = {.banks = banks};
    const uint64_t tile = (uint64_t)shape.workgroup_size * shape.items;
    const struct plan plan = resolve(algorithm, EXCLUSIVE, tile, &shape);

    metrics_steps(&plan, LANES, tile, add_conflict, &conflicts);
    return conflicts;
}

static void padded_trees_have_no_conflicts(void **state)
{
    (void)state;
    for (uint32_t n = 4; n <= 1024; n *= 2) {
        const struct conflicts conflicts = find_conflicts(VKSCAN_ALGORITHM_BLELLOCH_TILE,
                                                          (struct shape){n / 2, 2, 0}, SHAPE_BANKS);
        assert_int_equal(conflicts.count, 2 * log2_of(n));
        for (uint32_t k = 0; k < conflicts.count; k++)
            assert_int_equal(conflicts.of[k], 1);
    }
}

/* Leaves lie as far apart as a thread has vectors. */
static void padded_leaves_have_no_conflicts(void **state)
{
    (void)state;
    for (uint32_t m = 1; m <= 16; m *= 2)
        for (uint32_t t = 2; t * m <= 1024; t *= 2) {
            const struct conflicts conflicts =
                find_conflicts(VKSCAN_ALGORITHM_BLELLOCH, (struct shape){t, m, 0}, SHAPE_BANKS);
            assert_int_equal(conflicts.count, 2 * (m - 1) + 2 * log2_of(t) - 1);
            for (uint32_t k = 0; k < conflicts.count; k++)
                assert_int_equal(conflicts.of[k], 1);
        }
}

/*
 * Brent and Kung's way back begins a stride further on than the trees, so that the 32 elements that
 * a full group hands on to have one hole more between them: the last lane meets the first.
 */
static void padded_handing_on_meets_once(void **state)
{
    (void)state;
    for (uint32_t n = 4; n <= 1024; n *= 2) {
        const struct conflicts conflicts =
            find_conflicts(VKSCAN_ALGORITHM_BRENT_KUNG, (struct shape){n / 2, 2, 0}, SHAPE_BANKS);
        const uint64_t up = log2_of(n);
        assert_int_equal(conflicts.count, 2 * up - 1);
        for (uint64_t k = 0; k < conflicts.count; k++) {
            const uint64_t active = k < up ? 0 : (2ull << (k - up)) - 1;
            assert_int_equal(conflicts.of[k], active < METRICS_LANES ? 1 : 2);
        }
    }
}

/* 2 lanes meet, then 4, up to all that are left; on the way back the same, less one. */
static void unpadded_tiles_conflict_at_every_stride(void **state)
{
    static const uint32_t expected[] = {2, 4, 8, 16, 32, 16, 8, 4, 2, 1,
                                        1, 3, 7, 15, 31, 16, 8, 4, 2};
    const struct conflicts conflicts =
        find_conflicts(VKSCAN_ALGORITHM_BRENT_KUNG, (struct shape){512, 2, 0}, SHAPE_NO_PADDING);

    (void)state;
    assert_int_equal(conflicts.count, COUNT_OF(expected));
    for (uint32_t k = 0; k < conflicts.count; k++)
        assert_int_equal(conflicts.of[k], expected[k]);
}

/* Segments of 8 lie 8 banks apart, four lanes to a round; padding moves each round on by one. */
static void segments_conflict_without_padding(void **state)
{
    const struct shape shape = {256, 8, 0};
    const struct conflicts padded = find_conflicts(VKSCAN_ALGORITHM_COARSE, shape, SHAPE_BANKS);
    const struct conflicts unpadded =
        find_conflicts(VKSCAN_ALGORITHM_COARSE, shape, SHAPE_NO_PADDING);

    (void)state;
    assert_int_equal(padded.count, 8);
    assert_int_equal(unpadded.count, 8);
    for (uint32_t k = 0; k < 8; k++) {
        assert_int_equal(padded.of[k], 1);
        assert_int_equal(unpadded.of[k], 8);
    }
}

int main(void)
{
    const struct CMUnitTest metrics[] = {
        cmocka_unit_test(every_kernel_has_a_cost),
        cmocka_unit_test(kogge_stone_does_n_log_n),
        cmocka_unit_test(brent_kung_does_less_than_2_n),
        cmocka_unit_test(blelloch_tile_does_2_n_less_2),
        cmocka_unit_test(trees_do_n_less_1),
        cmocka_unit_test(unrolled_ends_with_a_subgroup),
        cmocka_unit_test(coarse_does_little_more_than_2_n),
        cmocka_unit_test(naive_adds_up_all_strides),
        cmocka_unit_test(reductions_in_device_memory_do_n_less_1),
        cmocka_unit_test(direct_does_half_of_n_squared),
        cmocka_unit_test(subgroups_scan_by_kogge_and_stone),
        cmocka_unit_test(trees_of_vectors_add_little_to_the_elements),
        cmocka_unit_test(further_levels_are_added),
        cmocka_unit_test(cost_is_at_least_work),
        cmocka_unit_test(all_but_three_are_work_optimal),
        cmocka_unit_test(work_optimality_is_the_algorithms),
        cmocka_unit_test(an_empty_scan_does_nothing),
        cmocka_unit_test(memory_traffic_and_barriers_of_two_tiles),
        cmocka_unit_test(padded_trees_have_no_conflicts),
        cmocka_unit_test(padded_leaves_have_no_conflicts),
        cmocka_unit_test(padded_handing_on_meets_once),
        cmocka_unit_test(unpadded_tiles_conflict_at_every_stride),
        cmocka_unit_test(segments_conflict_without_padding),
    };
    return cmocka_run_group_tests(metrics, NULL, NULL);
}
