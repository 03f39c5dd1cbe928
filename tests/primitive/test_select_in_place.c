/* SPDX-License-Identifier: MIT */
/* Selections whose destination is their source, in every algorithm. */
#include "selections.h"

#define IN_PLACE VKSCAN_SELECT_IN_PLACE_BIT

/* Elements of each size, at all places in a vector that they can have. */
TEST(selections_run_in_place)
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

    for (size_t a = 0; a < COUNT_OF(algorithms); a++)
        for (size_t i = 0; i < COUNT_OF(rows); i++) {
            if (!has_turn(h, a, i) || (h->size < SIZE_EXHAUSTIVE && (a / 2 + i) % 2 == 0))
                continue;
            const vkscan_plan_params params = {
                .primitive = made_by(algorithms[a], rows[i].primitive),
                .type = rows[i].type,
                .algorithm = algorithms[a],
            };
            const vkscan_select_params select = {
                .criterion = rows[i].criterion, .outputs = rows[i].outputs, .flags = IN_PLACE};
            check_selection(h, params, select, rows[i].offset);
        }
}

/* The number of elements to copy is that of the run, not of the recording. Where a single pass does
 * not have its workgroups by tiles, few of them take several tiles of the copy each. */
static void check_few_workgroups(struct harness *h, vkscan_algorithm algorithm,
                                 vkscan_primitive primitive, vkscan_access access)
{
    const uint32_t limit = h->context->caps.max_workgroup_count;
    const vkscan_plan_params params = {
        .primitive = primitive, .algorithm = algorithm, .access = access};

    if (!vks_catalogue_find(algorithm, primitive)->arrangement->persistent)
        h->context->caps.max_workgroup_count = 2;
    check_counts(h, params, (vkscan_select_params){.flags = IN_PLACE});
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
    const vkscan_plan_params params = {.primitive = SELECT, .capacity = 100000};

    vkscan_plan_get_info(make_plan(h, params, (vkscan_select_params){.flags = 0}), &without);
    vkscan_plan_get_info(make_plan(h, params, (vkscan_select_params){.flags = IN_PLACE}), &within);
    assert_in_range(within.scratch_size - without.scratch_size, 400000, 400032);
    assert_int_equal(within.scratch_zeroed, without.scratch_zeroed);
}

HARNESS_MAIN(tests)
