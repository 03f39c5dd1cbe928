/* SPDX-License-Identifier: MIT */
/* Every primitive, algorithm, type and operator, at counts around every boundary. */
#include "harness.h"

/* Around the subgroup, the workgroup, the tile, two and three tiles; a prime; random. */
static size_t interesting_counts(const struct harness *h, const vkscan_plan_info *info,
                                 uint64_t counts[32])
{
    const uint64_t edges[] = {h->gpu.info.subgroup_size, info->workgroup_size, info->tile_size,
                              2 * (uint64_t)info->tile_size};
    const uint64_t others[] = {0, 2, 7919, 3 * (uint64_t)info->tile_size + 1237};
    size_t n = 0;

    for (size_t i = 0; i < COUNT_OF(edges); i++)
        for (int d = -1; d <= 1; d++)
            counts[n++] = edges[i] + (uint64_t)(int64_t)d;
    for (size_t i = 0; i < COUNT_OF(others); i++)
        counts[n++] = others[i];
    return n;
}

/* What an algorithm of n^2 steps can do in a moment is less than what the others can. */
static uint64_t many(vkscan_algorithm algorithm, uint64_t count)
{
    return algorithm == VKSCAN_ALGORITHM_DIRECT ? count / 8 : count;
}

static void check_plan(struct harness *h, vkscan_plan_params params)
{
    uint64_t counts[32];
    vkscan_plan_info info;

    params.capacity = many(params.algorithm, 40000);
    struct bound *bound =
        harness_bind(h, harness_plan(h->context, params), (struct placement){.scratch_steps = 1});
    vkscan_plan_get_info(harness_bound_plan(bound), &info);
    const size_t n = interesting_counts(h, &info, counts);
    for (size_t i = 0; i < n; i++)
        if (counts[i] <= params.capacity)
            harness_check(h, bound, REFERENCE_RANDOM, counts[i], NULL);

    uint32_t seed;
    reference_fill(params.type, params.op, REFERENCE_RANDOM, 99, &seed, 1);
    harness_check(h, bound, REFERENCE_RANDOM, 0, &seed);
    harness_check(h, bound, REFERENCE_RANDOM, 1, &seed);
    harness_check(h, bound, REFERENCE_RANDOM, 2, &seed);
    harness_check(h, bound, REFERENCE_RANDOM, many(params.algorithm, 33333), &seed);
    harness_check(h, bound, REFERENCE_IDENTITY, many(params.algorithm, 20011), NULL);
    harness_check(h, bound, REFERENCE_ASCENDING, many(params.algorithm, 20011), NULL);
    harness_check(h, bound, REFERENCE_ALTERNATING, many(params.algorithm, 20011), NULL);
    harness_unbind(h, bound);
}

static void check_primitive(struct harness *h, vkscan_algorithm algorithm,
                            vkscan_primitive primitive)
{
    for (vkscan_type type = VKSCAN_TYPE_U32; vkscan_type_name(type); type++)
        for (vkscan_op op = 0; vkscan_op_name(op); op++)
            if (vks_element_has_op(vks_element_type(type), vks_element_op(op)))
                check_plan(
                    h, (vkscan_plan_params){
                           .primitive = primitive, .op = op, .type = type, .algorithm = algorithm});
}

/* Every primitive that the algorithm computes. */
static void check_algorithm(struct harness *h, vkscan_algorithm algorithm)
{
    unsigned computed = 0;

    for (vkscan_primitive primitive = 0; vkscan_primitive_name(primitive); primitive++)
        if (vkscan_algorithm_summary(algorithm, primitive)) {
            check_primitive(h, algorithm, primitive);
            computed++;
        }
    assert_true(computed > 0);
}

#define COMPUTE_TEST(name, algorithm)                                                              \
    static void name(void **state)                                                                 \
    {                                                                                              \
        check_algorithm(*state, VKSCAN_ALGORITHM_##algorithm);                                     \
    }

COMPUTE_TEST(blelloch, BLELLOCH)
COMPUTE_TEST(subgroup, SUBGROUP)
COMPUTE_TEST(interleaved, INTERLEAVED)
COMPUTE_TEST(sequential, SEQUENTIAL)
COMPUTE_TEST(tree, TREE)
COMPUTE_TEST(unrolled, UNROLLED)
COMPUTE_TEST(direct, DIRECT)
COMPUTE_TEST(naive, NAIVE)
COMPUTE_TEST(kogge_stone, KOGGE_STONE)
COMPUTE_TEST(brent_kung, BRENT_KUNG)
COMPUTE_TEST(brent_kung_unpadded, BRENT_KUNG_UNPADDED)
COMPUTE_TEST(brent_kung_coarse, BRENT_KUNG_COARSE)
COMPUTE_TEST(coarse, COARSE)
COMPUTE_TEST(blelloch_unpadded, BLELLOCH_UNPADDED)
COMPUTE_TEST(chained, CHAINED)
COMPUTE_TEST(lookback, LOOKBACK)
COMPUTE_TEST(lookahead, LOOKAHEAD)
COMPUTE_TEST(single, SINGLE)

static void check_large_counts(struct harness *h, vkscan_plan_params params, const uint64_t *counts,
                               size_t count)
{
    params.capacity = counts[count - 1];
    struct bound *bound = harness_bind(h, harness_plan(h->context, params), (struct placement){0});
    for (size_t i = 0; i < count; i++)
        harness_check(h, bound, REFERENCE_RANDOM, counts[i], NULL);
    harness_unbind(h, bound);
}

/* A million elements and more: what no tile of totals holds by itself. Of n^2 steps, so many that
 * a loop of 2^16 turns is not enough. */
static void large_counts(void **state)
{
    static const uint64_t counts[] = {1u << 20, 1299709, (1u << 22) + 17};
    static const uint64_t direct_counts[] = {70001};

    for (vkscan_algorithm algorithm = 1; vkscan_algorithm_name(algorithm); algorithm++)
        for (vkscan_primitive primitive = 0; vkscan_primitive_name(primitive); primitive++) {
            const vkscan_plan_params params = {
                .primitive = primitive, .algorithm = algorithm, .type = VKSCAN_TYPE_U32};
            if (!vkscan_algorithm_summary(algorithm, primitive))
                continue;
            if (algorithm == VKSCAN_ALGORITHM_DIRECT)
                check_large_counts(*state, params, direct_counts, COUNT_OF(direct_counts));
            else
                check_large_counts(*state, params, counts, COUNT_OF(counts));
        }
}

int main(void)
{
    const struct CMUnitTest compute[] = {
        HARNESS_TEST(blelloch),
        HARNESS_TEST(subgroup),
        HARNESS_TEST(interleaved),
        HARNESS_TEST(sequential),
        HARNESS_TEST(tree),
        HARNESS_TEST(unrolled),
        HARNESS_TEST(direct),
        HARNESS_TEST(naive),
        HARNESS_TEST(kogge_stone),
        HARNESS_TEST(brent_kung),
        HARNESS_TEST(brent_kung_unpadded),
        HARNESS_TEST(brent_kung_coarse),
        HARNESS_TEST(coarse),
        HARNESS_TEST(blelloch_unpadded),
        HARNESS_TEST(chained),
        HARNESS_TEST(lookback),
        HARNESS_TEST(lookahead),
        HARNESS_TEST(single),
        HARNESS_TEST(large_counts),
    };
    return HARNESS_MAIN(compute);
}
