/* SPDX-License-Identifier: MIT */
/* Partitions into three ways: by flags, by two comparisons, in both algorithms. */
#include <string.h>

#include "predicates.h"
#include "selections.h"

#define THREE .ways = 3

/* Tiles with one group, with all, with none; the last one partial. */
static void check_sizes(struct harness *h, struct subject *s)
{
    static const uint64_t counts[] = {0, 1, 2, 31, 33, 64, 127, 128, 129, 256, 997, CAPACITY};
    static const uint32_t rarities[] = {2, 1, 10, 1000000};

    for (size_t i = 0; i < COUNT_OF(counts); i++)
        check_count(h, s, counts[i], rarities[i % COUNT_OF(rarities)]);
    for (size_t i = 0; i < COUNT_OF(rarities); i++)
        check_count(h, s, CAPACITY - i, rarities[i]);
}

static const vkscan_select_params *params_of(size_t i)
{
    static const vkscan_select_params rows[] = {
        {.criterion = VKSCAN_CRITERION_FLAG_BYTES, .outputs = ALL_OUTPUTS, .divisor = 64, THREE},
        {.criterion = VKSCAN_CRITERION_LESS,
         .second_criterion = VKSCAN_CRITERION_GREATER,
         .outputs = VALUES | NUMBER,
         THREE},
        {.criterion = VKSCAN_CRITERION_FLAG_WORDS, .outputs = INDICES | NUMBER, THREE},
        {.criterion = VKSCAN_CRITERION_EQUAL,
         .second_criterion = VKSCAN_CRITERION_LESS_EQUAL,
         .outputs = VALUES,
         THREE},
        {.criterion = VKSCAN_CRITERION_GREATER_EQUAL,
         .second_criterion = VKSCAN_CRITERION_NOT_EQUAL,
         .outputs = VALUES | INDICES | ARGUMENTS,
         THREE},
        {.criterion = VKSCAN_CRITERION_FLAG_BYTES, .outputs = NUMBER | ARGUMENTS, THREE},
        {.criterion = VKSCAN_CRITERION_EQUAL,
         .second_criterion = VKSCAN_CRITERION_EQUAL,
         .outputs = VALUES | NUMBER,
         .flags = VKSCAN_SELECT_IN_PLACE,
         THREE},
    };

    return i < COUNT_OF(rows) ? &rows[i] : NULL;
}

/* Each with elements of another size; seeds of the smaller ones share a word. */
static void elements_go_three_ways(void **state)
{
    static const vkscan_type types[] = {VKSCAN_TYPE_F32X3, VKSCAN_TYPE_I8,  VKSCAN_TYPE_U32,
                                        VKSCAN_TYPE_F16,   VKSCAN_TYPE_I64, VKSCAN_TYPE_U16,
                                        VKSCAN_TYPE_F32X2};
    struct harness *h = *state;

    for (size_t a = 0; a < 2; a++)
        for (size_t i = 0; params_of(i); i++) {
            const vkscan_type type = types[i];
            if (!has_turn(h, a, i))
                continue;
            const vkscan_plan_params params = {.primitive = PARTITION,
                                               .type = type,
                                               .algorithm = algorithms[a],
                                               .capacity = CAPACITY};
            struct subject s =
                open_subject(h, make_plan(h, params, *params_of(i)), type, (uint32_t)i % 4);
            if (params_of(i)->flags)
                run_in_place(&s);
            check_sizes(h, &s);
            close_subject(h, &s);
        }
}

/* Counts come and go, so that numbers of tiles that a run has not are those of another. */
static void check_counts(struct harness *h, vkscan_algorithm algorithm, vkscan_access access,
                         vkscan_type type)
{
    static const uint32_t counts[] = {CAPACITY, 0, 1, 129, 4097, UINT32_MAX, 5};
    const vkscan_plan_params params = {.primitive = PARTITION,
                                       .type = type,
                                       .algorithm = algorithm,
                                       .capacity = CAPACITY,
                                       .access = access,
                                       .flags = VKSCAN_PLAN_COUNT_IN_BUFFER |
                                                VKSCAN_PLAN_SEED_IN_BUFFER};
    const vkscan_select_params select = {.criterion = VKSCAN_CRITERION_LESS,
                                         .second_criterion = VKSCAN_CRITERION_GREATER,
                                         .outputs = ALL_OUTPUTS,
                                         .divisor = 7,
                                         THREE};
    struct subject s = open_subject(h, make_plan(h, params, select), type, 3);

    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        fill_source(&s, REFERENCE_RANDOM, i);
        fill_flags(&s, 0, 1, i);
        check_run(h, &s, (struct run){.count = i % 2 ? CAPACITY : 1300, .in_buffer = counts[i]});
    }
    close_subject(h, &s);
}

