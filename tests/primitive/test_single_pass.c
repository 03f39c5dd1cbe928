/* SPDX-License-Identifier: MIT */
/*
 * What can go wrong only in a single pass: tiles that come late or never, the words that are kept
 * from run to run, and results that depend on who came first. Those that look back with status
 * words of 64 bits and of 32, where the device has both.
 */
#include <vkscan/textbook.h>

#include "harness.h"

#include <stdlib.h>
#include <string.h>

#include "interface.h"
#include "stalled.h"

#define CAPACITY 100003
#define WORKGROUPS 7 /* at most, so that each takes many tiles */
#define TILE 512     /* elements */
/*
 * Where tiles stall, which they do for four times as many looks: one workgroup may take
 * WORKGROUP_TILES_MAX of them, and have to end within the 65,535 turns of loops that it has on
 * lavapipe.
 */
#define STALLED_LOOKS 16

#define INT64_ATOMICS VKSCAN_CAPABILITY_INT64_ATOMICS_BIT

static uint32_t data[CAPACITY]; /* a source */
static uint64_t wide_data[CAPACITY / 2];

struct variant {
    vkscan_algorithm algorithm;
    vkscan_primitive primitive;
    uint32_t ignored_capabilities;
    bool by_index; /* there is a workgroup for each tile */
};

/* One that needs what the device lacks is the same as the one beside it. */
static const struct variant variants[] = {
    {VKSCAN_ALGORITHM_LOOKBACK, VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, 0, false},
    {VKSCAN_ALGORITHM_LOOKBACK, VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN, INT64_ATOMICS, false},
    {VKSCAN_ALGORITHM_LOOKAHEAD, VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN, 0, false},
    {VKSCAN_ALGORITHM_LOOKBACK, VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, 0, true},
    {VKSCAN_ALGORITHM_LOOKBACK, VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN, INT64_ATOMICS, true},
    {VKSCAN_ALGORITHM_CHAINED, VKSCAN_PRIMITIVE_INCLUSIVE_SCAN, 0, false},
    {VKSCAN_ALGORITHM_CHAINED, VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN, 0, false},
    {VKSCAN_ALGORITHM_SINGLE, VKSCAN_PRIMITIVE_REDUCE, 0, false},
};
#define BY_TICKETS 3   /* the first ones, which look back */
#define LOOKING_BACK 5 /* with those by index, which are the first ones otherwise */
#define SCANS (COUNT_OF(variants) - 1)

static const struct {
    const char *name;
    uint32_t stall;
} stalls[] = {
    {"no tile", STALL_NONE},
    {"every tile", STALL_EVERY},
    {"every third tile", STALL_THIRD},
    {"the first tile", STALL_FIRST},
    {"random tiles", STALL_RANDOM},
    {"every tile, late", STALL_EVERY | STALL_LATE},
    {"every third tile, late", STALL_THIRD | STALL_LATE},
    {"the first tile, late", STALL_FIRST | STALL_LATE},
    {"random tiles, late", STALL_RANDOM | STALL_LATE},
};

/* What is tried: tiles that come late, how often others look for them (0: as tuned), where the
 * source begins, and how kernels get at the buffers. */
struct trial {
    uint32_t stall, looks, source_offset;
    vkscan_access access;
};

/* Without 64-bit atomics there is no lookahead. */
static vkscan_algorithm algorithm_of(const struct harness *h, const struct variant *variant)
{
    return variant->algorithm == VKSCAN_ALGORITHM_LOOKAHEAD &&
                   !(h->context->caps.capabilities & INT64_ATOMICS)
               ? VKSCAN_ALGORITHM_LOOKBACK
               : variant->algorithm;
}

