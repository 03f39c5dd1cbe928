/* SPDX-License-Identifier: MIT */
/* Select, partition and unique, in every algorithm that computes them: each criterion, type and
 * output. */
#include <string.h>

#include "predicates.h"
#include "selections.h"
#include "stalled.h"

/* ---- what is kept ---- */

/* Sizes around those of words, stripes and tiles. */
static void check_sizes(struct harness *h, struct subject *s)
{
    static const uint64_t counts[] = {
        0,           1,       2,   3,   31,       32,           33,           63,
        64,          65,      127, 128, 129,      255,          256,          257,
        4 * 128 - 1, 4 * 128, 513, 997, 128 * 16, 128 * 16 + 1, CAPACITY - 1, CAPACITY};
    static const uint32_t rarities[] = {2, 1, 10, 1000000};

    for (size_t i = 0; i < COUNT_OF(counts); i++)
        check_count(h, s, counts[i], rarities[i % COUNT_OF(rarities)]);
    for (size_t i = 0; i < COUNT_OF(rarities); i++)
        check_count(h, s, CAPACITY, rarities[i]);
}

static void every_criterion_keeps_what_it_should(void **state)
{
    struct harness *h = *state;

    for (size_t a = 0; a < COUNT_OF(algorithms); a++)
        for (int criterion = 0; criterion <= CRITERION_UNIQUE; criterion++) {
            const bool unique = criterion == CRITERION_UNIQUE;
            if (criterion == CRITERION_PREDICATE || !has_turn(h, a, (size_t)criterion))
                continue;
            const vkscan_plan_params params = {
                .primitive = unique              ? UNIQUE
                             : criterion / 2 % 2 ? made_by(algorithms[a], PARTITION)
                                                 : SELECT,
                .algorithm = algorithms[a],
                .capacity = CAPACITY,
            };
            const vkscan_select_params select = {
                .criterion = unique ? 0 : (vkscan_criterion)criterion,
                .outputs = criterion % 3 ? VALUES | NUMBER : ALL_OUTPUTS,
                .divisor = criterion % 3 ? 0 : 64,
            };
            struct subject s =
                open_subject(h, make_plan(h, params, select), 0, (uint32_t)criterion % 4);
            check_sizes(h, &s);
            close_subject(h, &s);
        }
}

/* ---- types ---- */

static bool orders(vkscan_type type)
{
    return vkscan_type_size(type) <= 8 && !strchr(vkscan_type_name(type), 'x');
}

/* With flags, a comparison or as unique, in turns; over bits of all kinds. */
static void check_type(struct harness *h, vkscan_algorithm algorithm, vkscan_type type)
{
    static const vkscan_criterion of_scalars[] = {
        VKSCAN_CRITERION_LESS,          VKSCAN_CRITERION_GREATER, VKSCAN_CRITERION_LESS_EQUAL,
        VKSCAN_CRITERION_GREATER_EQUAL, VKSCAN_CRITERION_EQUAL,   VKSCAN_CRITERION_NOT_EQUAL};
    const size_t turn = (size_t)type + algorithm + h->turn;
    const struct {
        vkscan_primitive primitive;
        vkscan_criterion criterion;
    } rows[] = {
        {turn % 2 ? SELECT : PARTITION, (vkscan_criterion)(turn % 3)},
        {turn % 2 ? PARTITION : SELECT,
         orders(type) ? of_scalars[turn % 6] : of_scalars[4 + turn % 2]},
        {UNIQUE, 0},
    };

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        if ((i + turn) % 3 > 0)
            continue;
        const vkscan_plan_params params = {
            .primitive = made_by(algorithm, rows[i].primitive),
            .type = type,
            .algorithm = algorithm,
            .capacity = 1500,
        };
        const vkscan_select_params select = {.criterion = rows[i].criterion};
        struct subject s = open_subject(h, make_plan(h, params, select), type, 1 + turn % 3);
        for (int data = 0; data < REFERENCE_DATA_COUNT; data++) {
            fill_source(&s, (enum reference_data)data, 3);
            fill_flags(&s, 1500, 2, 4);
            check_run(h, &s, (struct run){.count = 1500 - (uint64_t)data});
        }
        close_subject(h, &s);
    }
}

