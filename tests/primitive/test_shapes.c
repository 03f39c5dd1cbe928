/* SPDX-License-Identifier: MIT */
/*
 * Workgroups and tiles of every shape, so that every number of subgroups to a workgroup occurs: one
 * alone, exactly a subgroup of them, and more than one subgroup can take at once. With an operator
 * that does not commute, any two operands out of order show.
 *
 * Of algorithms, workgroups, items and primitives all pairs occur. Algorithms have half of the
 * workgroups, other ones on other devices, in the small size one; kernels of one algorithm that
 * differ by capability a quarter; and those of the textbook only small ones. The small size has a
 * third of items and primitives, for the textbook a half. In the exhaustive size all have all.
 */
#include "cover.h"
#include "variants.h"

static uint32_t add(uint32_t left, uint32_t right)
{
    return left + right;
}

static uint32_t least(uint32_t left, uint32_t right)
{
    return left < right ? left : right;
}

/* Operators that an algorithm is tried with: one that does not commute, wherever it may; else one
 * in which no operand is lost, and one whose identity is not 0. */
struct trial {
    const struct op *op;
    uint32_t (*combine)(uint32_t left, uint32_t right);
};

static struct trial choose_trial(const struct variant *variant, unsigned other)
{
    if (!variant->algorithm->commutative)
        return (struct trial){&harness_dihedral, harness_compose_dihedral};
    if (other % 2)
        return (struct trial){vks_element_op(VKSCAN_OP_MIN), least};
    return (struct trial){vks_element_op(VKSCAN_OP_ADD), add};
}

static void check_shape(struct harness *h, const struct variant *variant,
                        vkscan_primitive primitive, struct shape shape, struct trial trial)
{
    const uint64_t tile = variant_tile_size(variant, shape);
    /* Past the second level where that is not too many. */
    const uint64_t most = variant->algorithm->largest ? 5000 : 70000;
    const uint64_t square = tile * tile < most ? tile * tile : 5 * tile;
    const uint64_t counts[] = {1,          shape.workgroup_size + 1,
                               tile - 1,   tile,
                               tile + 1,   3 * tile + 7,
                               square - 1, square,
                               square + 1, square + 919};
    const vkscan_plan_params params = {
        .primitive = primitive, .type = VKSCAN_TYPE_U32, .capacity = square + 919};
    /* In place; or such that kernels of vectors shift what they store. */
    const struct placement where =
        primitive == VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN
            ? (struct placement){.in_place = true}
            : (struct placement){.source_offset = 3, .destination_offset = 1};
    struct bound *bound =
        harness_bind(h, variant_plan(h, variant, params, trial.op, &shape), where);

    for (size_t i = 0; i < COUNT_OF(counts); i++)
        harness_check_order(h, bound, trial.combine, counts[i], 0);
    harness_unbind(h, bound);
}

/* How many threads a workgroup has, and how many workgroups a dispatch at most. */
enum workgroup {
    ONE_SUBGROUP,
    SEVERAL_TILES, /* of 64, fewer workgroups than tiles, as past 65,535: each takes several */
    OF_64,         /* the pipelines of SEVERAL_TILES: in the exhaustive size alone */
    OF_256,
    OF_1024,
    /*
     * A subgroup size of s and more than s subgroups: the first subgroup cannot take all totals at
     * once. True of s = 2, 4, 8 and 16 with 1024 threads, of 32 it is as many as fit.
     */
    MORE_SUBGROUPS_THAN_LANES,
    WORKGROUP_COUNT,
};

/* A device that cannot take the workgroup takes its own largest instead. */
static uint32_t workgroup_size(const struct harness *h, enum workgroup workgroup)
{
    const uint32_t lanes = h->gpu.info.subgroup_size, largest = h->context->caps.max_workgroup_size;
    const uint32_t sizes[WORKGROUP_COUNT] = {
        [ONE_SUBGROUP] = lanes, [SEVERAL_TILES] = 64,
        [OF_64] = 64,           [OF_256] = 256,
        [OF_1024] = 1024,       [MORE_SUBGROUPS_THAN_LANES] = 2 * lanes * lanes,
    };

    return sizes[workgroup] < largest ? sizes[workgroup] : largest;
}

enum factor { VARIANT, PRIMITIVE, WORKGROUP, ITEMS, FACTOR_COUNT };

struct visit {
    struct harness *h;
    bool textbook; /* which algorithms */
    struct variant variants[VARIANTS_MAX];
};

/* Items that the variant does not have are none. */
static struct shape shape_of(const struct visit *visit, const unsigned *row)
{
    uint32_t items[VARIANT_ITEMS] = {0};

    variant_items(&visit->variants[row[VARIANT]], items);
    return (struct shape){workgroup_size(visit->h, row[WORKGROUP]), items[row[ITEMS]], 0};
}

