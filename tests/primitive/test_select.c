/* SPDX-License-Identifier: MIT */
/* What is peculiar to select, partition and unique; tests/check draws criteria, types, outputs and
 * accesses. */
#include <string.h>

#include "predicates.h"
#include "refusals.h"
#include "selections.h"
#include "stalled.h"

/* ---- types ---- */

static bool orders(vkscan_type type)
{
    return vkscan_type_size(type) <= 8 && !strchr(vkscan_type_name(type), 'x');
}

/* NaNs of both signs, zeros of both signs, infinities and denormals, each with each; of vectors in
 * one component. */
static const uint16_t halves[] = {0x7e00, 0xfe01, 0x0000, 0x8000, 0x7c00, 0xfc00,
                                  0x0001, 0x8001, 0x3c00, 0xbc00, 0x7bff, 0xfbff};
static const uint32_t singles[] = {0x7fc00000, 0xff800001, 0x00000000, 0x80000000,
                                   0x7f800000, 0xff800000, 0x00000001, 0x80000001,
                                   0x3f800000, 0xbf800000, 0x7f7fffff, 0xff7fffff};
static const uint64_t doubles[] = {0x7ff8000000000000, 0xfff0000000000001, 0x0000000000000000,
                                   0x8000000000000000, 0x7ff0000000000000, 0xfff0000000000000,
                                   0x0000000000000001, 0x8000000000000001, 0x3ff0000000000000,
                                   0xbff0000000000000, 0x7fefffffffffffff, 0xffefffffffffffff};

#define SPECIALS COUNT_OF(singles)

static const void *special(vkscan_type type, size_t i)
{
    static uint32_t pair[2];

    if (type == VKSCAN_TYPE_F16)
        return &halves[i];
    if (type == VKSCAN_TYPE_F64)
        return &doubles[i];
    pair[0] = 0x3f800000;
    pair[1] = singles[i];
    return type == VKSCAN_TYPE_F32 ? (const void *)&singles[i] : pair;
}

static void check_specials(struct harness *h, vkscan_type type, vkscan_criterion criterion)
{
    const vkscan_plan_params params = {.type = type,
                                       .primitive = SELECT,
                                       .algorithm = VKSCAN_ALGORITHM_BLELLOCH,
                                       .capacity = SPECIALS};
    const vkscan_select_params select = {.criterion = criterion, .outputs = VALUES | INDICES};
    struct subject s = open_selection(h, params, select, 0);

    for (size_t i = 0; i < SPECIALS; i++)
        memcpy(memory_before(&s.source) + i * size_of(&s), special(type, i), size_of(&s));
    for (size_t i = 0; i < SPECIALS; i++) {
        uint8_t seed[16];
        memcpy(seed, special(type, i), size_of(&s));
        check_run(h, &s, (struct run){.count = SPECIALS, .seed = seed});
    }
    close_subject(h, &s);
}

TEST(comparisons_of_floats_are_ieee_754_s)
{
    static const vkscan_type types[] = {VKSCAN_TYPE_F16, VKSCAN_TYPE_F32, VKSCAN_TYPE_F64,
                                        VKSCAN_TYPE_F32X2};

    for (size_t t = 0; t < COUNT_OF(types); t++)
        for (vkscan_criterion c = VKSCAN_CRITERION_LESS; c <= VKSCAN_CRITERION_NOT_EQUAL; c++)
            if ((orders(types[t]) && (types[t] == VKSCAN_TYPE_F32 || (c + t + h->turn) % 2)) ||
                c >= VKSCAN_CRITERION_EQUAL)
                check_specials(h, types[t], c);
}

/* What unique keeps goes by bits: NaNs that are alike once, zeros of both signs. */
TEST(unique_goes_by_bits)
{
    static const uint32_t values[] = {0x7fc00000, 0x7fc00000, 0x7fc00001, 0, 0x80000000,
                                      0x80000000, 0xffffffff, 0xffffffff, 0};
    static const uint32_t kept[] = {0x7fc00000, 0x7fc00001, 0, 0x80000000, 0xffffffff, 0};
    const vkscan_plan_params params = {
        .type = VKSCAN_TYPE_F32, .primitive = UNIQUE, .capacity = COUNT_OF(values)};
    struct subject s = open_selection(h, params, (vkscan_select_params){.outputs = 0}, 0);

    memcpy(memory_before(&s.source), values, sizeof(values));
    check_run(h, &s, (struct run){.count = COUNT_OF(values)});
    assert_memory_equal(memory_after(&s.destination), kept, sizeof(kept));
    close_subject(h, &s);
}