static void every_type_is_selected(void **state)
{
    struct harness *h = *state;

    for (vkscan_type type = 1; vkscan_type_name(type); type++)
        for (size_t a = 0; a < COUNT_OF(algorithms); a++)
            if (has_turn(h, a, type))
                check_type(h, algorithms[a], type);
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
    struct subject s = open_subject(h, make_plan(h, params, select), type, 0);

    poison(&s.source);
    poison(&s.flags);
    for (size_t i = 0; i < SPECIALS; i++)
        memcpy(s.source.host + i * size_of(&s), special(type, i), size_of(&s));
    for (size_t i = 0; i < SPECIALS; i++) {
        uint8_t seed[16];
        memcpy(seed, special(type, i), size_of(&s));
        check_run(h, &s, (struct run){.count = SPECIALS, .seed = seed});
    }
    close_subject(h, &s);
}

static void comparisons_of_floats_are_ieee_754_s(void **state)
{
    static const vkscan_type types[] = {VKSCAN_TYPE_F16, VKSCAN_TYPE_F32, VKSCAN_TYPE_F64,
                                        VKSCAN_TYPE_F32X2};
    struct harness *h = *state;

    for (size_t t = 0; t < COUNT_OF(types); t++)
        for (vkscan_criterion c = VKSCAN_CRITERION_LESS; c <= VKSCAN_CRITERION_NOT_EQUAL; c++)
            if ((orders(types[t]) && (types[t] == VKSCAN_TYPE_F32 || (c + t + h->turn) % 2)) ||
                c >= VKSCAN_CRITERION_EQUAL)
                check_specials(h, types[t], c);
}

/* What unique keeps goes by bits: NaNs that are alike once, zeros of both signs. */
static void unique_goes_by_bits(void **state)
{
    static const uint32_t values[] = {0x7fc00000, 0x7fc00000, 0x7fc00001, 0, 0x80000000,
                                      0x80000000, 0xffffffff, 0xffffffff, 0};
    static const uint32_t kept[] = {0x7fc00000, 0x7fc00001, 0, 0x80000000, 0xffffffff, 0};
    struct harness *h = *state;
    const vkscan_plan_params params = {
        .type = VKSCAN_TYPE_F32, .primitive = UNIQUE, .capacity = COUNT_OF(values)};
    struct subject s = open_subject(h, make_plan(h, params, (vkscan_select_params){.outputs = 0}),
                                    VKSCAN_TYPE_F32, 0);

    poison(&s.source);
    poison(&s.flags);
    memcpy(s.source.host, values, sizeof(values));
    check_run(h, &s, (struct run){.count = COUNT_OF(values)});
    assert_memory_equal(s.destination.host, kept, sizeof(kept));
    close_subject(h, &s);
}

/* ---- predicates ---- */

/* The first one has no kernels for addresses, and no seed. */
static vkscan_access access_of_predicate(const struct harness *h, size_t k)
{
    return k % 2 && h->context->caps.capabilities & VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS
               ? VKSCAN_ACCESS_ADDRESSES
               : VKSCAN_ACCESS_DESCRIPTOR_SETS;
}

/* Each in another algorithm on each device. */
static void predicates_keep_what_they_should(void **state)
{
    struct harness *h = *state;

    for (size_t k = 0; k < PREDICATES; k++) {
        const vkscan_algorithm turn = algorithms[(k + h->turn) % COUNT_OF(algorithms)];
        const vkscan_algorithm algorithm = can_run(h, turn) ? turn : VKSCAN_ALGORITHM_BLELLOCH;
        const vkscan_plan_params params = {
            .primitive = made_by(algorithm, k % 3 ? PARTITION : SELECT),
            .algorithm = algorithm,
            .capacity = 3000,
            .access = access_of_predicate(h, k),
            .flags = (k % 2 ? VKSCAN_PLAN_COUNT_IN_BUFFER : 0) |
                     (k > 2 ? VKSCAN_PLAN_SEED_IN_BUFFER : 0),
        };
        const vkscan_select_params select = {.outputs = k % 3 ? VALUES | NUMBER : ALL_OUTPUTS,
                                             .flags = k == 4 ? VKSCAN_SELECT_IN_PLACE : 0};
        check_predicate(h, &predicates[k], params, select);
    }
}

/* ---- operands, outputs, access ---- */

