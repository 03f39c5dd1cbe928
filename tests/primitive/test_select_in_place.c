/* SPDX-License-Identifier: MIT */
/* Selections whose destination is their source, in every algorithm. */
#include "selections.h"

#define IN_PLACE VKSCAN_SELECT_IN_PLACE

/* From no vector to several tiles of the copy: nothing is kept, all, or some. */
static void check_sizes(struct harness *h, struct subject *s)
{
    static const uint64_t counts[] = {0, 1, 2, 3, 5, 31, 127, 128, 129, 1000, 1531, CAPACITY};
    static const uint32_t rarities[] = {2, 1, 5, 1000000};

    for (size_t i = 0; i < COUNT_OF(counts); i++)
        check_count(h, s, counts[i], rarities[i % COUNT_OF(rarities)]);
    for (size_t i = 0; i < COUNT_OF(rarities); i++)
        check_count(h, s, CAPACITY - i, rarities[i]);
}

/* Elements of each size, at all places in a vector that they can have. */
static void selections_run_in_place(void **state)
{
    static const struct {
        vkscan_primitive primitive;
        vkscan_criterion criterion;
        vkscan_type type;
        uint32_t offset, outputs;
    } rows[] = {
        {SELECT, VKSCAN_CRITERION_FLAG_BYTES, VKSCAN_TYPE_U32, 3, VALUES | NUMBER},
        {UNIQUE, 0, VKSCAN_TYPE_U8, 7, VALUES | NUMBER | ARGUMENTS},
        {SELECT, VKSCAN_CRITERION_GREATER, VKSCAN_TYPE_U16, 5, VALUES | INDICES},
        {PARTITION, VKSCAN_CRITERION_LESS, VKSCAN_TYPE_I8, 13, VALUES | NUMBER},
        {UNIQUE, 0, VKSCAN_TYPE_U64, 1, VALUES},
        {PARTITION, VKSCAN_CRITERION_FLAG_BITS, VKSCAN_TYPE_U32X3, 2, VALUES | INDICES},
        {SELECT, VKSCAN_CRITERION_FLAG_WORDS, VKSCAN_TYPE_F32X4, 1, VALUES | NUMBER},
        {PARTITION, VKSCAN_CRITERION_FLAG_BYTES, VKSCAN_TYPE_U32, 2, VALUES},
    };
    struct harness *h = *state;

    for (size_t a = 0; a < COUNT_OF(algorithms); a++)
        for (size_t i = 0; i < COUNT_OF(rows); i++) {
            if (!has_turn(h, a, i) || (h->size < SIZE_EXHAUSTIVE && (a / 2 + i) % 2 == 0))
                continue;
            const vkscan_plan_params params = {
                .primitive = made_by(algorithms[a], rows[i].primitive),
                .type = rows[i].type,
                .algorithm = algorithms[a],
                .capacity = CAPACITY,
            };
            const vkscan_select_params select = {
                .criterion = rows[i].criterion, .outputs = rows[i].outputs, .flags = IN_PLACE};
            struct subject s =
                open_subject(h, make_plan(h, params, select), rows[i].type, rows[i].offset);
            check_count(h, &s, 997, 2); /* not in place: the source stays */
            run_in_place(&s);
            check_sizes(h, &s);
            close_subject(h, &s);
        }
}

/* The number of elements to copy is that of the run, not of the recording. Where a single pass does
 * not have its workgroups by tiles, few of them take several tiles of the copy each. */
static void check_counts(struct harness *h, vkscan_algorithm algorithm, vkscan_primitive primitive,
                         vkscan_access access)
{
    static const uint32_t counts[] = {CAPACITY, 0, 1, 129, 4097, UINT32_MAX};
    const uint32_t limit = h->context->caps.max_workgroup_count;
    const vkscan_plan_params params = {.primitive = primitive,
                                       .algorithm = algorithm,
                                       .capacity = CAPACITY,
                                       .access = access,
                                       .flags = VKSCAN_PLAN_COUNT_IN_BUFFER};
    const vkscan_select_params select = {.flags = IN_PLACE};
    vkscan_plan *plan = make_plan(h, params, select);

    if (!plan->plan.algorithm->arrangement->persistent)
        h->context->caps.max_workgroup_count = 2;
    struct subject s = open_subject(h, plan, VKSCAN_TYPE_U32, 1);
    run_in_place(&s);
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        fill_source(&s, REFERENCE_RANDOM, i);
        fill_flags(&s, counts[i] < CAPACITY ? counts[i] : CAPACITY, 2, i);
        check_run(h, &s, (struct run){.count = i % 2 ? CAPACITY : 4500, .in_buffer = counts[i]});
    }
    close_subject(h, &s);
    h->context->caps.max_workgroup_count = limit;
}