/* Scans in place, where a tile that is read for another may be overwritten meanwhile. */
static struct bound *bind_capacity(struct harness *h, const struct variant *variant,
                                   uint64_t capacity, vkscan_type type, const struct op *op,
                                   struct trial trial)
{
    const struct shape shape = {64, 2, 0}; /* TILE: small tiles, so that there are many */
    const vkscan_plan_params params = {.primitive = variant->primitive,
                                       .type = type,
                                       .algorithm = algorithm_of(h, variant),
                                       .access = trial.access,
                                       .capacity = capacity};
    struct caps caps = h->context->caps;
    struct plan plan;

    caps.capabilities &= ~variant->ignored_capabilities;
    if (!variant->by_index)
        caps.max_workgroup_count = WORKGROUPS;
    harness_resolve(h->context, &caps, &params, op, &shape, &plan);
    uint32_t *by_index = harness_constant(&plan, SPEC_BY_INDEX);
    assert_int_equal(by_index ? *by_index : 0, variant->by_index);
    if (trial.looks || trial.stall)
        stalled_use(&plan, trial.stall, trial.looks ? trial.looks : STALLED_LOOKS);
    return harness_bind(
        h, harness_plan_resolved(h->context, &plan),
        (struct placement){.source_offset = trial.source_offset,
                           .scratch_steps = 1,
                           .in_place = variant->primitive != VKSCAN_PRIMITIVE_REDUCE});
}

/* By index go no more tiles than a few looks reach over. */
static uint32_t capacity_of(const struct harness *h, const struct variant *variant)
{
    const uint32_t by_index = INDEX_WINDOWS * h->context->caps.subgroup_size * TILE - 500;

    return variant->by_index && by_index < CAPACITY ? by_index : CAPACITY;
}

static struct bound *bind_with(struct harness *h, const struct variant *variant, vkscan_type type,
                               const struct op *op, struct trial trial)
{
    return bind_capacity(h, variant, capacity_of(h, variant), type, op, trial);
}

static struct bound *bind(struct harness *h, const struct variant *variant)
{
    return bind_with(h, variant, VKSCAN_TYPE_U32, vks_element_op(VKSCAN_OP_ADD), (struct trial){0});
}

/* Counts that go up and down, so that words of all ages lie about. */
static void check_runs(struct harness *h, struct bound *bound, uint32_t runs)
{
    const uint64_t most = harness_bound_plan(bound)->plan.capacity;
    const uint64_t counts[] = {most, 1, 513, most, 5000, 0, most};

    for (uint32_t i = 0; i < runs; i++)
        harness_check(h, bound, REFERENCE_RANDOM, counts[i % COUNT_OF(counts)], NULL);
}

/* By addresses, in the small size every other, which textbook algorithms do not take: a store
 * behind the scratch is not dropped. */
TEST(nothing_is_cleared_between_runs)
{
    for (size_t i = 0; i < COUNT_OF(variants); i++) {
        const struct trial trial = {.access = variants[i].algorithm == VKSCAN_ALGORITHM_CHAINED ||
                                                      (i + 1) % harness_turns(h, 2, 1)
                                                  ? 0
                                                  : harness_addresses(h)};
        struct bound *bound =
            bind_with(h, &variants[i], VKSCAN_TYPE_U32, vks_element_op(VKSCAN_OP_ADD), trial);
        check_runs(h, bound, 15);
        harness_unbind(h, bound);
    }
}

/*
 * A workgroup takes so many tiles at most; then there are more workgroups than were wished for.
 * Chained blocks are handed on one by one: that many of these take too long.
 */
TEST(more_tiles_than_few_workgroups_may_take)
{
    enum { MOST = TILE * WORKGROUP_TILES_MAX * WORKGROUPS };
    static const uint64_t counts[] = {1000003, MOST, MOST + 1, TILE * WORKGROUPS};

    for (size_t i = 0; i < COUNT_OF(variants); i++) {
        if (variants[i].algorithm == VKSCAN_ALGORITHM_CHAINED || variants[i].by_index)
            continue;
        struct bound *bound = bind_capacity(h, &variants[i], counts[0], VKSCAN_TYPE_U32,
                                            vks_element_op(VKSCAN_OP_ADD), (struct trial){0});
        for (size_t c = 0; c < COUNT_OF(counts); c++)
            harness_check(h, bound, REFERENCE_RANDOM, counts[c], NULL);
        harness_unbind(h, bound);
    }
}