/* Stale counts in the buffer are cut to what the host allows; 0 writes a number of 0. */
static void check_counts(struct harness *h, vkscan_algorithm algorithm, vkscan_primitive primitive,
                         vkscan_access access)
{
    static const uint32_t counts[] = {CAPACITY, 0, 1, 127, 128, 4097, UINT32_MAX, 5, 1u << 31};
    const bool unique = primitive == UNIQUE;
    const vkscan_plan_params params = {
        .primitive = primitive,
        .algorithm = algorithm,
        .capacity = CAPACITY,
        .access = access,
        .flags = VKSCAN_PLAN_COUNT_IN_BUFFER | (unique ? 0 : VKSCAN_PLAN_SEED_IN_BUFFER),
    };
    const vkscan_select_params select = {.criterion = unique ? 0 : VKSCAN_CRITERION_GREATER_EQUAL,
                                         .outputs = ALL_OUTPUTS,
                                         .divisor = 7};
    struct subject s = open_subject(h, make_plan(h, params, select), VKSCAN_TYPE_U32, 3);

    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        fill_source(&s, REFERENCE_RANDOM, i);
        fill_flags(&s, 0, 1, i);
        check_run(h, &s, (struct run){.count = i % 2 ? CAPACITY : 1300, .in_buffer = counts[i]});
    }
    check_run(h, &s, (struct run){.count = 0, .in_buffer = 77});
    close_subject(h, &s);
}

static void counts_seeds_and_numbers_are_in_buffers(void **state)
{
    static const vkscan_primitive primitives[] = {SELECT, PARTITION, UNIQUE};
    struct harness *h = *state;

    for (size_t a = 0; a < COUNT_OF(algorithms); a++)
        for (size_t p = 0; p < COUNT_OF(primitives); p++)
            if (has_turn(h, a, p / 2) && made_by(algorithms[a], primitives[p]) == primitives[p])
                check_counts(h, algorithms[a], primitives[p], VKSCAN_ACCESS_DESCRIPTOR_SETS);
}

static void every_access_gives_the_same(void **state)
{
    static const uint32_t needs[] = {
        [VKSCAN_ACCESS_PUSH_DESCRIPTORS] = VKSCAN_CAPABILITY_PUSH_DESCRIPTORS,
        [VKSCAN_ACCESS_ADDRESSES] = VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS};
    struct harness *h = *state;

    for (vkscan_access access = VKSCAN_ACCESS_PUSH_DESCRIPTORS; access <= VKSCAN_ACCESS_ADDRESSES;
         access++)
        for (size_t a = 0; a < COUNT_OF(algorithms); a++)
            if (h->context->caps.capabilities & needs[access] && has_turn(h, a, access))
                check_counts(h, algorithms[a],
                             made_by(algorithms[a], access % 2 ? PARTITION : SELECT), access);
}

/* Any of them alone, and flags with none of the elements. */
static void each_output_is_optional(void **state)
{
    static const uint32_t outputs[] = {
        VALUES, INDICES, NUMBER, ARGUMENTS, VALUES | INDICES, INDICES | NUMBER, VALUES | ARGUMENTS};
    struct harness *h = *state;

    for (size_t i = 0; i < COUNT_OF(outputs); i++) {
        const vkscan_algorithm turn = algorithms[(i + h->turn) % COUNT_OF(algorithms)];
        const vkscan_algorithm algorithm = can_run(h, turn) ? turn : VKSCAN_ALGORITHM_BLELLOCH;
        const vkscan_plan_params params = {
            .primitive = i % 2 ? SELECT : made_by(algorithm, PARTITION),
            .algorithm = algorithm,
            .capacity = 1000,
        };
        const vkscan_select_params select = {.outputs = outputs[i]};
        struct subject s = open_subject(h, make_plan(h, params, select), 0, 2);
        check_count(h, &s, 1000, 2);
        check_count(h, &s, 0, 2);
        close_subject(h, &s);
    }
}

