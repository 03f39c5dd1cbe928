/* SPDX-License-Identifier: MIT */
/*
 * Every algorithm with every type and operator, at counts around every boundary. Of algorithms,
 * primitives, types (each in itself, and those that are computed in another), operators and
 * directions all pairs occur, but kernels of one algorithm that differ by capability take turns
 * with operators, all that look back do; each textbook algorithm has a third of
 * the operators; and each scalar of 32 bits half of the algorithms, other types a third of the
 * operators and a tenth of the algorithms, of those that look back, which take the longest to
 * compile, a quarter of these. In the exhaustive size all have all; in the small size types, and
 * operators of the textbook, have fewer algorithms. Tiles are small, as operators do not depend on
 * them and drivers compile small ones in a fraction of the time.
 */
#include "cover.h"
#include "variants.h"

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

static void check_plan(struct harness *h, const struct variant *variant, vkscan_plan_params params)
{
    const struct shape small = variant_small_shape(variant);
    uint64_t counts[32];

    params.capacity = variant_count(variant, 40000);
    struct bound *bound = harness_bind(h, variant_plan(h, variant, params, NULL, &small),
                                       (struct placement){.scratch_steps = 1});
    const vkscan_plan_info info = sized_plan_info(harness_bound_plan(bound));
    const size_t n = interesting_counts(h, &info, counts);
    for (size_t i = 0; i < n; i++)
        if (counts[i] <= params.capacity)
            harness_check(h, bound, REFERENCE_RANDOM, counts[i], NULL);

    uint32_t seed[VALUE_WORDS];
    reference_fill(params.out_type, params.op, REFERENCE_RANDOM, 99, seed, 1);
    harness_check(h, bound, REFERENCE_RANDOM, 0, seed);
    harness_check(h, bound, REFERENCE_RANDOM, 1, seed);
    harness_check(h, bound, REFERENCE_RANDOM, 2, seed);
    harness_check(h, bound, REFERENCE_RANDOM, variant_count(variant, 33333), seed);
    harness_check(h, bound, REFERENCE_IDENTITY, variant_count(variant, 20011), NULL);
    harness_check(h, bound, REFERENCE_ASCENDING, variant_count(variant, 20011), NULL);
    harness_check(h, bound, REFERENCE_ALTERNATING, variant_count(variant, 20011), NULL);
    harness_unbind(h, bound);
}

enum factor { VARIANT, PRIMITIVE, TYPES, OP, REVERSE, FACTOR_COUNT };

struct visit {
    struct harness *h;
    bool textbook; /* which algorithms */
    struct variant variants[VARIANTS_MAX];
    struct conversion conversions[CONVERSIONS_MAX];
};

/* Of the types in this turn: what looks back, which takes the longest to compile, has fewer. */
static bool type_has_turn(const struct visit *visit, const unsigned *row)
{
    const struct variant *variant = &visit->variants[row[VARIANT]];
    const struct conversion types = visit->conversions[row[TYPES]];
    const bool basic = types.from == types.to && types.from <= VKSCAN_TYPE_F32;
    const size_t more = (basic ? 1 : 10) * (variant_scans_in_one_pass(variant) ? 4 : 1);
    const size_t turns = harness_turns(visit->h, (basic ? 4 : 5) * more, (basic ? 2 : 1) * more);

    return (row[TYPES] + row[VARIANT] + visit->h->turn) % turns == 0 &&
           (basic || (row[TYPES] + row[OP] + visit->h->turn) % 3 == 0);
}

static bool has_turn(const struct visit *visit, const unsigned *row)
{
    if (visit->h->size == SIZE_EXHAUSTIVE)
        return true;
    if (visit->textbook)
        return (row[VARIANT] + row[OP] + visit->h->turn) % harness_turns(visit->h, 7, 3) == 0;
    return type_has_turn(visit, row) &&
           variant_has_turn(visit->h, &visit->variants[row[VARIANT]], row[VARIANT], row[OP], 4);
}

static bool can_be(const unsigned *row, void *user)
{
    const struct visit *visit = user;
    const struct variant *variant = &visit->variants[row[VARIANT]];

    return has_turn(visit, row) && variant_is_textbook(variant) == visit->textbook &&
           variant_computes(variant, row[PRIMITIVE]) &&
           (!row[REVERSE] || variant_reverses(variant, row[PRIMITIVE])) &&
           variant_has(visit->h, variant, visit->conversions[row[TYPES]], vks_element_op(row[OP]));
}

static void check_row(const unsigned *row, void *user)
{
    const struct visit *visit = user;

    check_plan(visit->h, &visit->variants[row[VARIANT]],
               (vkscan_plan_params){.primitive = row[PRIMITIVE],
                                    .op = row[OP],
                                    .flags = row[REVERSE] ? VKSCAN_PLAN_REVERSE_BIT : 0,
                                    .type = visit->conversions[row[TYPES]].from,
                                    .out_type = visit->conversions[row[TYPES]].to});
}

static void check_algorithms(struct harness *h, bool textbook)
{
    struct visit visit = {.h = h, .textbook = textbook};
    struct cover cover = {FACTOR_COUNT, {0}, can_be, &visit};

    cover.levels[VARIANT] = (unsigned)variant_list(h, visit.variants);
    while (vkscan_primitive_name(cover.levels[PRIMITIVE]))
        cover.levels[PRIMITIVE]++;
    cover.levels[REVERSE] = 2;
    cover.levels[TYPES] = (unsigned)variant_conversions(visit.conversions);
    while (vkscan_op_name(cover.levels[OP]))
        cover.levels[OP]++;
    print_message("# %zu plans\n", cover_visit(&cover, h->size == SIZE_EXHAUSTIVE, check_row));
}

TEST(production_algorithms)
{
    check_algorithms(h, false);
}

TEST(textbook_algorithms)
{
    check_algorithms(h, true);
}

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

HARNESS_MAIN(compute)