/* ---- predicates ---- */

/* The algorithm whose turn it is, another one on each device, or one that each device has. */
static vkscan_algorithm algorithm_of_turn(const struct harness *h, size_t turn)
{
    const vkscan_algorithm algorithm = algorithms[(turn + h->turn) % COUNT_OF(algorithms)];

    return can_run(h, algorithm) ? algorithm : VKSCAN_ALGORITHM_BLELLOCH;
}

/* The first one has no kernels for addresses, and no seed. */
TEST(predicates_keep_what_they_should)
{
    for (size_t k = 0; k < PREDICATES; k++) {
        const vkscan_algorithm algorithm = algorithm_of_turn(h, k);
        const vkscan_plan_params params = {
            .primitive = made_by(algorithm, k % 3 ? PARTITION : SELECT),
            .type = VKSCAN_TYPE_U32,
            .algorithm = algorithm,
            .capacity = 3000,
            .access = k % 2 ? harness_addresses(h) : VKSCAN_ACCESS_DESCRIPTOR_SETS,
            .flags = (k % 2 ? VKSCAN_PLAN_COUNT_IN_BUFFER_BIT : 0) |
                     (k > 2 ? VKSCAN_PLAN_SEED_IN_BUFFER_BIT : 0),
        };
        const vkscan_select_params select = {.outputs = k % 3 ? VALUES | NUMBER : ALL_OUTPUTS,
                                             .flags = k == 4 ? VKSCAN_SELECT_IN_PLACE_BIT : 0};
        check_predicate(h, &predicates[k], params, select);
    }
}

/* ---- counts ---- */

/* By addresses, where the load of an element in front of the first is not dropped: of bytes it is
 * one 4 GiB behind. */
TEST(unique_of_no_elements_loads_none)
{
    static const vkscan_type types[] = {VKSCAN_TYPE_U8, VKSCAN_TYPE_U32};
    const vkscan_select_params select = {.outputs = VALUES | NUMBER};

    for (size_t i = 0; i < COUNT_OF(types) && can_run(h, VKSCAN_ALGORITHM_LOOKBACK); i++) {
        vkscan_plan_params params = {.type = types[i],
                                     .primitive = UNIQUE,
                                     .algorithm = VKSCAN_ALGORITHM_LOOKBACK,
                                     .access = harness_addresses(h),
                                     .capacity = CAPACITY};
        struct subject s = open_selection(h, params, select, 0);
        check_count(h, &s, 0, 2);
        check_count(h, &s, CAPACITY, 2);
        close_subject(h, &s);
        check_counts(h, params, select);
    }
}

/* More tiles than one workgroup scans the numbers of. */
TEST(many_tiles_are_scanned_in_levels)
{
    const uint64_t capacity = 1025 * 128;

    for (size_t a = 0; a < COUNT_OF(algorithms); a++) {
        if (!has_turn(h, a, 0))
            continue;
        const vkscan_plan_params params = {.primitive = made_by(algorithms[a], PARTITION),
                                           .type = VKSCAN_TYPE_U32,
                                           .algorithm = algorithms[a],
                                           .capacity = capacity};
        struct subject s = open_selection(h, params, (vkscan_select_params){.criterion = 0}, 0);
        check_count(h, &s, capacity, 3);
        check_count(h, &s, 1023 * 128, 3); /* as many numbers as one workgroup scans */
        check_count(h, &s, 1023 * 128 + 1, 3);
        check_count(h, &s, 0, 3);
        close_subject(h, &s);
    }
}

/* ---- three ways ---- */

/* A predicate tells three apart, with one seed; what is more than 2 is 2. */
TEST(predicates_tell_three_ways)
{
    const size_t a = has_turn(h, 0, 0) ? 0 : 1;
    const vkscan_plan_params params = {.primitive = PARTITION,
                                       .type = VKSCAN_TYPE_U32,
                                       .algorithm = algorithms[a],
                                       .capacity = 3000,
                                       .flags = VKSCAN_PLAN_SEED_IN_BUFFER_BIT};

    check_predicate(h, &predicates[PREDICATES - 1], params,
                    (vkscan_select_params){.outputs = ALL_OUTPUTS, .ways = 3});
}

