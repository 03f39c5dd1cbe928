/* SPDX-License-Identifier: MIT */
/*
 * Workgroups and tiles of every shape, so that every number of subgroups to a workgroup occurs: one
 * alone, exactly a subgroup of them, and more than one subgroup can take at once. With an operator
 * that does not commute, any two operands out of order show.
 */
#include "harness.h"

#include <stdlib.h>
#include <string.h>

#include "interface.h"

static uint32_t add(uint32_t left, uint32_t right)
{
    return left + right;
}

/* The operator that an algorithm is tried with: one that does not commute, wherever it may. */
struct trial {
    const struct op *op;
    uint32_t (*combine)(uint32_t left, uint32_t right);
};

static struct trial choose_trial(const struct algorithm *row)
{
    if (row->commutative)
        return (struct trial){vks_element_op(VKSCAN_OP_ADD), add};
    return (struct trial){&vks_element_op_affine, harness_compose_affine};
}

static void check_shape(struct harness *h, const struct algorithm *row, vkscan_primitive primitive,
                        struct shape shape)
{
    const struct trial trial = choose_trial(row);
    const uint64_t tile = vks_tuning_tile_size(&shape, row->layout, sizeof(uint32_t));
    /* Past the second level where that is not too many. */
    const uint64_t most = row->largest ? 5000 : 70000;
    const uint64_t square = tile * tile < most ? tile * tile : 5 * tile;
    const uint64_t counts[] = {1,          shape.workgroup_size + 1,
                               tile - 1,   tile,
                               tile + 1,   3 * tile + 7,
                               square - 1, square,
                               square + 1, square + 919};
    const vkscan_plan_params params = {.primitive = primitive,
                                       .type = VKSCAN_TYPE_U32,
                                       .algorithm = row->id,
                                       .capacity = square + 919};
    /* In place; or such that kernels of vectors shift what they store. */
    const struct placement where =
        primitive == VKSCAN_PRIMITIVE_EXCLUSIVE_SCAN
            ? (struct placement){.in_place = true}
            : (struct placement){.source_offset = 3, .destination_offset = 1};
    struct bound *bound =
        harness_bind(h, harness_plan_with(h->context, params, trial.op, &shape), where);

    for (size_t i = 0; i < COUNT_OF(counts); i++)
        harness_check_order(h, bound, trial.combine, counts[i], 0);
    harness_unbind(h, bound);
}

/* Items that an invocation can have; 0 ends them. */
static const uint32_t items[LAYOUT_COUNT][4] = {
    [LAYOUT_TILE] = {1, 3, 4}, [LAYOUT_LOOKBACK] = {1, 3},    [LAYOUT_LOOKAHEAD] = {1, 3},
    [LAYOUT_SINGLE] = {1, 3},  [LAYOUT_STEP] = {1},           [LAYOUT_HALVES] = {2},
    [LAYOUT_DOUBLED] = {1},    [LAYOUT_BLOCK] = {2},          [LAYOUT_COARSE] = {1, 4, 8},
    [LAYOUT_CHAIN] = {2, 8},   [LAYOUT_SEGMENTS] = {1, 3, 8},
};

/* Whether the device has room for such a workgroup. */
static bool fits(const struct harness *h, const struct algorithm *row, const struct shape *shape)
{
    return vks_tuning_shared_memory(shape, row->layout, TUNING_BANKS, sizeof(uint32_t)) <=
           h->context->caps.shared_memory;
}

static void check_row(struct harness *h, const struct algorithm *row, uint32_t workgroup_size)
{
    assert_true(items[row->layout][0] > 0);
    for (vkscan_primitive p = 0; vkscan_primitive_name(p); p++)
        for (size_t i = 0; items[row->layout][i]; i++) {
            const struct shape shape = {workgroup_size, items[row->layout][i], 0};
            if (row->primitives & 1u << p && fits(h, row, &shape))
                check_shape(h, row, p, shape);
        }
}

static void check_workgroup(struct harness *h, uint32_t workgroup_size)
{
    const struct algorithm *row;

    /* A device that cannot take the workgroup takes its own largest instead. */
    if (workgroup_size > h->context->caps.max_workgroup_size)
        workgroup_size = h->context->caps.max_workgroup_size;
    for (uint32_t i = 0; (row = vks_algorithm_row(i)); i++)
        check_row(h, row, workgroup_size);
}

/* As large as the subgroup: the workgroup is one. */
static void one_subgroup(void **state)
{
    struct harness *h = *state;
    check_workgroup(h, h->gpu.info.subgroup_size);
}

static void workgroups_of_64(void **state)
{
    check_workgroup(*state, 64);
}

static void workgroups_of_256(void **state)
{
    check_workgroup(*state, 256);
}

static void workgroups_of_1024(void **state)
{
    check_workgroup(*state, 1024);
}

/*
 * A subgroup size of s and more than s subgroups: the first subgroup cannot take all totals at
 * once. True of s = 2, 4, 8 and 16 with 1024 invocations, of 32 it is as many as fit.
 */
static void more_subgroups_than_lanes(void **state)
{
    struct harness *h = *state;
    const uint32_t lanes = h->gpu.info.subgroup_size;
    uint32_t size = 2 * lanes * lanes;

    if (size > h->context->caps.max_workgroup_size)
        size = h->context->caps.max_workgroup_size;
    check_workgroup(h, size);
}

/* Fewer workgroups than tiles, as past 65,535 of them: each takes several tiles in turn. */
static void workgroups_take_several_tiles(void **state)
{
    struct harness *h = *state;
    const uint32_t limit = h->context->caps.max_workgroup_count;

    h->context->caps.max_workgroup_count = 3;
    check_workgroup(h, 64);
    h->context->caps.max_workgroup_count = limit;
}

/* Where no subgroup size can be required, the kernels have to find it out. */
static void unknown_subgroup_size(void **state)
{
    struct harness *h = *state;
    vkscan_context *context = h->context;

    h->context = harness_context(h, VKSCAN_CAPABILITY_SUBGROUP_SIZE_CONTROL);
    check_workgroup(h, 128);
    vkscan_context_destroy(h->context);
    h->context = context;
}

int main(void)
{
    const struct CMUnitTest shapes[] = {
        HARNESS_TEST(one_subgroup),
        HARNESS_TEST(workgroups_of_64),
        HARNESS_TEST(workgroups_of_256),
        HARNESS_TEST(workgroups_of_1024),
        HARNESS_TEST(more_subgroups_than_lanes),
        HARNESS_TEST(workgroups_take_several_tiles),
        HARNESS_TEST(unknown_subgroup_size),
    };
    return HARNESS_MAIN(shapes);
}