static void counts_in_buffers_run_in_place(void **state)
{
    struct harness *h = *state;
    const bool has_addresses =
        h->context->caps.capabilities & VKSCAN_CAPABILITY_BUFFER_DEVICE_ADDRESS;

    for (size_t a = 0; a < COUNT_OF(algorithms); a++)
        if (has_turn(h, a, 1))
            check_counts(h, algorithms[a], a < 2 ? PARTITION : UNIQUE,
                         has_addresses && a >= 2 ? VKSCAN_ACCESS_ADDRESSES
                                                 : VKSCAN_ACCESS_DESCRIPTOR_SETS);
    check_counts(h, VKSCAN_ALGORITHM_BLELLOCH, SELECT,
                 has_addresses ? VKSCAN_ACCESS_ADDRESSES : VKSCAN_ACCESS_DESCRIPTOR_SETS);
}

/* ---- bad input ---- */

static void bad_parameters_are_named(void **state)
{
    static const struct {
        vkscan_primitive primitive;
        vkscan_select_params select;
        const char *part;
    } rows[] = {
        {SELECT, {.flags = 0x2}, "unknown select->flags 0x2"},
        {UNIQUE,
         {.flags = IN_PLACE, .outputs = INDICES | NUMBER},
         "VKSCAN_SELECT_IN_PLACE is for elements, and select->outputs 0x6 has none"},
    };
    struct harness *h = *state;

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const vkscan_plan_params params = {.primitive = rows[i].primitive,
                                           .select = &rows[i].select};
        vkscan_plan *plan;
        harness_assert_error(h, vkscan_plan_create(h->context, &params, &plan),
                             VK_ERROR_VALIDATION_FAILED_EXT, rows[i].part);
        assert_null(plan);
    }
}

static void assert_no_binding(struct harness *h, const struct subject *s,
                              const vkscan_binding_params *buffers, const char *part)
{
    vkscan_binding *binding;

    harness_assert_error(h, vkscan_binding_create(s->plan, buffers, &binding),
                         VK_ERROR_VALIDATION_FAILED_EXT, part);
    assert_null(binding);
}

/* In place is at the same offset, and of nothing else. */
static void bad_overlaps_are_named(void **state)
{
    struct harness *h = *state;
    const vkscan_plan_params params = {.primitive = SELECT, .capacity = 1000};
    struct subject s = open_subject(
        h, make_plan(h, params, (vkscan_select_params){.outputs = ALL_OUTPUTS, .flags = IN_PLACE}),
        0, 0);
    vkscan_binding_params b = s.buffers;

    b.destination = gpu_range(&s.source.buffer, 4, 4000);
    assert_no_binding(h, &s, &b,
                      "source and destination overlap: in place they are at the same offset");
    b = s.buffers;
    b.indices = b.source;
    assert_no_binding(h, &s, &b, "source and indices overlap");
    b = s.buffers;
    b.destination = gpu_range(&s.flags.buffer, 0, 1000);
    b.destination.size = 4000;
    assert_no_binding(h, &s, &b, "destination");
    close_subject(h, &s);
}

/* Nothing that a device must wait for is kept, but the elements: the scratch has room for them. */
static void scratch_holds_the_elements(void **state)
{
    struct harness *h = *state;
    vkscan_plan_info without, within;
    const vkscan_plan_params params = {.primitive = SELECT, .capacity = 100000};

    vkscan_plan_get_info(make_plan(h, params, (vkscan_select_params){.flags = 0}), &without);
    vkscan_plan_get_info(make_plan(h, params, (vkscan_select_params){.flags = IN_PLACE}), &within);
    assert_in_range(within.scratch_size - without.scratch_size, 400000, 400032);
    assert_int_equal(within.scratch_zeroed, without.scratch_zeroed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(selections_run_in_place),    HARNESS_TEST(counts_in_buffers_run_in_place),
        HARNESS_TEST(bad_parameters_are_named),   HARNESS_TEST(bad_overlaps_are_named),
        HARNESS_TEST(scratch_holds_the_elements),
    };

    return HARNESS_MAIN(tests);
}