/* After which the numbers begin anew. */
static uint32_t last_run(const struct harness *h, const struct variant *variant)
{
    const uint32_t has = h->context->caps.capabilities & ~variant->ignored_capabilities;

    if (variant->algorithm == VKSCAN_ALGORITHM_CHAINED)
        return 0xffffffff;
    return has & INT64_ATOMICS ? 0x3fffffff : 0xffff;
}

/* The numbers of the runs begin anew, and words of runs long gone are not taken for new ones. */
TEST(runs_can_be_counted_to_the_end_and_on)
{
    for (size_t i = 0; i < SCANS; i++) {
        struct bound *bound = bind(h, &variants[i]);
        const uint32_t last = last_run(h, &variants[i]), most = capacity_of(h, &variants[i]);

        /* Run 1 writes all words, the two last ones only a few; the next is run 1 again. */
        harness_check(h, bound, REFERENCE_RANDOM, most, NULL);
        assert_int_equal(harness_get_scratch(h, bound, STATE_EPOCH), 1);
        harness_set_scratch(h, bound, STATE_EPOCH, last - 2);
        harness_check(h, bound, REFERENCE_RANDOM, 513, NULL);
        assert_int_equal(harness_get_scratch(h, bound, STATE_EPOCH), last - 1);
        harness_check(h, bound, REFERENCE_RANDOM, 513, NULL);
        assert_int_equal(harness_get_scratch(h, bound, STATE_EPOCH), 0);
        harness_check(h, bound, REFERENCE_ASCENDING, most, NULL);
        check_runs(h, bound, 7);
        harness_unbind(h, bound);
    }
}

/* What a run that did not end leaves behind does no harm once it is zeroed. */
TEST(zeros_mend_a_run_that_was_cut_off)
{
    for (size_t i = 0; i < COUNT_OF(variants); i++) {
        struct bound *bound = bind(h, &variants[i]);
        check_runs(h, bound, 2);
        harness_set_scratch(h, bound, STATE_TICKET, 17);
        harness_set_scratch(h, bound, STATE_FINISHED, 3);
        for (uint32_t word = 0; i < LOOKING_BACK && word < 4; word++) /* as of the run to come */
            harness_set_scratch(h, bound, TILE_STATE(10, 1) + word, 3u << 16 | 3u << 2 | 1);
        if (variants[i].algorithm == VKSCAN_ALGORITHM_CHAINED)
            harness_set_scratch(h, bound, CHAIN_FLAG(10, 1), 3);
        harness_zero_scratch(h, bound);
        check_runs(h, bound, 7);
        harness_unbind(h, bound);
    }
}

/*
 * Tile 0 never comes, as if the workgroup that took its ticket had been stopped for ever: someone
 * makes up for it, and the others' results are right.
 */
static void check_a_tile_that_never_comes(struct harness *h, uint32_t looks, size_t step)
{
    for (size_t i = 0; i < SCANS; i += step) {
        if (variants[i].by_index)
            continue; /* has no tickets */
        struct bound *bound = bind_with(h, &variants[i], VKSCAN_TYPE_U32, &harness_dihedral,
                                        (struct trial){.looks = looks});
        const uint32_t tile = harness_bound_plan(bound)->plan.tile_size;

        harness_set_scratch(h, bound, STATE_TICKET, 1);
        harness_check_order(h, bound, harness_compose_dihedral, 50 * (uint64_t)tile + 5, tile);
        if (i < LOOKING_BACK)
            assert_int_not_equal(harness_get_scratch(h, bound, STATE_FALLBACKS), 0);
        harness_unbind(h, bound);
    }
}