/* More tiles than one workgroup scans the numbers of. */
static void many_tiles_are_scanned_in_levels(void **state)
{
    const uint64_t capacity = 1025 * 128;
    struct harness *h = *state;

    for (size_t a = 0; a < COUNT_OF(algorithms); a++) {
        if (!has_turn(h, a, 0))
            continue;
        const vkscan_plan_params params = {
            .primitive = made_by(algorithms[a], PARTITION),
            .algorithm = algorithms[a],
            .capacity = capacity,
        };
        struct subject s =
            open_subject(h, make_plan(h, params, (vkscan_select_params){.criterion = 0}), 0, 0);
        check_count(h, &s, capacity, 3);
        check_count(h, &s, 1023 * 128, 3); /* as many numbers as one workgroup scans */
        check_count(h, &s, 1023 * 128 + 1, 3);
        check_count(h, &s, 0, 3);
        close_subject(h, &s);
    }
}

/* As AUTO has it. */
static void automatic_plans_select(void **state)
{
    struct harness *h = *state;
    const vkscan_select_params select = {.criterion = VKSCAN_CRITERION_FLAG_BITS,
                                         .outputs = ALL_OUTPUTS};
    const vkscan_plan_params params = {
        .primitive = SELECT, .capacity = 100000, .type = VKSCAN_TYPE_U16, .select = &select};
    struct subject s = open_subject(h, harness_plan(h->context, params), VKSCAN_TYPE_U16, 1);

    check_count(h, &s, 100000, 2);
    check_count(h, &s, 4099, 5);
    close_subject(h, &s);
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

    memset(&plan, 0, sizeof(plan));
    params.select = &select;
    caps.capabilities &= ~ignored;
    caps.max_workgroup_count = FEW_WORKGROUPS;
    assert_int_equal(vks_plan_resolve_with(&caps, &params, op, &small, &h->context->errors, &plan),
                     VK_SUCCESS);
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
    const vkscan_plan_params params = {
        .primitive = primitive, .algorithm = algorithm, .capacity = counts[0]};
    const vkscan_select_params select = {.criterion = criterion,
                                         .outputs = VALUES | INDICES | NUMBER};
    struct subject s = open_subject(h, make_stalled(h, params, select, ignored, stall),
                                    VKSCAN_TYPE_U32, stall % 4);

    for (size_t i = 0; i < COUNT_OF(counts); i++)
        check_count(h, &s, counts[i], 2 + i % 3);
    close_subject(h, &s);
}

static void tiles_that_stall_are_counted_by_others(void **state)
{
    static const struct {
        vkscan_primitive primitive;
        vkscan_criterion criterion;
        uint32_t ignored, stall;
    } rows[] = {
        {SELECT, VKSCAN_CRITERION_FLAG_BYTES, 0, STALL_NONE},
        {UNIQUE, 0, VKSCAN_CAPABILITY_INT64_ATOMICS, STALL_NONE},
        {SELECT, VKSCAN_CRITERION_FLAG_BITS, 0, STALL_EVERY},
        {SELECT, VKSCAN_CRITERION_GREATER, VKSCAN_CAPABILITY_INT64_ATOMICS, STALL_THIRD},
        {UNIQUE, 0, 0, STALL_FIRST},
        {SELECT, VKSCAN_CRITERION_FLAG_WORDS, VKSCAN_CAPABILITY_INT64_ATOMICS, STALL_RANDOM},
        {UNIQUE, 0, VKSCAN_CAPABILITY_INT64_ATOMICS, STALL_EVERY | STALL_LATE},
        {SELECT, VKSCAN_CRITERION_FLAG_BYTES, 0, STALL_RANDOM | STALL_LATE},
    };
    struct harness *h = *state;

    for (size_t i = 0; i < COUNT_OF(rows) && can_run(h, VKSCAN_ALGORITHM_LOOKBACK); i++)
        check_stall(h,
                    (i + h->turn) % 2 && !rows[i].ignored && can_run(h, VKSCAN_ALGORITHM_LOOKAHEAD)
                        ? VKSCAN_ALGORITHM_LOOKAHEAD
                        : VKSCAN_ALGORITHM_LOOKBACK,
                    rows[i].primitive, rows[i].criterion, rows[i].ignored, rows[i].stall);
}

/* With eight vectors a thread, whose bits fill a word. Of narrow elements stripes end amid words,
 * or keep nothing. */
