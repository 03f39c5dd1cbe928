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

static void check_plan(struct harness *h, vkscan_plan_params params)
{
    uint64_t counts[32];
    vkscan_plan_info info;

    params.capacity = 40000;
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
    harness_check(h, bound, REFERENCE_RANDOM, 33333, &seed);
    harness_check(h, bound, REFERENCE_IDENTITY, 20011, NULL);
    harness_check(h, bound, REFERENCE_ASCENDING, 20011, NULL);
    harness_check(h, bound, REFERENCE_ALTERNATING, 20011, NULL);
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

#define COMPUTE_TEST(name, algorithm, primitive)                                                   \
    static void name(void **state)                                                                 \
    {                                                                                              \
        check_primitive(*state, VKSCAN_ALGORITHM_##algorithm, VKSCAN_PRIMITIVE_##primitive);       \
    }

COMPUTE_TEST(blelloch_reduce, BLELLOCH, REDUCE)
COMPUTE_TEST(blelloch_inclusive_scan, BLELLOCH, INCLUSIVE_SCAN)
COMPUTE_TEST(blelloch_exclusive_scan, BLELLOCH, EXCLUSIVE_SCAN)
COMPUTE_TEST(subgroup_reduce, SUBGROUP, REDUCE)
COMPUTE_TEST(subgroup_inclusive_scan, SUBGROUP, INCLUSIVE_SCAN)
COMPUTE_TEST(subgroup_exclusive_scan, SUBGROUP, EXCLUSIVE_SCAN)

/* A million elements and more: what no tile of totals holds by itself. */
static void large_counts(void **state)
{
    static const uint64_t counts[] = {1u << 20, 1299709, (1u << 22) + 17};

    for (vkscan_algorithm algorithm = 1; vkscan_algorithm_name(algorithm); algorithm++)
        for (vkscan_primitive primitive = 0; vkscan_primitive_name(primitive); primitive++) {
            struct harness *h = *state;
            const vkscan_plan_params params = {.primitive = primitive,
                                               .algorithm = algorithm,
                                               .type = VKSCAN_TYPE_U32,
                                               .capacity = counts[COUNT_OF(counts) - 1]};
            struct bound *bound =
                harness_bind(h, harness_plan(h->context, params), (struct placement){0});
            for (size_t i = 0; i < COUNT_OF(counts); i++)
                harness_check(h, bound, REFERENCE_RANDOM, counts[i], NULL);
            harness_unbind(h, bound);
        }
}

int main(void)
{
    const struct CMUnitTest compute[] = {
        HARNESS_TEST(blelloch_reduce),
        HARNESS_TEST(blelloch_inclusive_scan),
        HARNESS_TEST(blelloch_exclusive_scan),
        HARNESS_TEST(subgroup_reduce),
        HARNESS_TEST(subgroup_inclusive_scan),
        HARNESS_TEST(subgroup_exclusive_scan),
        HARNESS_TEST(large_counts),
    };
    return HARNESS_MAIN(compute);
}