static void counts_and_seeds_in_buffers_go_three_ways(void **state)
{
    static const vkscan_type types[] = {VKSCAN_TYPE_U32, VKSCAN_TYPE_U8, VKSCAN_TYPE_U64};
    struct harness *h = *state;
    const bool has_addresses =
        h->context->caps.capabilities & VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS;

    for (size_t a = 0; a < 2; a++)
        for (size_t i = 0; i < COUNT_OF(types); i++)
            if (has_turn(h, a, i))
                check_counts(h, algorithms[a],
                             has_addresses && i == 1 ? VKSCAN_ACCESS_ADDRESSES
                                                     : VKSCAN_ACCESS_DESCRIPTOR_SETS,
                             types[i]);
}

/* A predicate tells three apart, with one seed; what is more than 2 is 2. */
static void predicates_tell_three_ways(void **state)
{
    struct harness *h = *state;
    const size_t a = has_turn(h, 0, 0) ? 0 : 1;
    const vkscan_plan_params params = {.primitive = PARTITION,
                                       .algorithm = algorithms[a],
                                       .capacity = 3000,
                                       .flags = VKSCAN_PLAN_SEED_IN_BUFFER};

    check_predicate(h, &predicates[PREDICATES - 1], params,
                    (vkscan_select_params){.outputs = ALL_OUTPUTS, THREE});
}

/* More tiles than one workgroup scans the numbers of, of two groups. */
static void many_tiles_go_three_ways(void **state)
{
    const uint64_t capacity = 1025 * 64;
    struct harness *h = *state;
    const vkscan_plan_params params = {
        .primitive = PARTITION, .algorithm = VKSCAN_ALGORITHM_BLELLOCH, .capacity = capacity};
    struct subject s = open_subject(h, make_plan(h, params, (vkscan_select_params){THREE}), 0, 0);

    check_count(h, &s, capacity, 3);
    check_count(h, &s, 511 * 128, 3); /* as many numbers as one workgroup scans, but one */
    check_count(h, &s, 512 * 128, 3);
    close_subject(h, &s);
}

/* NaNs meet neither comparison, and so are of the rest. */
static void nans_are_of_the_rest(void **state)
{
    static const uint32_t values[] = {0x7fc00000, 0x3f800000, 0xbf800000, 0x80000000, 0xffc00001,
                                      0x40000000, 0,          0xff800000, 0x7f800000};
    static const uint32_t expected[] = {0xbf800000, 0xff800000, 0x3f800000, 0x40000000, 0x7f800000,
                                        0x7fc00000, 0x80000000, 0xffc00001, 0};
    static const float seeds[] = {0, 0};
    struct harness *h = *state;
    const vkscan_plan_params params = {
        .type = VKSCAN_TYPE_F32, .primitive = PARTITION, .capacity = COUNT_OF(values)};
    const vkscan_select_params select = {
        .criterion = VKSCAN_CRITERION_LESS, .second_criterion = VKSCAN_CRITERION_GREATER, THREE};
    struct subject s = open_subject(h, make_plan(h, params, select), VKSCAN_TYPE_F32, 0);

    poison(&s.source);
    poison(&s.flags);
    memcpy(s.source.host, values, sizeof(values));
    check_run(h, &s, (struct run){.count = COUNT_OF(values), .seed = seeds});
    assert_memory_equal(s.destination.host, expected, sizeof(expected));
    close_subject(h, &s);
}

/* ---- bad input ---- */