static void stripes_are_dense_or_sparse(void **state)
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
    struct harness *h = *state;

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        if (!can_run(h, rows[i].algorithm))
            continue;
        const vkscan_select_params select = {
            .criterion = rows[i].criterion,
            .outputs = VALUES | NUMBER | (rows[i].type == VKSCAN_TYPE_U32 ? INDICES : 0)};
        const vkscan_plan_params params = {.primitive = SELECT,
                                           .type = rows[i].type,
                                           .algorithm = rows[i].algorithm,
                                           .capacity = 9999,
                                           .select = &select};
        struct subject s =
            open_subject(h, harness_plan_with(h->context, params, NULL, &large), rows[i].type, 3);
        for (size_t r = 0; r < COUNT_OF(rarities); r++)
            check_count(h, &s, 9999 - r, rarities[r]);
        close_subject(h, &s);
    }
}

/* ---- bad input ---- */

static void assert_no_plan(struct harness *h, vkscan_plan_params params,
                           vkscan_select_params select, VkResult expected, const char *part)
{
    vkscan_plan *plan;

    params.select = &select;
    harness_assert_error(h, vkscan_plan_create(h->context, &params, &plan), expected, part);
    assert_null(plan);
}

#define INVALID VK_ERROR_VALIDATION_FAILED_EXT
#define UNSUPPORTED VK_ERROR_FEATURE_NOT_PRESENT

static void bad_parameters_are_named(void **state)
{
    static const vkscan_operator any = {.name = "any"};
    static const struct {
        vkscan_plan_params params;
        vkscan_select_params select;
        const char *part;
    } rows[] = {
        {{.primitive = SELECT}, {.criterion = 10}, "unknown select->criterion 10"},
        {{.primitive = SELECT}, {.criterion = -1}, "unknown select->criterion -1"},
        {{.primitive = SELECT}, {.outputs = 0x10}, "unknown select->outputs 0x10"},
        {{.primitive = SELECT}, {.divisor = 64}, "select->divisor is 64, and select->outputs 0x5"},
        {{.primitive = UNIQUE}, {.criterion = VKSCAN_CRITERION_LESS}, "unique takes none"},
        {{.primitive = VKSCAN_PRIMITIVE_REDUCE},
         {0},
         "select is not NULL, and the primitive is reduce"},
        {{.primitive = SELECT, .op = VKSCAN_OP_MAX}, {0}, "op, out_type and user_operator"},
        {{.primitive = UNIQUE, .out_type = VKSCAN_TYPE_U64}, {0}, "op, out_type and user_operator"},
        {{.primitive = UNIQUE, .user_operator = &any}, {0}, "op, out_type and user_operator"},
        {{.primitive = PARTITION, .user_operator = &any}, {0}, "user_operator is no constant of"},
        {{.primitive = SELECT},
         {.criterion = VKSCAN_CRITERION_PREDICATE},
         "select->criterion is predicate, and user_operator, which has one, is NULL"},
        {{.primitive = SELECT, .flags = VKSCAN_PLAN_REVERSE}, {0}, "takes no VKSCAN_PLAN_REVERSE"},
        {{.primitive = SELECT, .flags = VKSCAN_PLAN_TOTAL_IN_BUFFER},
         {0},
         "takes no VKSCAN_PLAN_TOTAL_IN_BUFFER: its number is VKSCAN_SELECT_NUMBER"},
        {{.primitive = SELECT, .flags = VKSCAN_PLAN_SEED_IN_BUFFER},
         {0},
         "select by flag-bytes takes no VKSCAN_PLAN_SEED_IN_BUFFER"},
        {{.primitive = UNIQUE, .flags = VKSCAN_PLAN_SEED_IN_BUFFER}, {0}, "compares with no seed"},
        {{.primitive = SELECT, .type = VKSCAN_TYPE_F32X3},
         {.criterion = VKSCAN_CRITERION_GREATER},
         "type f32x3 has no criterion greater: vectors are equal or not"},
        {{.primitive = SELECT, .type = 99}, {0}, "unknown element type 99"},
        {{.primitive = SELECT, .algorithm = VKSCAN_ALGORITHM_SINGLE},
         {0},
         "algorithm single does not compute select"},
    };

    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_no_plan(*state, rows[i].params, rows[i].select, INVALID, rows[i].part);
}