TEST(a_tile_that_never_comes_is_made_up_for)
{
    check_a_tile_that_never_comes(h, 0, 1);
}

/* So many looks are more turns than a loop has on lavapipe; kernels take SPIN_LIMIT_MAX. */
TEST(patience_has_an_end)
{
    check_a_tile_that_never_comes(h, 100000, h->size == SIZE_EXHAUSTIVE ? 1 : 3);
}

/*
 * Many tiles never come: what makes up for them are aggregates alone, so there are more blocks
 * without a prefix than a subgroup of up to 8 lanes keeps, and of floats some are looked at again.
 * Their sums are exact however they are grouped.
 */
TEST(many_tiles_without_a_prefix_are_looked_through)
{
    for (uint32_t i = 0; i < CAPACITY; i++)
        data[i] = reference_bits((float)(i % 3));
    for (size_t i = 0; i < BY_TICKETS; i++) {
        struct bound *bound = bind_with(h, &variants[i], VKSCAN_TYPE_F32,
                                        vks_element_op(VKSCAN_OP_ADD), (struct trial){0});
        const uint32_t tile = harness_bound_plan(bound)->plan.tile_size;
        const uint32_t count = 95 * tile + 5, first = 90 * tile;
        const bool exclusive = variants[i].primitive == VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN;

        harness_set_scratch(h, bound, STATE_TICKET, 90);
        const uint32_t *results = harness_run(h, bound, data, count, NULL);
        float sum = 0;
        for (uint32_t k = 0; k < count; k++) {
            const float before = sum;
            sum += (float)(k % 3);
            if (k >= first)
                assert_int_equal(results[k], reference_bits(exclusive ? before : sum));
        }
        harness_unbind(h, bound);
    }
}

/* Of the stalls each kernel has a few in each of two tests, other ones than the next kernel: all in
 * the exhaustive size. */
static bool is_tried(const struct harness *h, size_t variant, size_t stall, size_t test)
{
    const size_t turns = harness_turns(h, 36, 12);

    return (variant + stall + h->turn) % turns == test % turns;
}

/* Whoever comes late, results are right and the run ends. How many tiles are made up for is up to
 * the moment, and is told. */
TEST(tiles_may_come_late)
{
    for (size_t i = 0; i < LOOKING_BACK; i++)
        for (size_t s = 0; s < COUNT_OF(stalls); s++) {
            if (!is_tried(h, i, s, 0))
                continue;
            struct bound *bound = bind_with(h, &variants[i], VKSCAN_TYPE_U32, &harness_dihedral,
                                            (struct trial){.stall = stalls[s].stall});
            const uint32_t most = capacity_of(h, &variants[i]);
            for (uint32_t run = 0; run < 3; run++)
                harness_check_order(h, bound, harness_compose_dihedral, most - 1000 * run, 0);
            print_message("# %s%s%s, waiting for %s: of %u tiles, %u were made up for\n",
                          vkscan_algorithm_name(variants[i].algorithm),
                          variants[i].by_index ? " by index" : "",
                          variants[i].ignored_capabilities ? " without 64-bit atomics" : "",
                          stalls[s].name, 3 * (most / TILE),
                          harness_get_scratch(h, bound, STATE_FALLBACKS));
            harness_unbind(h, bound);
        }
}

/* The first tile is not whole then, and is made up for like all others. */
TEST(tiles_of_a_source_amid_a_vector_may_come_late)
{
    for (uint32_t i = 0; i < LOOKING_BACK; i++) {
        const uint32_t most = capacity_of(h, &variants[i]);
        if ((i + h->turn) % harness_turns(h, 5, 2))
            continue;
        struct bound *bound =
            bind_with(h, &variants[i], VKSCAN_TYPE_U32, &harness_dihedral,
                      (struct trial){.stall = STALL_EVERY, .source_offset = 1 + i % 3});
        harness_check_order(h, bound, harness_compose_dihedral, most, 0);
        harness_check_order(h, bound, harness_compose_dihedral, most - most % TILE, 0);
        harness_check_order(h, bound, harness_compose_dihedral, 2, 0);
        harness_unbind(h, bound);
    }
}