/* More tiles than one workgroup scans the numbers of, of two groups. */
TEST(many_tiles_go_three_ways)
{
    const uint64_t capacity = 1025 * 64;
    const vkscan_plan_params params = {.primitive = PARTITION,
                                       .type = VKSCAN_TYPE_U32,
                                       .algorithm = VKSCAN_ALGORITHM_BLELLOCH,
                                       .capacity = capacity};
    struct subject s = open_selection(h, params, (vkscan_select_params){.ways = 3}, 0);

    check_count(h, &s, capacity, 3);
    check_count(h, &s, 511 * 128, 3); /* as many numbers as one workgroup scans, but one */
    check_count(h, &s, 512 * 128, 3);
    close_subject(h, &s);
}

/* NaNs meet neither comparison, and so are of the rest. */
TEST(nans_are_of_the_rest)
{
    static const uint32_t values[] = {0x7fc00000, 0x3f800000, 0xbf800000, 0x80000000, 0xffc00001,
                                      0x40000000, 0,          0xff800000, 0x7f800000};
    static const uint32_t expected[] = {0xbf800000, 0xff800000, 0x3f800000, 0x40000000, 0x7f800000,
                                        0x7fc00000, 0x80000000, 0xffc00001, 0};
    static const float seeds[] = {0, 0};
    const vkscan_plan_params params = {
        .type = VKSCAN_TYPE_F32, .primitive = PARTITION, .capacity = COUNT_OF(values)};
    const vkscan_select_params select = {.criterion = VKSCAN_CRITERION_LESS,
                                         .second_criterion = VKSCAN_CRITERION_GREATER,
                                         .ways = 3};
    struct subject s = open_selection(h, params, select, 0);

    memcpy(memory_before(&s.source), values, sizeof(values));
    check_run(h, &s, (struct run){.count = COUNT_OF(values), .seed = seeds});
    assert_memory_equal(memory_after(&s.destination), expected, sizeof(expected));
    close_subject(h, &s);
}

/* ---- in place ---- */

/* The number of elements to copy is that of the run, not of the recording. Where a single pass does
 * not have its workgroups by tiles, few of them take several tiles of the copy each. */
static void check_few_workgroups(struct harness *h, vkscan_algorithm algorithm,
                                 vkscan_primitive primitive, vkscan_access access)
{
    const uint32_t limit = h->context->caps.max_workgroup_count;
    const vkscan_plan_params params = {
        .primitive = primitive, .type = VKSCAN_TYPE_U32, .algorithm = algorithm, .access = access};

    if (!vks_catalogue_find(algorithm, primitive)->arrangement->persistent)
        h->context->caps.max_workgroup_count = 2;
    check_counts(h, params, (vkscan_select_params){.flags = VKSCAN_SELECT_IN_PLACE_BIT});
    h->context->caps.max_workgroup_count = limit;
}

TEST(counts_in_buffers_run_in_place)
{
    for (size_t a = 0; a < COUNT_OF(algorithms); a++)
        if (has_turn(h, a, 1))
            check_few_workgroups(h, algorithms[a], a < 2 ? PARTITION : UNIQUE,
                                 a < 2 ? VKSCAN_ACCESS_DESCRIPTOR_SETS : harness_addresses(h));
    check_few_workgroups(h, VKSCAN_ALGORITHM_BLELLOCH, SELECT, harness_addresses(h));
}

/* Nothing that a device must wait for is kept, but the elements: the scratch has room for them. */
TEST(scratch_holds_the_elements)
{
    vkscan_plan_info without = {.struct_size = sizeof(without)}, within = without;
    const vkscan_plan_params params = {
        .primitive = SELECT, .type = VKSCAN_TYPE_U32, .capacity = 100000};

    vkscan_plan_get_info(make_plan(h, params, (vkscan_select_params){.flags = 0}), &without);
    vkscan_plan_get_info(
        make_plan(h, params, (vkscan_select_params){.flags = VKSCAN_SELECT_IN_PLACE_BIT}), &within);
    assert_in_range(within.scratch_size - without.scratch_size, 400000, 400032);
    assert_int_equal(within.scratch_zeroed, without.scratch_zeroed);
}