static void bad_predicates_are_named(void **state)
{
    const vkscan_operator *odd = predicates[0].user, *within = predicates[1].user;
    const vkscan_select_params select = {.criterion = VKSCAN_CRITERION_PREDICATE};
    const uint32_t capabilities = ((struct harness *)*state)->context->caps.capabilities;

    assert_no_plan(*state, (vkscan_plan_params){.primitive = SELECT, .user_operator = odd},
                   (vkscan_select_params){.criterion = VKSCAN_CRITERION_LESS}, INVALID,
                   "user_operator is odd, and select->criterion is less: a predicate goes with "
                   "VKSCAN_CRITERION_PREDICATE");
    assert_no_plan(*state,
                   (vkscan_plan_params){
                       .primitive = PARTITION, .user_operator = within, .type = VKSCAN_TYPE_U32X2},
                   select, INVALID, "have to be 0: user operator within is in their place");
    assert_no_plan(*state, (vkscan_plan_params){.primitive = UNIQUE, .user_operator = within},
                   select, INVALID, "op, out_type and user_operator have to be 0");
    assert_no_plan(*state,
                   (vkscan_plan_params){.primitive = SELECT,
                                        .user_operator = odd,
                                        .flags = VKSCAN_PLAN_SEED_IN_BUFFER},
                   select, INVALID, "select by predicate takes no VKSCAN_PLAN_SEED_IN_BUFFER");
    if (capabilities & VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS)
        assert_no_plan(*state,
                       (vkscan_plan_params){.primitive = SELECT,
                                            .user_operator = odd,
                                            .algorithm = VKSCAN_ALGORITHM_BLELLOCH,
                                            .access = VKSCAN_ACCESS_ADDRESSES},
                       select, UNSUPPORTED, "odd has algorithm blelloch for descriptors alone");
}

/* Indices and the number are u32, and results lie anywhere. */
static void capacities_beyond_one_dispatch_are_refused(void **state)
{
    static const uint64_t capacities[] = {1ull << 31, 1ull << 32, (1ull << 32) + 1, 1ull << 40,
                                          UINT64_MAX};

    for (size_t i = 0; i < COUNT_OF(capacities); i++)
        for (vkscan_primitive p = SELECT; p <= UNIQUE; p++)
            assert_no_plan(*state,
                           (vkscan_plan_params){
                               .primitive = p, .type = VKSCAN_TYPE_U8, .capacity = capacities[i]},
                           (vkscan_select_params){.outputs = INDICES}, UNSUPPORTED, "capacity ");
}

static void assert_no_binding(struct harness *h, const struct subject *s,
                              const vkscan_binding_params *buffers, const char *part)
{
    vkscan_binding *binding;

    harness_assert_error(h, vkscan_binding_create(s->plan, buffers, &binding), INVALID, part);
    assert_null(binding);
}

static void bad_buffers_are_named(void **state)
{
    struct harness *h = *state;
    const vkscan_plan_params params = {.primitive = SELECT, .capacity = 1000};
    const vkscan_select_params select = {.outputs = ALL_OUTPUTS};
    struct subject s = open_subject(h, make_plan(h, params, select), 0, 0);
    vkscan_binding_params b = s.buffers;

    b.destination = b.source;
    assert_no_binding(h, &s, &b, "source and destination overlap: this plan does not run in place");
    b = s.buffers;
    b.indices = b.source;
    assert_no_binding(h, &s, &b, "source and indices overlap");
    b = s.buffers;
    b.indices = b.destination;
    assert_no_binding(h, &s, &b, "destination and indices overlap");
    b = s.buffers;
    b.flags = gpu_range(&s.destination.buffer, 0, 1000);
    assert_no_binding(h, &s, &b, "destination and flags overlap");
    b = s.buffers;
    b.flags.size = 999;
    assert_no_binding(h, &s, &b, "flags.size of 999 bytes is too small: the plan needs 1000");
    b = s.buffers;
    b.indices.size = 3996;
    assert_no_binding(h, &s, &b, "indices.size of 3996 bytes is too small: the plan needs 4000");
    b = s.buffers;
    b.number.size = 2;
    assert_no_binding(h, &s, &b, "number.size of 2 bytes is too small: the plan needs 4");
    b = s.buffers;
    b.arguments.size = 8;
    assert_no_binding(h, &s, &b, "arguments.size of 8 bytes is too small: the plan needs 12");
    b = s.buffers;
    b.number.offset = 2;
    assert_no_binding(h, &s, &b, "number.offset 2 is not a multiple of 4");
    b = s.buffers;
    b.number = gpu_range(&s.operands.buffer, b.arguments.offset + 4, 4);
    assert_no_binding(h, &s, &b, "number and arguments overlap");
    b = s.buffers;
    b.number = gpu_range(&s.destination.buffer, 0, 4);
    assert_no_binding(h, &s, &b, "overlap");
    b = s.buffers;
    b.scratch = b.source;
    assert_no_binding(h, &s, &b, "scratch");
    close_subject(h, &s);
}

