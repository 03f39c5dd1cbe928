/* SPDX-License-Identifier: MIT */
/* Counts beyond those that tests/check draws on software drivers. */
#include "variants.h"

static void check_large_count(struct harness *h, const struct variant *variant,
                              vkscan_primitive primitive, uint64_t count)
{
    const vkscan_plan_params params = {
        .primitive = primitive, .type = VKSCAN_TYPE_U32, .capacity = count};
    const struct shape small = variant_small_shape(variant);
    struct bound *bound =
        harness_bind(h, variant_plan(h, variant, params, NULL, &small), (struct placement){0});

    harness_check(h, bound, REFERENCE_RANDOM, count, NULL);
    harness_unbind(h, bound);
}

/* A million elements and more. Of n^2 steps, so many that a loop of 2^16 turns is not enough, which
 * lavapipe knows alone and which takes it 20 seconds: in the large size with subgroups of 8. One
 * primitive of each algorithm, of which half have their turn, in the small size a quarter. */
TEST(large_counts)
{
    struct variant variants[VARIANTS_MAX];
    const size_t count = variant_list(h, variants);

    for (size_t i = 0; i < count; i++) {
        const bool quadratic = variants[i].algorithm->largest;
        if (quadratic ? h->size == SIZE_EXHAUSTIVE ||
                            (h->size == SIZE_LARGE && h->gpu.info.subgroup_size == 8)
                      : (i + h->turn) % harness_turns(h, 4, 2) == 0)
            check_large_count(h, &variants[i], variant_primitive(&variants[i], i),
                              quadratic ? 66001 : (1u << 20) + 17);
    }
}

/* Of a tree's groups, each of several tiles, some have one more than others. */
TEST(more_tiles_than_groups)
{
    const struct shape shape = {64, 1, 0};
    const uint64_t groups = 2048, tile = 64 * 4;
    const uint64_t counts[] = {groups * tile, groups * tile + 1, (2 * groups + 919) * tile - 3};
    const vkscan_plan_params params = {.algorithm = VKSCAN_ALGORITHM_BLELLOCH,
                                       .capacity = counts[COUNT_OF(counts) - 1]};
    struct bound *bound = harness_bind(
        h, harness_plan_with(h->context, params, &harness_dihedral, &shape), (struct placement){0});

    for (size_t i = 0; i < COUNT_OF(counts); i++)
        harness_check_order(h, bound, harness_compose_dihedral, counts[i], 0);
    harness_unbind(h, bound);
}

HARNESS_MAIN_WITHOUT_VALIDATION(large)
