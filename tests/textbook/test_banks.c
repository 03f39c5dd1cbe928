/* SPDX-License-Identifier: MIT */
/*
 * Walks the shared-memory indices of every step of the balanced-tree sweeps, as the shaders compute
 * them, and counts how many lanes of a group of 32 meet in one bank.
 */

#include "../support/cases.h"
#include "detail/interface.h"
#include "theory/kernel_costs.h"

#define GROUP CONFLICT_LANES
#define BANKS SHAPE_BANKS
#define NO_PADDING SHAPE_NO_PADDING
#define LARGEST (BANKS * BANKS / 2) /* threads; shape.c goes no further */

/* The most lanes of one group that meet in a bank when lane t accesses index(t) for t < active. */
static uint32_t worst_conflict(shared_index *index, uint32_t stride, uint32_t active,
                               uint32_t padding)
{
    return kernel_conflict(index, active, stride, 0, padding);
}

static uint32_t left(uint32_t t, uint32_t stride, uint32_t item)
{
    (void)item;
    return VKS_SWEEP_LEFT(t, stride);
}

static uint32_t right(uint32_t t, uint32_t stride, uint32_t item)
{
    (void)item;
    return VKS_SWEEP_RIGHT(t, stride);
}

/* Loading and storing: half a block at a time, `stride` elements further on. */
static uint32_t straight(uint32_t t, uint32_t stride, uint32_t item)
{
    (void)item;
    return t + stride;
}

TEST(padded_sweeps_have_no_conflicts)
{
    for (uint32_t size = 1; size <= LARGEST; size *= 2)
        for (uint32_t stride = 1; stride <= size; stride *= 2) {
            assert_int_equal(worst_conflict(left, stride, size / stride, BANKS), 1);
            assert_int_equal(worst_conflict(right, stride, size / stride, BANKS), 1);
        }
}

TEST(padded_loads_have_no_conflicts)
{
    for (uint32_t size = 1; size <= LARGEST; size *= 2) {
        assert_int_equal(worst_conflict(straight, 0, size, BANKS), 1);
        assert_int_equal(worst_conflict(straight, size, size, BANKS), 1);
    }
}

/* Stride s folds the group onto banks / (2 s): 2 s lanes meet, as long as there are as many. */
TEST(unpadded_sweeps_conflict)
{
    const uint32_t size = 256;

    for (uint32_t stride = 1; stride < size; stride *= 2) {
        const uint32_t active = size / stride;
        const uint32_t lanes = active < GROUP ? active : GROUP;
        const uint32_t expected = 2 * stride < lanes ? 2 * stride : lanes;
        assert_int_equal(worst_conflict(left, stride, active, NO_PADDING), expected);
        assert_int_equal(worst_conflict(right, stride, active, NO_PADDING), expected);
    }
}

/* Why shape.c stops where it does. */
TEST(larger_blocks_would_conflict)
{
    assert_true(worst_conflict(left, BANKS, 2 * LARGEST / BANKS, BANKS) > 1);
}

TEST(padding_moves_no_two_elements_together)
{
    for (uint32_t i = 1; i < 2 * LARGEST; i++)
        assert_true(VKS_PAD(i, BANKS) > VKS_PAD(i - 1, BANKS));
}

RUN_TESTS(banks)