/* Some workgroups may not have read the count when the number is stored. Bits are in words. */
static void operands_have_places_of_their_own(void **state)
{
    struct harness *h = *state;
    const vkscan_plan_params params = {
        .primitive = SELECT, .capacity = 1000, .flags = VKSCAN_PLAN_COUNT_IN_BUFFER};
    const vkscan_select_params select = {.criterion = VKSCAN_CRITERION_FLAG_BITS};
    struct subject s = open_subject(h, make_plan(h, params, select), 0, 0);
    vkscan_binding_params b = s.buffers;

    b.number = b.count;
    assert_no_binding(h, &s, &b, "count and number overlap");
    b = s.buffers;
    b.flags.offset = 1;
    assert_no_binding(h, &s, &b, "flags.offset 1 is not a multiple of 4");
    close_subject(h, &s);
}

static void seeds_go_with_comparisons(void **state)
{
    static const uint32_t seed = 7;
    struct harness *h = *state;
    const vkscan_select_params none = {0};
    const vkscan_plan_params params = {.primitive = SELECT, .capacity = 10};
    struct subject flags =
        open_subject(h, make_plan(h, params, (vkscan_select_params){.criterion = 0}), 0, 0);
    struct subject less = open_subject(
        h, make_plan(h, params, (vkscan_select_params){.criterion = VKSCAN_CRITERION_LESS}), 0, 0);
    struct subject odd = open_subject(h, make_predicate(h, &predicates[0], params, none), 0, 0);
    struct subject within =
        open_subject(h, make_predicate(h, &predicates[1], params, none), predicates[1].type, 0);
    VkCommandBuffer commands = gpu_begin(&h->gpu);

    harness_assert_error(h, vkscan_cmd_run(flags.binding, commands, 10, &seed), INVALID,
                         "seed is not NULL, and select by flag-bytes takes none");
    harness_assert_error(h, vkscan_cmd_run(less.binding, commands, 10, NULL), INVALID,
                         "seed is NULL, and select by less takes one");
    harness_assert_error(h, vkscan_cmd_run(odd.binding, commands, 10, &seed), INVALID,
                         "seed is not NULL, and select by predicate takes none");
    harness_assert_error(h, vkscan_cmd_run(within.binding, commands, 10, NULL), INVALID,
                         "seed is NULL, and select by predicate takes one");
    assert_true(gpu_submit(&h->gpu, commands));
    close_subject(h, &flags);
    close_subject(h, &less);
    close_subject(h, &odd);
    close_subject(h, &within);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(every_criterion_keeps_what_it_should),
        HARNESS_TEST(every_type_is_selected),
        HARNESS_TEST(comparisons_of_floats_are_ieee_754_s),
        HARNESS_TEST(unique_goes_by_bits),
        HARNESS_TEST(predicates_keep_what_they_should),
        HARNESS_TEST(counts_seeds_and_numbers_are_in_buffers),
        HARNESS_TEST(every_access_gives_the_same),
        HARNESS_TEST(each_output_is_optional),
        HARNESS_TEST(many_tiles_are_scanned_in_levels),
        HARNESS_TEST(automatic_plans_select),
        HARNESS_TEST(tiles_that_stall_are_counted_by_others),
        HARNESS_TEST(stripes_are_dense_or_sparse),
        HARNESS_TEST(bad_parameters_are_named),
        HARNESS_TEST(bad_predicates_are_named),
        HARNESS_TEST(capacities_beyond_one_dispatch_are_refused),
        HARNESS_TEST(bad_buffers_are_named),
        HARNESS_TEST(operands_have_places_of_their_own),
        HARNESS_TEST(seeds_go_with_comparisons),
    };

    return HARNESS_MAIN(tests);
}