/* ---- single pass ---- */

#define FEW_WORKGROUPS 7 /* so that each takes many tiles */
#define SPIN_LIMIT 16

/* Tiles publish late or never; or as they do. */
static vkscan_plan *make_stalled(struct harness *h, vkscan_plan_params params,
                                 vkscan_select_params select, uint32_t ignored, uint32_t stall)
{
    const struct op *op = vks_element_op(VKSCAN_OP_ADD);
    struct caps caps = h->context->caps;
    struct plan plan;

    params.details = &select;
    caps.capabilities &= ~ignored;
    caps.max_workgroup_count = FEW_WORKGROUPS;
    harness_resolve(h->context, &caps, &params, op, &small, &plan);
    uint32_t *by_index = harness_constant(&plan, SPEC_BY_INDEX);
    assert_int_equal(by_index ? *by_index : 0, 0);
    if (stall != STALL_NONE)
        assert_true(stalled_use(&plan, stall, SPIN_LIMIT));
    return harness_plan_resolved(h->context, &plan);
}

/* Counts that go up and down, so that tile states of all ages lie about. */
static void check_stall(struct harness *h, vkscan_algorithm algorithm, vkscan_primitive primitive,
                        vkscan_criterion criterion, uint32_t ignored, uint32_t stall)
{
    static const uint64_t counts[] = {20011, 1, 257, 0, 5000, 20011};
    const vkscan_plan_params params = {.primitive = primitive,
                                       .type = VKSCAN_TYPE_U32,
                                       .algorithm = algorithm,
                                       .capacity = counts[0]};
    const vkscan_select_params select = {.criterion = criterion,
                                         .outputs = VALUES | INDICES | NUMBER};
    struct subject s = open_subject(h, make_stalled(h, params, select, ignored, stall),
                                    VKSCAN_TYPE_U32, stall % 4);

    for (size_t i = 0; i < COUNT_OF(counts); i++)
        check_count(h, &s, counts[i], 2 + i % 3);
    close_subject(h, &s);
}

TEST(tiles_that_stall_are_counted_by_others)
{
    static const struct {
        vkscan_primitive primitive;
        vkscan_criterion criterion;
        uint32_t ignored, stall;
    } rows[] = {
        {SELECT, VKSCAN_CRITERION_FLAG_BYTES, 0, STALL_NONE},
        {UNIQUE, 0, VKSCAN_CAPABILITY_INT64_ATOMICS_BIT, STALL_NONE},
        {SELECT, VKSCAN_CRITERION_FLAG_BITS, 0, STALL_EVERY},
        {SELECT, VKSCAN_CRITERION_GREATER, VKSCAN_CAPABILITY_INT64_ATOMICS_BIT, STALL_THIRD},
        {UNIQUE, 0, 0, STALL_FIRST},
        {SELECT, VKSCAN_CRITERION_FLAG_WORDS, VKSCAN_CAPABILITY_INT64_ATOMICS_BIT, STALL_RANDOM},
        {UNIQUE, 0, VKSCAN_CAPABILITY_INT64_ATOMICS_BIT, STALL_EVERY | STALL_LATE},
        {SELECT, VKSCAN_CRITERION_FLAG_BYTES, 0, STALL_RANDOM | STALL_LATE},
    };

    for (size_t i = 0; i < COUNT_OF(rows) && can_run(h, VKSCAN_ALGORITHM_LOOKBACK);
         i += harness_turns(h, 3, 1))
        check_stall(h,
                    (i + h->turn) % 2 && !rows[i].ignored && can_run(h, VKSCAN_ALGORITHM_LOOKAHEAD)
                        ? VKSCAN_ALGORITHM_LOOKAHEAD
                        : VKSCAN_ALGORITHM_LOOKBACK,
                    rows[i].primitive, rows[i].criterion, rows[i].ignored, rows[i].stall);
}

/* With eight vectors a thread, whose bits fill a word. Of narrow elements stripes end amid words,
 * or keep nothing. */