static void bad_ways_are_named(void **state)
{
    static const struct {
        vkscan_plan_params params;
        vkscan_select_params select;
        const char *part;
    } rows[] = {
        {{.primitive = PARTITION}, {.ways = 1}, "select->ways is 1, neither 2 nor 3"},
        {{.primitive = PARTITION}, {.ways = 4}, "select->ways is 4, neither 2 nor 3"},
        {{.primitive = SELECT}, {THREE}, "select->ways is 3, which a partition has alone, and the"},
        {{.primitive = UNIQUE}, {THREE}, "the primitive is unique"},
        {{.primitive = PARTITION}, {.second_criterion = 99}, "unknown select->second_criterion 99"},
        {{.primitive = PARTITION},
         {.criterion = VKSCAN_CRITERION_LESS, .second_criterion = VKSCAN_CRITERION_GREATER},
         "select->second_criterion is greater, which is for select->ways 3, and that is 2"},
        {{.primitive = PARTITION},
         {.criterion = VKSCAN_CRITERION_FLAG_BITS, THREE},
         "select->ways is 3, and flag-bits tells two apart"},
        {{.primitive = PARTITION},
         {.second_criterion = VKSCAN_CRITERION_LESS, THREE},
         "select->second_criterion is less, and has to be 0 with flag-bytes"},
        {{.primitive = PARTITION},
         {.criterion = VKSCAN_CRITERION_LESS, THREE},
         "select->second_criterion is flag-bytes, and select->criterion less: three ways by less"},
        {{.primitive = PARTITION, .type = VKSCAN_TYPE_U32X3},
         {.criterion = VKSCAN_CRITERION_EQUAL, .second_criterion = VKSCAN_CRITERION_EQUAL, THREE},
         "type u32x3 has no three ways by comparisons, which are of elements of up to 8 bytes"},
        {{.primitive = PARTITION, .type = VKSCAN_TYPE_F32X2},
         {.criterion = VKSCAN_CRITERION_EQUAL, .second_criterion = VKSCAN_CRITERION_LESS, THREE},
         "type f32x2 has no criterion less"},
        {{.primitive = PARTITION, .algorithm = VKSCAN_ALGORITHM_LOOKBACK},
         {THREE},
         "algorithm lookback does not compute partition"},
    };
    struct harness *h = *state;

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        vkscan_plan_params params = rows[i].params;
        vkscan_plan *plan;
        params.select = &rows[i].select;
        harness_assert_error(h, vkscan_plan_create(h->context, &params, &plan),
                             VK_ERROR_VALIDATION_FAILED_EXT, rows[i].part);
        assert_null(plan);
    }
}

/* Seeds, numbers and arguments are two each. */
static void small_buffers_are_named(void **state)
{
    static const struct {
        size_t member;
        const char *part;
    } rows[] = {
        {offsetof(vkscan_binding_params, number),
         "number.size of 7 bytes is too small: the plan needs 8"},
        {offsetof(vkscan_binding_params, arguments),
         "arguments.size of 23 bytes is too small: the plan needs 24"},
        {offsetof(vkscan_binding_params, seed),
         "seed.size of 3 bytes is too small: the plan needs 4"},
    };
    struct harness *h = *state;
    const vkscan_plan_params params = {.primitive = PARTITION,
                                       .type = VKSCAN_TYPE_U16,
                                       .capacity = 100,
                                       .flags = VKSCAN_PLAN_SEED_IN_BUFFER};
    const vkscan_select_params select = {.criterion = VKSCAN_CRITERION_LESS,
                                         .second_criterion = VKSCAN_CRITERION_LESS,
                                         .outputs = ALL_OUTPUTS,
                                         THREE};
    struct subject s = open_subject(h, make_plan(h, params, select), VKSCAN_TYPE_U16, 0);

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        vkscan_binding_params b = s.buffers;
        vkscan_buffer *buffer = (vkscan_buffer *)(void *)((char *)&b + rows[i].member);
        vkscan_binding *binding;
        buffer->size--;
        harness_assert_error(h, vkscan_binding_create(s.plan, &b, &binding),
                             VK_ERROR_VALIDATION_FAILED_EXT, rows[i].part);
    }
    vkscan_binding_params b = s.buffers;
    vkscan_binding *binding;
    b.seed.offset += 2;
    harness_assert_error(h, vkscan_binding_create(s.plan, &b, &binding),
                         VK_ERROR_VALIDATION_FAILED_EXT, "seed.offset 50 is not a multiple of 4");
    close_subject(h, &s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(elements_go_three_ways),
        HARNESS_TEST(counts_and_seeds_in_buffers_go_three_ways),
        HARNESS_TEST(predicates_tell_three_ways),
        HARNESS_TEST(many_tiles_go_three_ways),
        HARNESS_TEST(nans_are_of_the_rest),
        HARNESS_TEST(bad_ways_are_named),
        HARNESS_TEST(small_buffers_are_named),
    };

    return HARNESS_MAIN(tests);
}