/* Of several words, a prefix replaces an aggregate word by word: tiles whose states are of both for
 * long, or for ever, and whose elements are overwritten by then. */
TEST(prefixes_may_come_word_by_word)
{
    for (uint32_t i = 0; i < LOOKING_BACK; i += (uint32_t)harness_turns(h, 2, 1)) {
        /* Twice the tiles, and fallbacks, take 65,535 iterations of a subgroup of 2. */
        const uint32_t most = capacity_of(h, &variants[i]) / 4;
        struct bound *bound =
            bind_capacity(h, &variants[i], most, VKSCAN_TYPE_U64, vks_element_op(VKSCAN_OP_ADD),
                          (struct trial){.stall = STALL_EVERY, .looks = 1});
        for (uint32_t run = 0; run < 3; run++)
            harness_check(h, bound, REFERENCE_RANDOM, most - 1000 * run, NULL);
        harness_unbind(h, bound);
    }
}

/* Tiles that are made up for have aggregates alone, so windows are polled again for whose totals a
 * subgroup of up to 8 lanes has none; by then some have a prefix on its way. Twice the tiles are
 * too many for lavapipe with subgroups of 2, whose loops end after 65,535 iterations. */
TEST(windows_are_polled_again_amid_a_prefix)
{
    for (uint32_t i = 0; i < CAPACITY / 2; i++)
        wide_data[i] = i * UINT64_C(0x123456789);
    for (size_t i = 0; i < BY_TICKETS; i += harness_turns(h, 2, 1)) {
        struct bound *bound =
            bind_capacity(h, &variants[i], CAPACITY / 2, VKSCAN_TYPE_U64,
                          vks_element_op(VKSCAN_OP_ADD), (struct trial){.stall = STALL_EVERY});
        const uint32_t tile = harness_bound_plan(bound)->plan.tile_size;
        const uint32_t count = 45 * tile + 5, first = 40 * tile;
        const bool exclusive = variants[i].primitive == VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN;

        harness_set_scratch(h, bound, STATE_TICKET, 40);
        const uint64_t *results = harness_run(h, bound, wide_data, count, NULL);
        uint64_t sum = 0;
        for (uint32_t k = 0; k < count; k++) {
            const uint64_t before = sum;
            sum += wide_data[k];
            if (k >= first)
                assert_true(results[k] == (exclusive ? before : sum));
        }
        harness_unbind(h, bound);
    }
}

static uint32_t add(uint32_t left, uint32_t right)
{
    return left + right;
}

/* Kinds of tile states, as in shaders/pass/tile_state.glsl. */
#define AGGREGATE 1
#define PREFIX 2

static bool in_halves(const struct harness *h, const struct variant *variant)
{
    return !(h->context->caps.capabilities & ~variant->ignored_capabilities & INT64_ATOMICS);
}

/*
 * What is there when run 1 begins: aggregates of so many tiles, others than the input's, whose
 * tickets are taken, and a prefix up to the end of the first `known` of them, if any.
 */
struct given {
    uint32_t tiles, known, prefix;
};

static void set_status(uint32_t *words, bool halves, uint32_t tile, uint32_t kind, uint32_t value)
{
    const uint32_t run = 1;
    uint32_t *status = &words[TILE_STATE(tile, 1)];

    if (halves) {
        status += kind == PREFIX ? 2 : 0;
        status[0] = run << 16 | (value & 0xffff);
        status[1] = run << 16 | value >> 16;
    } else {
        status[0] = value;
        status[1] = run << 2 | kind;
    }
}

static void give(struct harness *h, struct bound *bound, const struct variant *variant,
                 struct given given, const uint32_t *aggregates)
{
    const bool halves = in_halves(h, variant);
    uint32_t *words = calloc(TILE_STATE_WORDS(given.tiles, 1), sizeof(*words));