TEST(stripes_are_dense_or_sparse)
{
    static const uint32_t rarities[] = {1, 2, 3, 50};
    static const struct shape large = {64, 8, 0};
    static const struct {
        vkscan_algorithm algorithm;
        vkscan_type type;
        vkscan_criterion criterion;
    } rows[] = {
        {VKSCAN_ALGORITHM_LOOKBACK, VKSCAN_TYPE_U32, VKSCAN_CRITERION_FLAG_BYTES},
        {VKSCAN_ALGORITHM_LOOKAHEAD, VKSCAN_TYPE_U8, VKSCAN_CRITERION_FLAG_BITS},
        {VKSCAN_ALGORITHM_LOOKAHEAD, VKSCAN_TYPE_U32, VKSCAN_CRITERION_NOT_EQUAL},
        {VKSCAN_ALGORITHM_LOOKBACK, VKSCAN_TYPE_F16, VKSCAN_CRITERION_FLAG_WORDS},
    };

    for (size_t i = 0; i < COUNT_OF(rows); i += harness_turns(h, 3, 1)) {
        if (!can_run(h, rows[i].algorithm))
            continue;
        const vkscan_select_params select = {
            .criterion = rows[i].criterion,
            .outputs = VALUES | NUMBER | (rows[i].type == VKSCAN_TYPE_U32 ? INDICES : 0)};
        const vkscan_plan_params params = {.primitive = SELECT,
                                           .type = rows[i].type,
                                           .algorithm = rows[i].algorithm,
                                           .capacity = 9999,
                                           .details = &select};
        struct subject s =
            open_subject(h, harness_plan_with(h->context, params, NULL, &large), rows[i].type, 3);
        for (size_t r = 0; r < COUNT_OF(rarities); r++)
            check_count(h, &s, 9999 - r, rarities[r]);
        close_subject(h, &s);
    }
}

/* ---- bad input; of plans it is in tests/plan/plans.txt ---- */

TEST(a_predicate_has_the_kernels_that_it_was_built_with)
{
    static const vkscan_select_params select = {.criterion = VKSCAN_CRITERION_PREDICATE};

    if (h->context->caps.capabilities & VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS_BIT)
        refuse_plan(h,
                    (vkscan_plan_params){.primitive = SELECT,
                                         .user_operator = predicates[0].user,
                                         .algorithm = VKSCAN_ALGORITHM_BLELLOCH,
                                         .access = VKSCAN_ACCESS_ADDRESSES,
                                         .details = &select},
                    0, UNSUPPORTED, "odd has algorithm blelloch for descriptors alone");
}

/* In place is at the same offset, and of nothing else. Some workgroups may not have read the count
 * when the number is stored. Bits are in words. Of three ways seeds, numbers and arguments are two
 * each. */
