/* SPDX-License-Identifier: MIT */
/*
 * Theory against practice: what the kernels do on the device, counted, is what metrics.c says that
 * they do, to the last combination, barrier and byte.
 */
#include <vkscan/textbook.h>

#include "counted.h"

#include <stdlib.h>

#include "theory/metrics.h"
#include "variants.h"

#define CAPACITY 10007
#define DIRECT_CAPACITY 700 /* of what makes n^2 / 2 combinations */

static struct counter counter;

static void assert_count(const struct plan *plan, uint64_t count, const char *what,
                         uint32_t counted, uint64_t expected)
{
    if (counted != expected)
        fail_msg("%s %s of %llu in workgroups of %u x %u: %s are %u, not %llu",
                 plan->algorithm->name, vkscan_primitive_name(plan->primitive),
                 (unsigned long long)count, plan->shape.workgroup_size, plan->shape.items, what,
                 counted, (unsigned long long)expected);
}

/*
 * How often a workgroup that waits for others looks for what they publish, and whether it makes up
 * for them, is up to the moment; unless a single one takes all tiles.
 */
static bool depends_on_the_moment(const struct harness *h, const struct algorithm *row)
{
    return (row->id == VKSCAN_ALGORITHM_CHAINED || row->id == VKSCAN_ALGORITHM_LOOKBACK ||
            row->id == VKSCAN_ALGORITHM_LOOKAHEAD) &&
           h->context->caps.max_workgroup_count > 1;
}

static void assert_counts(const struct harness *h, const struct plan *plan, uint64_t count,
                          const uint32_t counts[COUNTS])
{
    struct metrics m;

    metrics_compute(plan, h->context->caps.subgroup_size, count, 1, &m);
    assert_count(plan, count, "combinations", counts[COUNT_COMBINATIONS], m.work);
    assert_count(plan, count, "barriers", counts[COUNT_BARRIERS], m.barriers);
    assert_count(plan, count, "bytes read", counts[COUNT_BYTES_READ], m.bytes_read);
    assert_count(plan, count, "bytes written", counts[COUNT_BYTES_WRITTEN], m.bytes_written);
}

/* Of identities alone everything is the seed. */
static void assert_result(const struct plan *plan, const uint32_t *result, uint64_t count,
                          uint32_t seed)
{
    const uint64_t results = plan->primitive == VKSCAN_PRIMITIVE_REDUCE ? 1 : count;

    for (uint64_t i = 0; i < results; i++)
        assert_int_equal(result[i], seed);
}

static void check_count(struct harness *h, struct bound *bound, uint64_t count)
{
    const struct plan *plan = &harness_bound_plan(bound)->plan;
    const uint32_t seed = 0x00050003;
    uint32_t counts[COUNTS];
    uint32_t *identities = calloc(count + 1, sizeof(*identities));

    assert_non_null(identities);
    for (uint64_t i = 0; i < count; i++)
        identities[i] = COUNTER_IDENTITY;
    const uint32_t *result = counter_run(h, &counter, bound, identities, count, &seed, counts);
    assert_result(plan, result, count, seed);
    assert_counts(h, plan, count, counts);
    free(identities);
}

static void check_shape(struct harness *h, const struct variant *variant,
                        vkscan_primitive primitive, const struct op *op, const struct shape *shape)
{
    const uint64_t tile = variant_tile_size(variant, *shape);
    const uint64_t counts[] = {
        0,        1,    2,        3,        DIRECT_CAPACITY, shape->workgroup_size + 1,
        tile - 1, tile, tile + 1, 2 * tile, 3 * tile + 7,    17 * tile,
        CAPACITY,
    };
    const vkscan_plan_params params = {.primitive = primitive,
                                       .type = VKSCAN_TYPE_U32,
                                       .algorithm = variant->algorithm->id,
                                       .capacity = variant->algorithm->largest ? DIRECT_CAPACITY
                                                                               : CAPACITY};
    struct bound *bound =
        harness_bind(h, harness_plan_with(h->context, params, op, shape), (struct placement){0});

    assert_ptr_equal(harness_bound_plan(bound)->plan.algorithm, variant->algorithm);
    for (size_t i = 0; i < COUNT_OF(counts); i++)
        if (counts[i] <= params.capacity)
            check_count(h, bound, counts[i]);
    harness_unbind(h, bound);
}