    assert_non_null(words);
    words[STATE_TICKET] = given.tiles;
    for (uint32_t t = 0; t < given.tiles; t++)
        set_status(words, halves, t, AGGREGATE, aggregates[t]);
    if (given.known > 0)
        set_status(words, halves, given.known - 1, PREFIX, given.prefix);
    harness_zero_scratch(h, bound);
    harness_fill_scratch(h, bound, words, TILE_STATE_WORDS(given.tiles, 1));
    free(words);
}

/* As run 1 has left it. */
static uint32_t get_prefix(struct harness *h, struct bound *bound, const struct variant *variant,
                           uint32_t tile)
{
    const uint32_t run = 1, word = TILE_STATE(tile, 1) + (in_halves(h, variant) ? 2 : 0);
    const uint32_t low = harness_get_scratch(h, bound, word);
    const uint32_t high = harness_get_scratch(h, bound, word + 1);

    if (!in_halves(h, variant)) {
        assert_int_equal(high, run << 2 | PREFIX);
        return low;
    }
    assert_int_equal(low >> 16, run);
    assert_int_equal(high >> 16, run);
    return (low & 0xffff) | high << 16;
}

/*
 * The aggregates of many tiles are there, and no prefix: a look reaches over all of them, and over
 * more than are asked for at once where subgroups have up to 16 lanes. They are others than those
 * of the input, so whoever makes up for one of these tiles shows. With an operator that commutes,
 * and with one whose operands can be told from its result.
 */
static void check_a_long_look(struct harness *h, const struct variant *variant, const struct op *op,
                              uint32_t (*combine)(uint32_t left, uint32_t right))
{
    const bool exclusive = variant->primitive == VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN;
    struct bound *bound = bind_with(h, variant, VKSCAN_TYPE_U32, op, (struct trial){0});
    const uint32_t tile = harness_bound_plan(bound)->plan.tile_size;
    const uint32_t there = 190, count = 194 * tile + 5;

    assert_in_range(count, 1, CAPACITY);
    reference_fill(VKSCAN_TYPE_U32, VKSCAN_OP_ADD, REFERENCE_RANDOM, 9, data, count);
    for (uint32_t k = 0; k < count; k++)
        data[k] |= 1; /* an even factor would wipe out what precedes it */
    give(h, bound, variant, (struct given){.tiles = there}, data);
    const uint32_t *results = harness_run(h, bound, data, count, NULL);
    uint32_t total = data[0];
    for (uint32_t t = 1; t < there; t++)
        total = combine(total, data[t]);
    for (uint32_t k = there * tile; k < count; k++) {
        const uint32_t before = total;
        total = combine(total, data[k]);
        assert_int_equal(results[k], exclusive ? before : total);
    }
    harness_unbind(h, bound);
}

TEST(many_aggregates_are_looked_through)
{
    for (size_t i = 0; i < BY_TICKETS; i++) {
        check_a_long_look(h, &variants[i], vks_element_op(VKSCAN_OP_ADD), add);
        check_a_long_look(h, &variants[i], &harness_dihedral, harness_compose_dihedral);
    }
}