static bool can_be(const unsigned *row, void *user)
{
    const struct visit *visit = user;
    const struct variant *variant = &visit->variants[row[VARIANT]];

    if (variant_is_textbook(variant) != visit->textbook ||
        !variant_computes(variant, row[PRIMITIVE]) || !shape_of(visit, row).items ||
        !variant_fits(visit->h, variant, shape_of(visit, row),
                      (struct conversion){VKSCAN_TYPE_U32, VKSCAN_TYPE_U32}))
        return false;
    if (visit->h->size == SIZE_EXHAUSTIVE)
        return true;
    if (row[WORKGROUP] == OF_64)
        return false;
    if (visit->textbook && row[WORKGROUP] > SEVERAL_TILES)
        return false;
    const unsigned workgroup = row[WORKGROUP] - (row[WORKGROUP] > OF_64);
    const size_t turns = visit->textbook     ? 1
                         : variant->has_twin ? harness_turns(visit->h, 5, 4)
                                             : harness_turns(visit->h, 5, 2);
    const size_t items = harness_turns(visit->h, visit->textbook ? 2 : 3, 1); /* and primitives */
    return (row[VARIANT] + workgroup + visit->h->turn) % turns == 0 &&
           (row[VARIANT] + row[PRIMITIVE] + row[ITEMS]) % items == 0;
}

static void check_row(const unsigned *row, void *user)
{
    const struct visit *visit = user;
    const struct variant *variant = &visit->variants[row[VARIANT]];
    struct caps *caps = &visit->h->context->caps;
    const uint32_t limit = caps->max_workgroup_count;

    if (row[WORKGROUP] == SEVERAL_TILES)
        caps->max_workgroup_count = 3;
    check_shape(visit->h, variant, row[PRIMITIVE], shape_of(visit, row),
                choose_trial(variant, row[WORKGROUP]));
    caps->max_workgroup_count = limit;
}

