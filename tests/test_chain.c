/* SPDX-License-Identifier: MIT */
/* What a chained scan keeps in its scratch from run to run: tickets, flags, the number of runs. */
#include "harness.h"

#include <stdlib.h>

#include "interface.h"

#define CAPACITY 100003

/* In place, where a block that is read for another may be overwritten meanwhile. */
static struct bound *bind_with(struct harness *h, vkscan_primitive primitive, const struct op *op)
{
    /* Small blocks, so that there are many. */
    const struct shape shape = {64, 2, 0};
    const vkscan_plan_params params = {.primitive = primitive,
                                       .type = VKSCAN_TYPE_U32,
                                       .algorithm = VKSCAN_ALGORITHM_CHAINED,
                                       .capacity = CAPACITY};

    return harness_bind(h, harness_plan_with(h->context, params, op, &shape),
                        (struct placement){.scratch_steps = 1, .in_place = true});
}

static struct bound *bind(struct harness *h, vkscan_primitive primitive)
{
    return bind_with(h, primitive, vks_element_op(VKSCAN_OP_ADD));
}

/* Counts that go up and down, so that flags of all ages lie about. */
static void check_runs(struct harness *h, struct bound *bound, uint32_t runs)
{
    static const uint64_t counts[] = {CAPACITY, 1, 129, CAPACITY, 5000, 0, CAPACITY};

    for (uint32_t i = 0; i < runs; i++)
        harness_check(h, bound, REFERENCE_RANDOM, counts[i % COUNT_OF(counts)], NULL);
}

static void nothing_is_cleared_between_runs(void **state)
{
    for (vkscan_primitive p = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN; vkscan_primitive_name(p); p++) {
        struct bound *bound = bind(*state, p);
        check_runs(*state, bound, 30);
        harness_unbind(*state, bound);
    }
}

/* The numbers of the runs begin anew, and flags of runs long gone are not taken for new ones. */
static void runs_can_be_counted_to_the_end_and_on(void **state)
{
    struct harness *h = *state;
    struct bound *bound = bind(h, VKSCAN_PRIMITIVE_INCLUSIVE_SCAN);

    /* Run 1 sets all flags, the two last ones only a few; the next is run 1 again. */
    harness_check(h, bound, REFERENCE_RANDOM, CAPACITY, NULL);
    harness_set_scratch(h, bound, RUN_RUNS, UINT32_MAX - 2);
    harness_check(h, bound, REFERENCE_RANDOM, 129, NULL);
    harness_check(h, bound, REFERENCE_RANDOM, 129, NULL);
    harness_check(h, bound, REFERENCE_ASCENDING, CAPACITY, NULL);
    check_runs(h, bound, 7);
    harness_unbind(h, bound);
}

/*
 * Block 0 never comes, as if the workgroup that took its ticket had been stopped for ever: the
 * others wait in vain, make up for it, and end with the right results.
 */
static void a_block_that_does_not_come_is_made_up_for(void **state)
{
    for (vkscan_primitive p = VKSCAN_PRIMITIVE_INCLUSIVE_SCAN; vkscan_primitive_name(p); p++) {
        struct harness *h = *state;
        struct bound *bound = bind_with(h, p, &vks_element_op_affine);
        const uint32_t tile = harness_bound_plan(bound)->plan.tile_size;
        const uint64_t count = 20 * (uint64_t)tile + 5;

        harness_set_scratch(h, bound, RUN_TICKET, 1);
        harness_check_order(h, bound, harness_compose_affine, count, tile);
        harness_unbind(h, bound);
    }
}

/* What a run that did not end leaves behind does no harm once it is zeroed. */
static void zeros_mend_a_run_that_was_cut_off(void **state)
{
    struct harness *h = *state;
    struct bound *bound = bind(h, VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN);

    check_runs(h, bound, 2);
    harness_set_scratch(h, bound, RUN_TICKET, 17);
    harness_set_scratch(h, bound, RUN_FINISHED, 3);
    harness_set_scratch(h, bound, CHAIN_FLAG(20), 3); /* as of the run to come */
    harness_zero_scratch(h, bound);
    check_runs(h, bound, 7);
    harness_unbind(h, bound);
}

int main(void)
{
    const struct CMUnitTest chain[] = {
        HARNESS_TEST(nothing_is_cleared_between_runs),
        HARNESS_TEST(runs_can_be_counted_to_the_end_and_on),
        HARNESS_TEST(a_block_that_does_not_come_is_made_up_for),
        HARNESS_TEST(zeros_mend_a_run_that_was_cut_off),
    };
    return HARNESS_MAIN(chain);
}