/* Sums of floats depend on their grouping, and so would show who found what, and who took what. */
TEST(floats_have_the_same_bits_in_every_run)
{
    static uint32_t by_tickets[BY_TICKETS + 1][CAPACITY]; /* and of the others the last one's */

    reference_fill(VKSCAN_TYPE_F32, VKSCAN_OP_ADD, REFERENCE_RANDOM, 5, data, CAPACITY);
    for (size_t i = 0; i < COUNT_OF(variants); i++) {
        const struct op *add = vks_element_op(VKSCAN_OP_ADD);
        const uint32_t most = capacity_of(h, &variants[i]);
        const uint64_t size =
            (variants[i].primitive == VKSCAN_PRIMITIVE_REDUCE ? 1 : most) * sizeof(float);
        uint32_t *first = by_tickets[i < BY_TICKETS ? i : BY_TICKETS];
        for (size_t s = 0; s < (i < LOOKING_BACK ? COUNT_OF(stalls) : 1); s++) {
            if (s > 0 && !is_tried(h, i, s, 1))
                continue;
            struct bound *bound = bind_with(h, &variants[i], VKSCAN_TYPE_F32, add,
                                            (struct trial){.stall = stalls[s].stall});
            for (uint32_t run = 0; run < 4; run++) {
                const uint32_t *result = harness_run(h, bound, data, most, NULL);
                if (s == 0 && run == 0)
                    memcpy(first, result, size);
                assert_memory_equal(result, first, size);
            }
            harness_unbind(h, bound);
        }
        if (variants[i].by_index)
            assert_memory_equal(first, by_tickets[i - BY_TICKETS], size);
    }
}

/* The results of the tile behind those that are given. */
static void scan_behind(struct harness *h, struct bound *bound, const struct variant *variant,
                        struct given given, const uint32_t *source, uint32_t *results)
{
    give(h, bound, variant, given, source);
    const uint32_t *all = harness_run(h, bound, source, (uint64_t)(given.tiles + 1) * TILE, NULL);
    memcpy(results, all + (size_t)given.tiles * TILE, TILE * sizeof(*results));
}

/*
 * Whether a look finds a prefix, near or far, or adds up all aggregates itself, with more blocks of
 * them than are asked for at once, or are kept by lanes: the same, behind so many tiles.
 */
static void check_float_bits(struct harness *h, struct bound *bound, const struct variant *variant,
                             uint32_t tiles, const uint32_t *source)
{
    const uint32_t lanes = h->context->caps.subgroup_size, blocks = tiles / lanes;
    const bool publishes = tiles % lanes == 0; /* the prefix of these, as a block's first tile */
    uint32_t expected[TILE], results[TILE];

    scan_behind(h, bound, variant, (struct given){.tiles = tiles}, source, expected);
    const uint32_t last = publishes ? get_prefix(h, bound, variant, tiles - 1) : 0;
    for (uint32_t block = 1; block <= blocks; block += block + 12 < blocks ? blocks / 4 : 1) {
        const struct given so_far = {.tiles = block * lanes};
        scan_behind(h, bound, variant, so_far, source, results);
        const uint32_t prefix = get_prefix(h, bound, variant, block * lanes - 1);
        const struct given some = {tiles, block * lanes, prefix};
        scan_behind(h, bound, variant, some, source, results);
        assert_memory_equal(results, expected, sizeof(expected));
        if (publishes)
            assert_int_equal(get_prefix(h, bound, variant, tiles - 1), last);
    }
}

/* Of the first tile of a block and of others. */
TEST(floats_have_the_same_bits_from_prefixes_and_aggregates)
{
    const uint32_t lanes = h->context->caps.subgroup_size;
    const uint32_t tiles = (lanes + 8) * lanes;

    for (size_t i = 0; i < BY_TICKETS; i++) {
        const uint64_t capacity = (uint64_t)(tiles + 1) * TILE;
        struct bound *bound = bind_capacity(h, &variants[i], capacity, VKSCAN_TYPE_F32,
                                            vks_element_op(VKSCAN_OP_ADD), (struct trial){0});
        uint32_t *source = malloc(capacity * sizeof(*source));

        assert_non_null(source);
        for (uint32_t k = 0; k < capacity; k++)
            source[k] = reference_bits((float)(int32_t)(k * 2654435761u) / 3); /* of both signs */
        check_float_bits(h, bound, &variants[i], tiles, source);
        check_float_bits(h, bound, &variants[i], tiles - 1, source);
        check_float_bits(h, bound, &variants[i], tiles - lanes / 2, source);
        free(source);
        harness_unbind(h, bound);
    }
}

HARNESS_MAIN(single_pass)