static void check_algorithms(struct harness *h, bool textbook)
{
    struct visit visit = {.h = h, .textbook = textbook};
    struct cover cover = {FACTOR_COUNT, {0, 0, WORKGROUP_COUNT, 3}, can_be, &visit};

    cover.levels[VARIANT] = (unsigned)variant_list(h, visit.variants);
    while (vkscan_primitive_name(cover.levels[PRIMITIVE]))
        cover.levels[PRIMITIVE]++;
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

/* ---- elements of other sizes ---- */

/* No more, as the last workgroup of a reduction combines the results of all in a loop, of which
 * lavapipe ends what takes 65,535 turns: with two threads and eight elements a tile at 70000. */
#define OTHER_CAPACITY 40000

/* Of each number of words, narrow ones, and those that are wider than their source. In the small
 * size algorithms take turns with them, and have two of the three workgroups. */
static const struct conversion others[] = {
    {VKSCAN_TYPE_U8, VKSCAN_TYPE_U8},       {VKSCAN_TYPE_F16, VKSCAN_TYPE_F16},
    {VKSCAN_TYPE_U64, VKSCAN_TYPE_U64},     {VKSCAN_TYPE_U32X3, VKSCAN_TYPE_U32X3},
    {VKSCAN_TYPE_I32X4, VKSCAN_TYPE_I32X4}, {VKSCAN_TYPE_F64, VKSCAN_TYPE_F64},
    {VKSCAN_TYPE_U8, VKSCAN_TYPE_U32},      {VKSCAN_TYPE_I16, VKSCAN_TYPE_I64},
};

static void check_other(struct harness *h, const struct variant *variant,
                        vkscan_primitive primitive, struct shape shape, struct conversion types)
{
    const vkscan_plan_params params = {.primitive = primitive,
                                       .type = types.from,
                                       .out_type = types.to,
                                       .capacity = OTHER_CAPACITY};
    const struct placement where =
        types.from == types.to && primitive == VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN
            ? (struct placement){.source_offset = 2, .in_place = true}
            : (struct placement){.source_offset = 3, .destination_offset = 1};
    struct bound *bound = harness_bind(h, variant_plan(h, variant, params, NULL, &shape), where);
    const uint64_t tile = harness_bound_plan(bound)->plan.tile_size;
    const uint64_t counts[] = {1,
                               shape.workgroup_size + 1,
                               tile - 1,
                               tile,
                               tile + 1,
                               3 * tile + 7,
                               9 * tile - 1,
                               OTHER_CAPACITY};

    for (size_t i = 0; i < COUNT_OF(counts); i++)
        if (counts[i] <= OTHER_CAPACITY)
            harness_check(h, bound, REFERENCE_RANDOM, counts[i], NULL);
    harness_unbind(h, bound);
}

enum { OTHER_VARIANT, OTHER_WORKGROUP, OTHER_TYPES, OTHER_FACTOR_COUNT };

static const enum workgroup other_workgroups[] = {ONE_SUBGROUP, OF_256, MORE_SUBGROUPS_THAN_LANES};

/* The number of items takes turns. */
static struct shape shape_of_other(const struct visit *visit, const unsigned *row)
{
    const struct variant *variant = &visit->variants[row[OTHER_VARIANT]];
    uint32_t items[VARIANT_ITEMS];
    const size_t count = variant_items(variant, items);

    return (struct shape){workgroup_size(visit->h, other_workgroups[row[OTHER_WORKGROUP]]),
                          items[(row[OTHER_WORKGROUP] + row[OTHER_TYPES]) % count], 0};
}

/* Mesa's lavapipe ends a thread's loops after 65,535 iterations: two threads do not get through the
 * results of 10,000 workgroups. */
static bool ends(const struct variant *variant, struct shape shape)
{
    return variant->algorithm->id != VKSCAN_ALGORITHM_SINGLE || shape.workgroup_size > 2;
}

static bool can_be_other(const unsigned *row, void *user)
{
    const struct visit *visit = user;
    const struct variant *variant = &visit->variants[row[OTHER_VARIANT]];
    const struct conversion types = others[row[OTHER_TYPES]];
    const size_t turns = variant_scans_in_one_pass(variant) ? 12 : 6;

    return !variant_is_textbook(variant) &&
           variant_has(visit->h, variant, types, vks_element_op(VKSCAN_OP_ADD)) &&
           variant_fits(visit->h, variant, shape_of_other(visit, row), types) &&
           ends(variant, shape_of_other(visit, row)) &&
           (visit->h->size == SIZE_EXHAUSTIVE ||
            ((row[OTHER_VARIANT] + row[OTHER_TYPES] + visit->h->turn) %
                     harness_turns(visit->h, 2 * turns, turns) ==
                 0 &&
             (row[OTHER_VARIANT] + row[OTHER_WORKGROUP] + visit->h->turn) % 3 > 0));
}

static void check_other_row(const unsigned *row, void *user)
{
    const struct visit *visit = user;
    const struct variant *variant = &visit->variants[row[OTHER_VARIANT]];

    check_other(visit->h, variant,
                variant_primitive(variant, row[OTHER_WORKGROUP] + row[OTHER_TYPES]),
                shape_of_other(visit, row), others[row[OTHER_TYPES]]);
}

TEST(elements_of_other_sizes)
{
    struct visit visit = {.h = h};
    struct cover cover = {OTHER_FACTOR_COUNT,
                          {0, COUNT_OF(other_workgroups), COUNT_OF(others)},
                          can_be_other,
                          &visit};

    cover.levels[OTHER_VARIANT] = (unsigned)variant_list(visit.h, visit.variants);
    print_message("# %zu plans\n",
                  cover_visit(&cover, visit.h->size == SIZE_EXHAUSTIVE, check_other_row));
}

/* Of a tree's groups, each of several tiles, some have one more than others. */
TEST(more_tiles_than_groups)
{
    const struct shape shape = {64, 1, 0};
    const uint64_t groups = 2048, tile = 64 * 4;
    const uint64_t counts[] = {groups * tile, groups * tile + 1, (2 * groups + 919) * tile - 3};
    const vkscan_plan_params params = {.type = VKSCAN_TYPE_U32,
                                       .algorithm = VKSCAN_ALGORITHM_BLELLOCH,
                                       .capacity = counts[COUNT_OF(counts) - 1]};
    struct bound *bound = harness_bind(
        h, harness_plan_with(h->context, params, &harness_dihedral, &shape), (struct placement){0});

    for (size_t i = 0; i < COUNT_OF(counts); i++)
        harness_check_order(h, bound, harness_compose_dihedral, counts[i], 0);
    harness_unbind(h, bound);
}

/* Where no subgroup size can be required, the kernels have to find it out. */
TEST(unknown_subgroup_size)
{
    vkscan_context *context = h->context;
    struct variant variants[VARIANTS_MAX];

    h->context = harness_context(h, VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL_BIT);
    const size_t count = variant_list(h, variants);
    for (size_t i = 0; i < count; i++) {
        uint32_t items[VARIANT_ITEMS];
        const size_t items_count = variant_items(&variants[i], items);
        if (variants[i].algorithm->needs & VKSCAN_CAPABILITY_SUBGROUPS_BIT &&
            (i + h->turn) % harness_turns(h, 8, 2) == 0)
            check_shape(h, &variants[i], variant_primitive(&variants[i], i),
                        (struct shape){128, items[i % items_count], 0},
                        choose_trial(&variants[i], 0));
    }
    harness_context_destroy(h->context);
    h->context = context;
}

HARNESS_MAIN_WITHOUT_VALIDATION(shapes)