/* Whether some kernel does something else with an operator that does not commute. */
static bool has_an_order(const struct variant *variant)
{
    return variant_is_persistent(variant) || variant->algorithm->id == VKSCAN_ALGORITHM_BLELLOCH;
}

/*
 * Every number of items, of scans with one primitive, as `turn` has it; in the exhaustive size with
 * all. Where the order matters there is one operator for each number of items in the small size,
 * else both.
 */
static void check_variant(struct harness *h, const struct variant *variant, uint32_t workgroup_size,
                          size_t turn)
{
    uint32_t items[VARIANT_ITEMS];
    const size_t items_count = variant_items(variant, items);
    size_t trial = 0;

    for (size_t k = 0; k < items_count; k++)
        for (vkscan_primitive p = 0; p <= VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN; p++) {
            const struct shape shape = {workgroup_size, items[k], 0};
            if (!variant_computes(variant, p))
                continue;
            if (trial++ % 2 != turn % 2 && h->size != SIZE_EXHAUSTIVE &&
                variant_computes(variant, VKSCAN_PRIMITIVE_INCLUSIVE_SCAN))
                continue;
            if (h->size == SIZE_EXHAUSTIVE || !has_an_order(variant) || k % 2 == 0)
                check_shape(h, variant, p, &counter_op, &shape);
            if (has_an_order(variant) && (h->size == SIZE_EXHAUSTIVE || k % 2 == 1))
                check_shape(h, variant, p, &counter_op_in_order, &shape);
        }
}

/* Every algorithm in workgroups of one size, or the device's largest. */
static void check_workgroup(struct harness *h, uint32_t workgroup_size, size_t turn)
{
    struct caps *caps = &h->context->caps;
    const uint32_t largest = caps->max_workgroup_size, capabilities = caps->capabilities;
    struct variant variants[VARIANTS_MAX];
    const size_t count = variant_list(h, variants);

    counter_open(h, &counter);
    for (size_t i = 0; i < count; i++) {
        if (depends_on_the_moment(h, variants[i].algorithm) ||
            (h->size != SIZE_EXHAUSTIVE && !variant_has_turn(h, &variants[i], i, turn, 2)))
            continue;
        caps->capabilities &= ~variants[i].ignored_capabilities;
        check_variant(h, &variants[i], workgroup_size < largest ? workgroup_size : largest,
                      i + turn);
        caps->capabilities = capabilities;
    }
    counter_close(h, &counter);
}

TEST(workgroups_do_as_theory_says)
{
    check_workgroup(h, h->gpu.info.subgroup_size, 0);
    if (h->size == SIZE_EXHAUSTIVE) {
        check_workgroup(h, 64, 1);
        check_workgroup(h, 256, 0);
    }
}

static void check_limited(struct harness *h, uint32_t workgroups)
{
    const uint32_t limit = h->context->caps.max_workgroup_count;

    h->context->caps.max_workgroup_count = workgroups;
    check_workgroup(h, 64, 1);
    h->context->caps.max_workgroup_count = limit;
}

/* The same work by fewer workgroups, which take several tiles each, or by one: on some devices the
 * former, on others the latter, in the exhaustive size both. */
TEST(few_workgroups_do_as_theory_says)
{
    if (h->size == SIZE_EXHAUSTIVE || h->turn % 2 == 1)
        check_limited(h, 3);
    if (h->size == SIZE_EXHAUSTIVE || h->turn % 2 == 0)
        check_limited(h, 1);
}

HARNESS_MAIN_WITHOUT_VALIDATION(counts)