TEST(bad_buffers_are_named)
{
    static const struct bad_buffers apart[] = {
        {{LIKE(destination, source)}, "overlap: to run in place, a plan has VKSCAN_SELECT_IN_"},
        {{LIKE(indices, source)}, "source and indices overlap"},
        {{LIKE(indices, destination)}, "destination and indices overlap"},
        {{LIKE(flags, destination), SET(flags.size, 1000)}, "destination and flags overlap"},
        {{SET(flags.size, 999)}, "flags.size of 999 bytes is too small: the plan needs 1000"},
        {{SET(indices.size, 3996)}, "indices.size of 3996 bytes is too small: the plan needs 4000"},
        {{SET(number.size, 2)}, "number.size of 2 bytes is too small: the plan needs 4"},
        {{SET(arguments.usage, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT)},
         "arguments.usage 0x20 lacks VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT"},
        {{LIKE(count, number)},
         "count is given, but the plan has no VKSCAN_PLAN_COUNT_IN_BUFFER_BIT"},
        {{LIKE(edges, number)}, "edges is given, but the plan has no VKSCAN_BINNING_EDGES"},
        {{SET(arguments.size, 8)}, "arguments.size of 8 bytes is too small: the plan needs 12"},
        {{SET(number.offset, 2)}, "number.offset 2 is not a multiple of 4"},
        {{LIKE(number, arguments), ADD(number.offset, 4)}, "number and arguments overlap"},
        {{LIKE(number, destination), SET(number.size, 4)}, "overlap"},
        {{LIKE(scratch, source)}, "scratch"},
    };
    static const struct bad_buffers in_place[] = {
        {{LIKE(destination, source), ADD(destination.offset, 4)},
         "source and destination overlap: in place they are at the same offset"},
        {{LIKE(indices, source)}, "source and indices overlap"},
        {{LIKE(destination, flags), SET(destination.size, 4000)}, "destination"},
    };
    static const struct bad_buffers by_bits[] = {
        {{LIKE(number, count)}, "count and number overlap"},
        {{LIKE(indices, number)}, "but the plan has no VKSCAN_SELECT_OUTPUT_INDICES_BIT"},
        {{SET(flags.offset, 1)}, "flags.offset 1 is not a multiple of 4"},
    };
    static const struct bad_buffers three_ways[] = {
        {{ADD(number.size, -1)}, "number.size of 7 bytes is too small: the plan needs 8"},
        {{ADD(arguments.size, -1)}, "arguments.size of 23 bytes is too small: the plan needs 24"},
        {{ADD(seed.size, -1)}, "seed.size of 3 bytes is too small: the plan needs 4"},
        {{ADD(seed.offset, 2)}, "seed.offset 50 is not a multiple of 4"},
    };
    static const struct {
        vkscan_plan_params params;
        vkscan_select_params select;
        const struct bad_buffers *bad;
        size_t count;
    } rows[] = {
        {{.primitive = SELECT, .type = VKSCAN_TYPE_U32},
         {.outputs = ALL_OUTPUTS},
         apart,
         COUNT_OF(apart)},
        {{.primitive = SELECT, .type = VKSCAN_TYPE_U32},
         {.outputs = ALL_OUTPUTS, .flags = VKSCAN_SELECT_IN_PLACE_BIT},
         in_place,
         COUNT_OF(in_place)},
        {{.primitive = SELECT, .type = VKSCAN_TYPE_U32, .flags = VKSCAN_PLAN_COUNT_IN_BUFFER_BIT},
         {.criterion = VKSCAN_CRITERION_FLAG_BITS},
         by_bits,
         COUNT_OF(by_bits)},
        {{.primitive = PARTITION, .type = VKSCAN_TYPE_U16, .flags = VKSCAN_PLAN_SEED_IN_BUFFER_BIT},
         {.criterion = VKSCAN_CRITERION_LESS,
          .second_criterion = VKSCAN_CRITERION_LESS,
          .outputs = ALL_OUTPUTS,
          .ways = 3},
         three_ways,
         COUNT_OF(three_ways)},
    };

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        vkscan_plan_params params = rows[i].params;
        params.capacity = 1000;
        struct subject s = open_selection(h, params, rows[i].select, 0);
        refuse_rows(h, s.ports.plan, &s.ports.buffers, rows[i].bad, rows[i].count);
        close_subject(h, &s);
    }
}

TEST(seeds_go_with_comparisons)
{
    static const uint32_t seed = 7;
    const vkscan_select_params none = {0};
    const vkscan_plan_params params = {
        .primitive = SELECT, .type = VKSCAN_TYPE_U32, .capacity = 10};
    struct subject flags = open_selection(h, params, (vkscan_select_params){.criterion = 0}, 0);
    struct subject less =
        open_selection(h, params, (vkscan_select_params){.criterion = VKSCAN_CRITERION_LESS}, 0);
    struct subject odd = open_subject(h, make_predicate(h, &predicates[0], params, none), 0, 0);
    struct subject within =
        open_subject(h, make_predicate(h, &predicates[1], params, none), predicates[1].type, 0);
    const struct {
        struct subject *subject;
        const void *seed;
        const char *part;
    } rows[] = {
        {&flags, &seed, "seed is not NULL, and select by flag-bytes takes none"},
        {&less, NULL, "seed is NULL, and select by less takes one"},
        {&odd, &seed, "seed is not NULL, and select by predicate takes none"},
        {&within, NULL, "seed is NULL, and select by predicate takes one"},
    };

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        refuse_run(h, rows[i].subject->ports.binding, 10, rows[i].seed, rows[i].part);
        close_subject(h, rows[i].subject);
    }
}

HARNESS_MAIN(tests)
