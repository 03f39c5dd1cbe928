/* SPDX-License-Identifier: MIT */
/* Partitions into three ways: by flags, by two comparisons, in both algorithms. */
#include <string.h>

#include "predicates.h"
#include "selections.h"

#define THREE .ways = 3

/* Each with elements of another size; seeds of the smaller ones share a word. */
TEST(elements_go_three_ways)
{
#define BY(name) .criterion = VKSCAN_CRITERION_##name
#define AND(name) .second_criterion = VKSCAN_CRITERION_##name
    static const struct {
        vkscan_type type;
        vkscan_select_params select;
    } rows[] = {
        {VKSCAN_TYPE_F32X3, {BY(FLAG_BYTES), .outputs = ALL_OUTPUTS, .divisor = 64, THREE}},
        {VKSCAN_TYPE_I8, {BY(LESS), AND(GREATER), .outputs = VALUES | NUMBER, THREE}},
        {VKSCAN_TYPE_U32, {BY(FLAG_WORDS), .outputs = INDICES | NUMBER, THREE}},
        {VKSCAN_TYPE_F16, {BY(EQUAL), AND(LESS_EQUAL), .outputs = VALUES, THREE}},
        {VKSCAN_TYPE_I64,
         {BY(GREATER_EQUAL), AND(NOT_EQUAL), .outputs = VALUES | INDICES | ARGUMENTS, THREE}},
        {VKSCAN_TYPE_U16, {BY(FLAG_BYTES), .outputs = NUMBER | ARGUMENTS, THREE}},
        {VKSCAN_TYPE_F32X2,
         {BY(EQUAL), AND(EQUAL), .outputs = VALUES | NUMBER, THREE,
          .flags = VKSCAN_SELECT_IN_PLACE_BIT}},
    };
#undef BY
#undef AND

    for (size_t a = 0; a < 2; a++)
        for (size_t i = 0; i < COUNT_OF(rows); i++)
            if (has_turn(h, a, i))
                check_selection(h,
                                (vkscan_plan_params){.primitive = PARTITION,
                                                     .type = rows[i].type,
                                                     .algorithm = algorithms[a]},
                                rows[i].select, (uint32_t)i % 4);
}

/* Numbers of tiles that a run has not are those of another. */
TEST(counts_and_seeds_in_buffers_go_three_ways)
{
    static const vkscan_type types[] = {VKSCAN_TYPE_U32, VKSCAN_TYPE_U8, VKSCAN_TYPE_U64};
    const vkscan_select_params select = {.criterion = VKSCAN_CRITERION_LESS,
                                         .second_criterion = VKSCAN_CRITERION_GREATER,
                                         .outputs = ALL_OUTPUTS,
                                         .divisor = 7,
                                         THREE};

    for (size_t a = 0; a < 2; a++)
        for (size_t i = 0; i < COUNT_OF(types); i++)
            if (has_turn(h, a, i))
                check_counts(h,
                             (vkscan_plan_params){.primitive = PARTITION,
                                                  .type = types[i],
                                                  .algorithm = algorithms[a],
                                                  .access = i == 1 ? harness_addresses(h) : 0,
                                                  .flags = VKSCAN_PLAN_SEED_IN_BUFFER_BIT},
                             select);
}

/* A predicate tells three apart, with one seed; what is more than 2 is 2. */
TEST(predicates_tell_three_ways)
{
    const size_t a = has_turn(h, 0, 0) ? 0 : 1;
    const vkscan_plan_params params = {.primitive = PARTITION,
                                       .algorithm = algorithms[a],
                                       .capacity = 3000,
                                       .flags = VKSCAN_PLAN_SEED_IN_BUFFER_BIT};

    check_predicate(h, &predicates[PREDICATES - 1], params,
                    (vkscan_select_params){.outputs = ALL_OUTPUTS, THREE});
}

/* More tiles than one workgroup scans the numbers of, of two groups. */
TEST(many_tiles_go_three_ways)
{
    const uint64_t capacity = 1025 * 64;
    const vkscan_plan_params params = {
        .primitive = PARTITION, .algorithm = VKSCAN_ALGORITHM_BLELLOCH, .capacity = capacity};
    struct subject s = open_selection(h, params, (vkscan_select_params){THREE}, 0);

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
    const vkscan_select_params select = {
        .criterion = VKSCAN_CRITERION_LESS, .second_criterion = VKSCAN_CRITERION_GREATER, THREE};
    struct subject s = open_selection(h, params, select, 0);

    memcpy(memory_before(&s.source), values, sizeof(values));
    check_run(h, &s, (struct run){.count = COUNT_OF(values), .seed = seeds});
    assert_memory_equal(memory_after(&s.destination), expected, sizeof(expected));
    close_subject(h, &s);
}

HARNESS_MAIN(tests)
